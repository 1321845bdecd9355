// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { licenseAddScreen } from '../../../screens/license-add.screen.ts'
import { licenseEditScreen } from '../../../screens/license-edit.screen.ts'
import { testText } from '../../support/editor/texts.ts'
import { renderEditor, screen, testSource, served } from '../../support/editor/render-editor.tsx'

beforeEach(() => localStorage.clear())

const every = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const without = (...sizes: string[]): string[] => every.filter((size) => !sizes.includes(size))

/** Written from S0 section 5, deliberately not from the schema. */
const sizesByType: Readonly<Record<string, readonly string[]>> = {
  HA: every,
  Foundation: every,
  'Foundation HA': every,
  Hybrid: every,
  'Hybrid HA': every,
  'Add-on Wan Opt': without('XXL'),
  Reporting: without('XS', 'XXL'),
  Edge: every,
  'Edge HA': every,
  CloudMesh: without('XS'),
  EdgeSentry: without('XS'),
  'Remote V': without('XS', 'XXL'),
  'Remote C': without('XS', 'XXL'),
}
const types = Object.keys(sizesByType)

/** The form that adds licences, and the one that moves them. */
const forms: { name: string; schema: EntitySchema; shown: unknown; typeField: string; sizeField: string }[] = [
  {
    name: 'licence form',
    schema: entitySchemas['license-add'],
    shown: licenseAddScreen,
    typeField: 'licenseType',
    sizeField: 'licenseSize',
  },
  {
    name: 'edit form',
    schema: entitySchemas['license-edit'],
    shown: licenseEditScreen,
    typeField: 'moveToType',
    sizeField: 'updateToSize',
  },
]

describe.each(forms)('the $name', ({ name, schema, shown, typeField, sizeField }) => {
  const isMove = name === 'edit form'
  /** Opens the form; a move starts with a group of Edge licences of a size. */
  function show(size = 'M') {
    const group = { licenseType: 'Edge', licenseSize: size, startDate: '2090-01', duration: 12 }
    const facts = { stock: 4, status: 'notStarted', expirationDate: '2090-12', licenseMode: 'CONSUMPTION', tenantType: 'msp' }
    const prefill: Rec = { tenantId: 'example', ...(isMove && { ...facts, group }) }
    const tenant = { oid: 'platform', name: 'Platform', type: 'po' as const }
    const owner = served({ oid: 'example', name: 'Example', type: 'msp', licensingMode: 'consumption' })
    const source = testSource({ one: () => Promise.resolve(owner) })
    const rendered = renderEditor({ schema, screen: shown as never, prefill, source, tenant, validate: () => [] })
    const control = (field: string) => document.querySelector<HTMLSelectElement>(`[data-pointer$="/${field}"] select`) as HTMLSelectElement
    const choose = (field: string, option: string) =>
      rendered.user.selectOptions(
        control(field),
        testText(`license.option.${field === sizeField ? 'licenseSize' : 'licenseType'}.${option}`),
      )
    return { ...rendered, control, choose }
  }
  const textOf = ({ textContent }: HTMLOptionElement): string => textContent.trim()
  const offered = (select: HTMLSelectElement): string[] => [...select.options].filter(({ value }) => value !== '').map(textOf)

  describe('in which one type is chosen after another', () => {
    let form: ReturnType<typeof show>
    beforeAll(() => {
      form = show()
    })
    afterAll(cleanup)

    it.each(types)('offers the sizes of %s only', { tags: ['S0-5.21'] }, async (type) => {
      const { control, choose } = form
      await choose(typeField, type)
      expect(offered(control(sizeField)).toSorted()).toEqual(sizesByType[type]?.toSorted())
    })

    it.each([
      ['Reporting', 'XS'],
      ['Reporting', 'XXL'],
      ['Remote V', 'XXL'],
      ['Add-on Wan Opt', 'XXL'],
      ['CloudMesh', 'XS'],
      ['EdgeSentry', 'XS'],
    ])('clears a chosen size that %s does not have: %s', { tags: ['S0-5.21'] }, async (type, size) => {
      const { control, choose, user, source } = form
      await choose(typeField, 'Edge')
      await choose(sizeField, size)
      await choose(typeField, type)
      expect(control(sizeField).value).toBe('')
      expect(offered(control(sizeField))).not.toContain(size)
      expect(control(sizeField).required || control(sizeField).getAttribute('aria-required') === 'true').toBe(true)
      await user.click(screen.getByRole('button', { name: 'Apply' }))
      expect(source.plan).not.toHaveBeenCalled()
    })

    it('keeps a chosen size that the new type has, too', async () => {
      const { control, choose } = form
      await choose(typeField, 'Edge')
      await choose(sizeField, 'L')
      await choose(typeField, 'Reporting')
      expect(control(sizeField).selectedOptions[0]?.textContent).toBe('L')
    })
  })

  if (!isMove)
    it('starts with one Activation licence of size XS for a year from this month', { tags: ['S0-5.22', 'S0-5.23'] }, async () => {
      onTestFinished(cleanup)
      const { control } = show()
      const month = () => document.querySelector<HTMLInputElement>('[data-pointer$="/startDate"] input')?.value
      expect([typeField, sizeField].map((field) => control(field).selectedOptions[0]?.textContent)).toEqual(['Activation', 'XS'])
      expect(
        ['/group/duration', '/count'].map((at) => document.querySelector<HTMLInputElement>(`[data-pointer="${at}"] input`)?.value),
      ).toEqual(['12', '1'])
      await waitFor(() => expect(month()).toBe(new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date())))
    })

  if (isMove)
    it('does not take over a size of the group that the new type does not have', async () => {
      onTestFinished(cleanup)
      const { control, choose } = show('XXL')
      expect(control(sizeField).selectedOptions[0]?.textContent).toBe('XXL')
      await choose(typeField, 'Remote C')
      expect(control(sizeField).value).toBe('')
      await choose(typeField, 'CloudMesh')
      expect(control(sizeField).selectedOptions[0]?.textContent).toBe('XXL')
    })
})
