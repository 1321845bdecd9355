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
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

/** A text beyond the bound for each widget, and the error message that the field then shows. */
const cases: Record<string, { property: PropertySchema; text: string; message: string }> = {
  text: { property: { type: 'string', maxLength: 5 }, text: 'sixsix', message: 'Enter at most 5 characters.' },
  textarea: { property: { type: 'string', maxLength: 5, 'x-kind': 'multiline' }, text: 'sixsix', message: 'Enter at most 5 characters.' },
  filter: { property: { type: 'string', maxLength: 5, 'x-kind': 'filter' }, text: 'sixsix', message: 'Enter at most 5 characters.' },
  identifier: { property: { type: 'string', maxLength: 5, 'x-kind': 'serial' }, text: 'sixsix', message: 'Enter at most 5 characters.' },
  secret: { property: { type: 'string', maxLength: 5, 'x-secret': true }, text: 'sixsix', message: 'Enter at most 5 characters.' },
  mail: { property: { type: 'string', format: 'mail' }, text: 'a@b', message: 'Enter a mail address, such as name@example.com.' },
  address: {
    property: { type: 'string', format: 'ipv4', 'x-kind': 'address' },
    text: '10.0.0.256',
    message: 'Enter an IPv4 address, such as 10.0.0.1.',
  },
  number: { property: { type: 'integer', minimum: 1, maximum: 4095 }, text: '4096', message: 'Enter a number from 1 to 4095.' },
  month: { property: { type: 'string', format: 'month' }, text: 'soon', message: 'Enter a month as 2026-05.' },
  tags: { property: { type: 'array', maxItems: 1, items: { type: 'string' } }, text: 'a,b,', message: 'Enter at most 1 entries.' },
}
/** Widgets whose values are chosen or cut off at the bound; a table's cells are covered by their own widgets. */
const withoutTyping = [
  'date',
  'dual-list',
  'date-time',
  'editable-select',
  'inheritable',
  'reference',
  'segmented',
  'select',
  'status',
  'table',
  'toggle',
]

const ajv = new Ajv2020({ allErrors: true, strict: false, formats })

/** The example device with these fields, or with a list of objects that have them. */
function withFields(fields: Record<string, PropertySchema>, isList: boolean) {
  const schema = structuredClone(siteBoxSchema)
  const list: PropertySchema = { type: 'array', items: { type: 'object', properties: fields } }
  schema.properties = { ...schema.properties, ...(isList ? { list } : fields) }
  const plainSchema = JSON.parse(JSON.stringify({ type: 'object', properties: schema.properties }), (name, value: unknown) =>
    name.startsWith('x-') ? undefined : value,
  ) as object
  const check = ajv.compile(plainSchema)
  const sections = { general: ['name', 'mode'], fields: isList ? ['list'] : Object.keys(fields) }
  const descriptor: Screen = { ...siteBoxScreen, editor: { sections, widgets: {} } }
  const validate = (record: Record<string, unknown>) => (check(record) ? [] : toRefusals(check.errors, schema as EntitySchema, { record }))
  const record = served({ ...siteBox(), ...(isList ? { list: [{}] } : {}) })
  return { schema: schema as EntitySchema, screen: descriptor, validate, record }
}

describe('a value outside its bounds', () => {
  it('can be typed into exactly these widgets', () => {
    expect([...Object.keys(cases), ...withoutTyping].toSorted()).toEqual(widgetNames.toSorted())
  })

  it.each(Object.entries(cases))(
    'shows a message that names the bound in the widget %s',
    { tags: ['D-7.3'] },
    async (_kind, { property, text, message }) => {
      const { user } = renderEditor(withFields({ value: property }, false))
      // A lazily loaded control is read-only until it is loaded.
      await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^value/).readOnly).toBe(false))
      const field = screen.getByLabelText<HTMLInputElement>(/^value/)
      await user.type(field, text)
      await user.tab()
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
      const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
      expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message)
    },
  )

  it.each(Object.entries(cases).filter(([kind]) => !['tags', 'textarea'].includes(kind)))(
    'shows that message in a table cell with the widget %s',
    async (_kind, { property, text, message }) => {
      const { user } = renderEditor(withFields({ field: property }, true))
      const cell = screen.getByLabelText<HTMLInputElement>(/field, row 1/)
      await user.type(cell, text)
      await user.tab()
      await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
      expect(cell.getAttribute('aria-description')).toContain(message)
    },
  )
})
