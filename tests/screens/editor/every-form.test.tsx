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
  // Files of one process share a document, and some leave things in it.
  document.body.replaceChildren()
  // The test's browser does no layout: every box is as high as ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

async function show(form: Form) {
  const [validate] = await Promise.all([loadValidator(form.schema.$id as EntityName), loadSectionParts(form.screen)])
  const options = editorOptionsOf(form)
  const shown = renderEditor({ ...options, validate })
  const submit = shown.container.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!submit) throw new Error('the form has nothing to press')
  return { ...shown, source: options.source, submit }
}

const changed = everyForm.filter(({ record }) => record !== null)
const created = everyForm.filter(({ record }) => record === null)

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a person may fill in. */
const openControls = (container: Element): Control[] =>
  [...container.querySelectorAll<Control>('form input, form select, form textarea')].filter(
    (one) => !one.disabled && !(one as HTMLInputElement).readOnly && one.type !== 'hidden',
  )

interface Touched {
  pointer: string
  /** What the record would hold if somebody else had changed the same field. */
  theirs: unknown
}

/** Addresses that may stand in a field of their kind; other formats of the network are left alone. */
const addresses: Record<string, [mine: string, theirs: string]> = { ipv4: ['10.9.8.7', '10.9.8.6'], subnet: ['10.9.0.0/16', '10.8.0.0/16'] }
const strict = new Set(['range', 'ports-list', 'bgp-community', 'ospf-area'])

/** Changes the first field that is open, as soon as what it offers has come; texts before choices. */
const touch = (form: Form, shown: Pick<Awaited<ReturnType<typeof show>>, 'user'>): Promise<Touched> =>
  waitFor(() => touchNow(form, shown), { timeout: 5000 })

async function touchNow(
  { schema, screen: descriptor, record }: Form,
  { user }: Pick<Awaited<ReturnType<typeof show>>, 'user'>,
): Promise<Touched> {
  const fields = [...layoutOf(schema, descriptor, record === null).fields.values()]
  const open = fields.flatMap(({ field: { pointer, property } }) => {
    const found = document.getElementById(controlId(pointer)) as Control | null
    return found && !found.disabled && !(found as HTMLInputElement).readOnly ? [{ pointer, property, found }] : []
  })
  const isText = ({ property, found }: (typeof open)[number]): boolean =>
    ['text', 'textarea'].includes(found.type) &&
    found.getAttribute('role') !== 'combobox' &&
    property.format !== 'month' &&
    !strict.has(property.format ?? '') &&
    (property.minimum ?? 0) <= 3
  const text = open.find(isText)
  if (text) {
    const isNumber = [text.property.type].flat().some((type) => type === 'integer' || type === 'number')
    const another = text.found.value === '5' ? 4 : 5
    const [mine, theirs] = addresses[text.property.format ?? ''] ?? ['3', isNumber ? another : 'Theirs']
    if (isNumber || mine !== '3') await user.clear(text.found)
    await user.type(text.found, mine)
    return { pointer: text.pointer, theirs }
  }
  const others = (found: Control): HTMLOptionElement[] =>
    found.tagName !== 'SELECT'
      ? []
      : [...(found as HTMLSelectElement).options].filter((one) => !one.selected && one.value !== '' && !one.disabled)
  const choice = open.find(({ found }) => others(found).length > 0)
  if (choice) {
    const options = others(choice.found)
    await user.selectOptions(choice.found, options[0]?.value ?? '')
    return { pointer: choice.pointer, theirs: options.at(-1)?.textContent?.toLowerCase() }
  }
  const reference = open.find(({ found }) => found.getAttribute('role') === 'combobox')
  if (!reference) throw new Error('nothing can be changed')
  await user.click(reference.found)
  const options = await screen.findAllByRole('option')
  await user.click(options[1] as HTMLElement)
  return { pointer: reference.pointer, theirs: 'somewhere-else' }
}

/** Every object around a field asks for what leads to it. */
const isAsked = ({ required, properties }: PropertySchema | EntitySchema, [first = '', ...rest]: readonly string[]): boolean =>
  required?.includes(first) === true && (rest.length === 0 || isAsked(properties?.[first] ?? {}, rest))

/** Facts about one form. */
const facts: Partial<Record<string, FactId[]>> = {
  'partner: new': ['S0-2.30'],
  'customer: new': ['S0-2.31'],
  'user-role: new': ['S0-2.32'],
  'appliance: new': ['S0-2.33'],
  'request: edit': ['S0-2.34'],
  'settings: own': ['S0-2.35'],
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
  it('names everything that can be filled in or pressed, and leads there by Tab', { tags: facts[form.name] ?? [] }, async () => {
    const { container, user, submit } = await show(form)
    for (const role of ['textbox', 'combobox', 'switch', 'radio', 'checkbox', 'button', 'spinbutton'])
      expect([role, screen.queryAllByRole(role, { name: '' }).length]).toEqual([role, 0])
    const open = openControls(container)
    ;(document.activeElement as HTMLElement | null)?.blur()
    const reached = new Set<Element | null>()
    for (let step = 0; step < 400 && document.activeElement !== submit; step++) {
      await user.tab()
      reached.add(document.activeElement)
    }
    expect(document.activeElement).toBe(submit)
    // Of radio buttons Tab leads to one, in tables arrows lead on.
    const missed = open.filter((one) => !one.disabled && !reached.has(one) && one.type !== 'radio' && !one.closest('table'))
    expect(missed.map(({ id }) => id)).toEqual([])
  })

  it('marks what cannot be left out', async () => {
    await show(form)
    const fields = [...layoutOf(form.schema, form.screen, form.record === null).fields.values()]
    const unmarked = fields.flatMap(({ field: { pointer } }) => {
      const found = document.getElementById(controlId(pointer)) as Control | null
      if (!isAsked(form.schema, parsePointer(pointer)) || found === null || !openControls(document.body).includes(found)) return []
      const mark = document.querySelector(`label[for="${found.id}"]`)?.parentElement?.textContent ?? ''
      return found.getAttribute('aria-required') === 'true' && mark.includes('*') ? [] : [`${pointer} ${mark}`]
    })
    expect(unmarked).toEqual([])
  })

  it('keeps what was typed when the service is in trouble, and says so with the request', { tags: facts[form.name] ?? [] }, async () => {
    const shown = await show(form)
    const { user, source, submit } = shown
    const { pointer } = await touch(form, shown)
    const typed = () => (document.getElementById(controlId(pointer)) as Control).value
    const before = typed()
    source.plan.mockImplementation(failing.refuses('plan', { status: 500, detail: 'The disk is on fire.', requestId: 'trouble-1' }))
    await user.click(submit)
    // What is final is asked for once more.
    const question = form.schema['x-entity'].command?.needs === 'delete' ? within(await screen.findByRole('alertdialog')) : undefined
    if (question) await user.click(question.getByRole('button', { name: submit.textContent ?? '' }))
    const alerts = within(await screen.findByRole('region', { name: 'Messages' }))
    expect(await alerts.findByText(/The disk is on fire\./)).toBeDefined()
    expect(alerts.getByText(/trouble-1/)).toBeDefined()
    expect(source.plan).toHaveBeenCalledOnce()
    expect(typed()).toBe(before)
  })
})

describe.each(inExtent(changed, 'name', ['customer: edit', 'edge-box: edit', 'settings: own']))(
  'the form $name, on which two work',
  (form) => {
    it('shows what both made of the same field, and sends what one chooses', async () => {
      const shown = await show(form)
      const { user, source, submit } = shown
      const { pointer, theirs } = await touch(form, shown)
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

describe.each(inExtent(created, 'name', ['partner: new', 'edge-box: new', 'license-add']))('the form $name, left empty', (form) => {
  it('sends nothing, says what is wrong, and goes there', { tags: ['S0-5.17'] }, async () => {
    const { user, source, submit, container } = await show({ ...form, prefill: {} })
    // What everything required begins with could be made as it stands.
    const [begun] = openControls(container).filter((one) => one.type === 'text' && one.getAttribute('aria-required') === 'true')
    if (begun && begun.value !== '' && begun.getAttribute('role') !== 'combobox') await user.clear(begun)
    await user.click(submit)
    await waitFor(() => expect(container.querySelector('[aria-invalid=true]')).not.toBeNull())
    expect(source.plan).not.toHaveBeenCalled()
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  })
})

it('is each form of each screen', () => {
  expect(everyForm.length).toBeGreaterThan(15)
})
