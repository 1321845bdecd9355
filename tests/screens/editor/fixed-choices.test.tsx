// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { layoutOf } from '../../../renderer/editor/layout/layout.ts'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import { controlId } from '../../../renderer/editor/page/environment.tsx'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import { everyForm, editorOptionsOf, type Form } from '../../support/editor/every-form.ts'
import { renderEditor, screen, served, testSource } from '../../support/editor/render-editor.tsx'
import { inExtent } from '../../support/extent.ts'
import { testText } from '../../support/editor/texts.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const formOf = (name: string): Form => {
  const form = everyForm.find((one) => one.name === name)
  if (!form) throw new Error(`there is no form ${name}`)
  return form
}
const optionsOf = (select: HTMLSelectElement): string[] => [...select.options].map(({ textContent }) => textContent)
const named = (entity: string, options: readonly string[]): string[] => options.map((one) => testText(`${entity}.option.type.${one}`))

async function show(form: Form, more: Parameters<typeof renderEditor>[0] = {}) {
  const [validate] = await Promise.all([loadValidator(form.schema.$id as EntityName), loadSectionParts(form.screen)])
  return renderEditor({ ...editorOptionsOf(form), validate, ...more })
}

describe.each([
  ['partner', 'vad', ['msp', 'reseller']],
  ['partner', 'msp', ['msp', 'reseller']],
  ['partner', 'reseller', ['msp', 'reseller']],
  ['customer', 'managed_customer', ['managed_customer', 'diy_customer']],
  ['customer', 'diy_customer', ['managed_customer', 'diy_customer']],
] as const)('the type of a %s', (entity, type, creatable) => {
  const { schema, screen: shown } = formOf(`${entity}: edit`)

  it(`offers only the current one (${type}) when editing, and is disabled`, { tags: ['S0-2.77'] }, async () => {
    const record = served({ oid: 'o1', parentOid: 'example', parentName: 'Example', type, name: 'Harbour', state: 'active' })
    await show({ name: '', schema, screen: shown, record, prefill: {} })
    const control = await screen.findByRole<HTMLSelectElement>('combobox', { name: testText(`${entity}.field.type`) })
    expect(control.disabled).toBe(true)
    expect(optionsOf(control)).toEqual(named(entity, [type]))
  })

  it('offers what may be created below the parent when creating', { tags: ['S0-2.70'] }, async () => {
    const kind = entity === 'partner' ? 'creatablePartnerTypes' : 'creatableCustomerTypes'
    const parent = served({ oid: 'acme', name: 'Acme', type: 'vad', [kind]: creatable })
    const source = testSource({ one: () => Promise.resolve(parent) })
    await show(
      { name: '', schema, screen: shown, record: null, prefill: {} },
      { source, tenant: { oid: 'acme', name: 'Acme', type: 'vad' }, prefill: { parentOid: 'acme' } },
    )
    const control = await screen.findByRole<HTMLSelectElement>('combobox', { name: new RegExp(testText(`${entity}.field.type`)) })
    await expect.poll(() => optionsOf(control).slice(1)).toEqual(named(entity, creatable))
    expect(control.disabled).toBe(false)
  })
})

const editForms = everyForm.filter(({ record }) => record !== null)
// Those that have locked lists, and the largest one.
describe.each(
  inExtent(editForms, 'name', [
    'partner: edit',
    'customer: edit',
    'user-role: edit',
    'request: edit',
    'vrrp-profile: edit',
    'edge-box: edit',
  ]),
)('$name', (form) => {
  it('has locked lists with their present value alone', async () => {
    const { container } = await show(form)
    const { fields } = layoutOf(form.schema, form.screen, false)
    const lists = [...fields.keys()].flatMap((pointer) => {
      const control = document.getElementById(controlId(pointer))
      return control instanceof HTMLSelectElement && control.disabled ? [control] : []
    })
    for (const list of lists) expect(list.options.length, list.id).toBe(1)
    expect(container.querySelector('form')).not.toBeNull()
  })
})
