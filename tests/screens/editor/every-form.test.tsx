// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controlId } from '../../../renderer/editor/page/environment.tsx'
import { layoutOf } from '../../../renderer/editor/layout/layout.ts'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { everyForm, editorOptionsOf, type Form } from '../../support/editor/every-form.ts'
import { inExtent } from '../../support/extent.ts'
import { failingService } from '../../support/failing-service.ts'
import { screen, renderEditor } from '../../support/editor/render-editor.tsx'
import type { FactId } from '../../proofs/facts.ts'

const failing = failingService()

beforeEach(() => {
  localStorage.clear()
  // Test files of one process share the document, and some leave elements in it.
  document.body.replaceChildren()
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

async function show(form: Form) {
  const [validate] = await Promise.all([loadValidator(form.schema.$id as EntityName), loadSectionParts(form.screen)])
  const options = editorOptionsOf(form)
  const rendered = renderEditor({ ...options, validate })
  const submit = rendered.container.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!submit) throw new Error('the form has no submit button')
  return { ...rendered, source: options.source, submit }
}

const editForms = everyForm.filter(({ record }) => record !== null)
const createForms = everyForm.filter(({ record }) => record === null)

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Controls that are neither disabled nor read-only. */
const editableControls = (container: Element): Control[] =>
  [...container.querySelectorAll<Control>('form input, form select, form textarea')].filter(
    (control) => !control.disabled && !(control as HTMLInputElement).readOnly && control.type !== 'hidden',
  )

interface EditedField {
  pointer: string
  /** The value that another user gives the same field. */
  theirs: unknown
}

/** Valid values per address format. Fields with a format of `strict` are not edited. */
const addresses: Record<string, [mine: string, theirs: string]> = { ipv4: ['10.9.8.7', '10.9.8.6'], subnet: ['10.9.0.0/16', '10.8.0.0/16'] }
const strict = new Set(['range', 'ports-list', 'bgp-community', 'ospf-area'])

/** Edits the first editable field, as soon as its options are loaded; text fields before selects, selects before references. */
const editFirstField = (form: Form, rendered: Pick<Awaited<ReturnType<typeof show>>, 'user'>): Promise<EditedField> =>
  waitFor(() => editNow(form, rendered), { timeout: 5000 })

async function editNow(
  { schema, screen: descriptor, record }: Form,
  { user }: Pick<Awaited<ReturnType<typeof show>>, 'user'>,
): Promise<EditedField> {
  const fields = [...layoutOf(schema, descriptor, record === null).fields.values()]
  const editable = fields.flatMap(({ field: { pointer, property } }) => {
    const found = document.getElementById(controlId(pointer)) as Control | null
    return found && !found.disabled && !(found as HTMLInputElement).readOnly ? [{ pointer, property, found }] : []
  })
  const isText = ({ property, found }: (typeof editable)[number]): boolean =>
    ['text', 'textarea'].includes(found.type) &&
    found.getAttribute('role') !== 'combobox' &&
    property.format !== 'month' &&
    !strict.has(property.format ?? '') &&
    (property.minimum ?? 0) <= 3
  const text = editable.find(isText)
  if (text) {
    const isNumber = [text.property.type].flat().some((type) => type === 'integer' || type === 'number')
    const another = text.found.value === '5' ? 4 : 5
    const [mine, theirs] = addresses[text.property.format ?? ''] ?? ['3', isNumber ? another : 'Theirs']
    if (isNumber || mine !== '3') await user.clear(text.found)
    await user.type(text.found, mine)
    return { pointer: text.pointer, theirs }
  }
  const otherOptions = (found: Control): HTMLOptionElement[] =>
    found.tagName !== 'SELECT'
      ? []
      : [...(found as HTMLSelectElement).options].filter((option) => !option.selected && option.value !== '' && !option.disabled)
  const choice = editable.find(({ found }) => otherOptions(found).length > 0)
  if (choice) {
    const options = otherOptions(choice.found)
    await user.selectOptions(choice.found, options[0]?.value ?? '')
    return { pointer: choice.pointer, theirs: options.at(-1)?.textContent?.toLowerCase() }
  }
  const reference = editable.find(({ found }) => found.getAttribute('role') === 'combobox')
  if (!reference) throw new Error('nothing can be changed')
  await user.click(reference.found)
  const options = await screen.findAllByRole('option')
  await user.click(options[1] as HTMLElement)
  return { pointer: reference.pointer, theirs: 'somewhere-else' }
}

/** Whether a field and all objects around it are required. */
const isRequired = ({ required, properties }: PropertySchema | EntitySchema, [first = '', ...rest]: readonly string[]): boolean =>
  required?.includes(first) === true && (rest.length === 0 || isRequired(properties?.[first] ?? {}, rest))

/** Facts that only one form proves. */
const facts: Partial<Record<string, FactId[]>> = {
  'edge-box: new': ['S1-2.20'],
  'tele-engine: new': ['S1-2.48', 'S1-8.5'],
  'external-gateway: new': ['S2-2.30'],
  'external-gateway: edit': ['S2-2.30'],
  'firewall-vpn-zone: new': ['S2-2.34'],
  'ihap-profile: new': ['S2-2.79'],
}

describe.each(
  inExtent(everyForm, 'name', [
    'partner: new',
    'user-role: edit',
    'edge-box: new',
    'external-gateway: edit',
    'license-add',
    'settings: own',
    'request: edit',
  ]),
)('the form $name', (form) => {
  it('has a name for every control and button, and reaches each of them by Tab', { tags: facts[form.name] ?? [] }, async () => {
    const { container, user, submit } = await show(form)
    for (const role of ['textbox', 'combobox', 'switch', 'radio', 'checkbox', 'button', 'spinbutton'])
      expect([role, screen.queryAllByRole(role, { name: '' }).length]).toEqual([role, 0])
    const editable = editableControls(container)
    ;(document.activeElement as HTMLElement | null)?.blur()
    const reached = new Set<Element | null>()
    for (let step = 0; step < 400 && document.activeElement !== submit; step++) {
      await user.tab()
      reached.add(document.activeElement)
    }
    expect(document.activeElement).toBe(submit)
    // Tab reaches one radio button of a group and one cell of a table; arrow keys reach the others.
    const missed = editable.filter(
      (control) => !control.disabled && !reached.has(control) && control.type !== 'radio' && !control.closest('table'),
    )
    expect(missed.map(({ id }) => id)).toEqual([])
  })

  it('marks required fields', async () => {
    await show(form)
    const fields = [...layoutOf(form.schema, form.screen, form.record === null).fields.values()]
    const unmarked = fields.flatMap(({ field: { pointer } }) => {
      const found = document.getElementById(controlId(pointer)) as Control | null
      if (!isRequired(form.schema, parsePointer(pointer)) || found === null || !editableControls(document.body).includes(found)) return []
      const mark = document.querySelector(`label[for="${found.id}"]`)?.parentElement?.textContent ?? ''
      return found.getAttribute('aria-required') === 'true' && mark.includes('*') ? [] : [`${pointer} ${mark}`]
    })
    expect(unmarked).toEqual([])
  })

  it('keeps the input when the service fails, and shows the error with the request id', { tags: facts[form.name] ?? [] }, async () => {
    const rendered = await show(form)
    const { user, source, submit } = rendered
    const { pointer } = await editFirstField(form, rendered)
    const inputValue = () => (document.getElementById(controlId(pointer)) as Control).value
    const before = inputValue()
    source.plan.mockImplementation(failing.refuses('plan', { status: 500, detail: 'The disk is on fire.', requestId: 'trouble-1' }))
    await user.click(submit)
    // Commands that cannot be undone ask for confirmation.
    const question = form.schema['x-entity'].command?.needs === 'delete' ? within(await screen.findByRole('alertdialog')) : undefined
    if (question) await user.click(question.getByRole('button', { name: submit.textContent ?? '' }))
    const alerts = within(await screen.findByRole('region', { name: 'Messages' }))
    expect(await alerts.findByText(/The disk is on fire\./)).toBeDefined()
    expect(alerts.getByText(/trouble-1/)).toBeDefined()
    expect(source.plan).toHaveBeenCalledOnce()
    expect(inputValue()).toBe(before)
  })
})

describe.each(inExtent(editForms, 'name', ['customer: edit', 'edge-box: edit', 'settings: own']))(
  'the form $name, edited by two users',
  (form) => {
    it('shows both values of a field that both changed, and sends the chosen one', async () => {
      const rendered = await show(form)
      const { user, source, submit } = rendered
      const { pointer, theirs } = await editFirstField(form, rendered)
      const record = form.record as ServedRecord
      const current = { ...withValueAt(record, parsePointer(pointer), theirs), revision: 9 } as ServedRecord
      const stale = { applied: false, items: [{ index: 0, verdict: 'conflict', current }] } as unknown as PlanResult
      source.plan.mockResolvedValueOnce(stale)
      await user.click(submit)
      const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed the same fields' }))
      await user.click(dialog.getByRole('button', { name: 'Save these choices' }))
      await waitFor(() => expect(source.plan).toHaveBeenCalledTimes(2))
      expect(source.plan.mock.lastCall?.[0].items[0]?.revision).toBe(9)
    })
  },
)

describe.each(inExtent(createForms, 'name', ['partner: new', 'edge-box: new', 'license-add']))('the form $name, empty', (form) => {
  it('sends nothing, shows the errors, and focuses the first one', { tags: ['S0-5.17'] }, async () => {
    const { user, source, submit, container } = await show({ ...form, prefill: {} })
    // Clear a prefilled required field: otherwise the form could be valid without input.
    const [prefilled] = editableControls(container).filter(
      (control) => control.type === 'text' && control.getAttribute('aria-required') === 'true',
    )
    if (prefilled && prefilled.value !== '' && prefilled.getAttribute('role') !== 'combobox') await user.clear(prefilled)
    await user.click(submit)
    await waitFor(() => expect(container.querySelector('[aria-invalid=true]')).not.toBeNull())
    expect(source.plan).not.toHaveBeenCalled()
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  })
})

it('the list of forms covers the screens', () => {
  expect(everyForm.length).toBeGreaterThan(15)
})
