// @vitest-environment happy-dom
import { Ajv2020 } from 'ajv/dist/2020.js'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { widgetNames } from '../../../renderer/widgets/registry.ts'
import { formats } from '../../../schemas/vocabulary/formats.ts'
import { toRefusals } from '../../../schemas/vocabulary/paths/message-keys.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

beforeEach(() => {
  localStorage.clear()
  // The test's browser does no layout: every box is as high as ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

/** What is typed into a field of each kind, and what stands at the field then. */
const typed: Record<string, { property: PropertySchema; text: string; says: string }> = {
  text: { property: { type: 'string', maxLength: 5 }, text: 'sixsix', says: 'Enter at most 5 characters.' },
  textarea: { property: { type: 'string', maxLength: 5, 'x-kind': 'multiline' }, text: 'sixsix', says: 'Enter at most 5 characters.' },
  identifier: { property: { type: 'string', maxLength: 5, 'x-kind': 'serial' }, text: 'sixsix', says: 'Enter at most 5 characters.' },
  secret: { property: { type: 'string', maxLength: 5, 'x-secret': true }, text: 'sixsix', says: 'Enter at most 5 characters.' },
  mail: { property: { type: 'string', format: 'mail' }, text: 'a@b', says: 'Enter a mail address, such as name@example.com.' },
  address: {
    property: { type: 'string', format: 'ipv4', 'x-kind': 'address' },
    text: '10.0.0.256',
    says: 'Enter an IPv4 address, such as 10.0.0.1.',
  },
  number: { property: { type: 'integer', minimum: 1, maximum: 4095 }, text: '4096', says: 'Enter a number from 1 to 4095.' },
  month: { property: { type: 'string', format: 'month' }, text: 'soon', says: 'Enter a month as 2026-05.' },
  tags: { property: { type: 'array', maxItems: 1, items: { type: 'string' } }, text: 'a,b,', says: 'Enter at most 1 entries.' },
}
/** What these hold is chosen, or cut off at the bound; the cells of a table are fields themselves. */
const chosen = ['dual-list', 'date-time', 'editable-select', 'inheritable', 'reference', 'segmented', 'select', 'status', 'table', 'toggle']

const ajv = new Ajv2020({ allErrors: true, strict: false, formats })

/** The invented device with a field of each kind, or a list with a column of each that a table has. */
function withFields(fields: Record<string, PropertySchema>, isList: boolean) {
  const schema = structuredClone(siteBoxSchema)
  const list: PropertySchema = { type: 'array', items: { type: 'object', properties: fields } }
  schema.properties = { ...schema.properties, ...(isList ? { list } : fields) }
  const shape = JSON.parse(JSON.stringify({ type: 'object', properties: schema.properties }), (name, value: unknown) =>
    name.startsWith('x-') ? undefined : value,
  ) as object
  const check = ajv.compile(shape)
  const sections = { general: ['name', 'mode'], fields: isList ? ['list'] : Object.keys(fields) }
  const descriptor: Screen = { ...siteBoxScreen, editor: { sections, widgets: {} } }
  const validate = (record: Record<string, unknown>) => (check(record) ? [] : toRefusals(check.errors, schema as EntitySchema, { record }))
  const record = served({ ...siteBox(), ...(isList ? { list: [{}] } : {}) })
  return { schema: schema as EntitySchema, screen: descriptor, validate, record }
}

describe('a value beyond its bound', () => {
  it('can be typed into fields of these kinds, and into no others', () => {
    expect([...Object.keys(typed), ...chosen].toSorted()).toEqual(widgetNames.toSorted())
  })

  it.each(Object.entries(typed))('has the message with the bound at a field of the kind %s', async (_kind, { property, text, says }) => {
    const { user } = renderEditor(withFields({ held: property }, false))
    // A control that comes by itself takes nothing before.
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^held/).readOnly).toBe(false))
    const field = screen.getByLabelText<HTMLInputElement>(/^held/)
    await user.type(field, text)
    await user.tab()
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(says)
  })

  it.each(Object.entries(typed).filter(([kind]) => !['tags', 'textarea'].includes(kind)))(
    'has it at a cell of the kind %s',
    async (_kind, { property, text, says }) => {
      const { user } = renderEditor(withFields({ field: property }, true))
      const cell = screen.getByLabelText<HTMLInputElement>(/field, row 1/)
      await user.type(cell, text)
      await user.tab()
      await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
      expect(cell.getAttribute('aria-description')).toContain(says)
    },
  )
})
