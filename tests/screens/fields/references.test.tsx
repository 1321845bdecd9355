// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../../schemas/plan.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { lastPlan, screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()
const oid = (digit: number) => `019213f7-0000-7000-8000-00000000000${digit}`
const network: PropertySchema = { type: 'string', maxLength: 50, 'x-ref': { entity: 'network', creates: true } }
const profile: PropertySchema = { type: 'string', 'x-ref': { entity: 'profile' } }
const schemaWith = (properties: Record<string, PropertySchema>, rules: unknown[] = []) =>
  ({ ...siteBoxSchema, properties: { ...siteBoxSchema.properties, ...properties }, 'x-rules': rules }) as EntitySchema
const screenWith = (fields: string[], widgets: NonNullable<Screen['editor']>['widgets'] = {}): Screen => ({
  group: 'network',
  editor: { sections: { general: fields }, widgets },
})
const answer = (records: Rec[]): ListAnswer => ({ data: records.map((record) => served(record)) }) as ListAnswer
const noChecks = () => []

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** Shows the editor of a device that refers to the network MPLS. */
const showWithNetwork = (options: Pick<NonNullable<Parameters<typeof renderEditor>[0]>, 'schema' | 'screen' | 'source'>) =>
  renderEditor({ record: served({ ...siteBox(), network: oid(1) }), validate: noChecks, ...options })

describe('an editable select on a reference', () => {
  const schema = schemaWith({ network })
  const screenOf = screenWith(['name', 'network'], { network: 'editable-select' })
  const source = () =>
    testSource({
      list: () => Promise.resolve(answer([{ oid: oid(1), name: 'MPLS' }])),
      one: () => Promise.resolve(served({ oid: oid(1), name: 'MPLS' })),
    })
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^network/ })

  it('shows the name of the referenced record, and stores the identifier of a picked one', async () => {
    const dataSource = source()
    const { user } = showWithNetwork({ schema, screen: screenOf, source: dataSource })
    await waitFor(() => expect(box().value).toBe('MPLS'))
    cleanup()
    const second = renderEditor({ record: served(siteBox()), schema, screen: screenOf, source: dataSource, validate: noChecks })
    await user.click(box())
    await user.click(await screen.findByRole('option', { name: /MPLS/ }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(second.source)?.items[0]?.changes).toEqual({ network: oid(1) }))
  })

  it(
    'stores a typed name trimmed and at most 50 characters long, and marks it as new',
    { tags: ['S1-5.31', 'S2-5.21', 'S2-9.24'] },
    async () => {
      const dataSource = source()
      const { user } = renderEditor({ record: served(siteBox()), schema, screen: screenOf, source: dataSource, validate: noChecks })
      await user.type(box(), `  ${'x'.repeat(49)}yz`)
      await user.tab()
      expect(box().value).toBe('x'.repeat(48))
      expect(screen.getByText('new')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Update' }))
      await waitFor(() => expect(lastPlan(dataSource)?.items[0]?.changes).toEqual({ network: 'x'.repeat(48) }))
      expect(dataSource.one).not.toHaveBeenCalled()
    },
  )

  it.each(['left', 'picked as a new name'])('resolves a fully typed name to the record of that name when it is %s', async (how) => {
    const dataSource = source()
    const { user } = renderEditor({ record: served(siteBox()), schema, screen: screenOf, source: dataSource, validate: noChecks })
    await user.type(box(), 'MPLS')
    await (how === 'left' ? user.tab() : user.click(screen.getByRole('option', { name: /new/ })))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(dataSource)?.items[0]?.changes).toEqual({ network: oid(1) }))
  })
})

describe('a typed name that the service resolves to an existing record', () => {
  it('does not count as a change of the field: a rule that clears other fields on change does not run again', async () => {
    const rules = [
      { id: 'other-network', fields: ['remark'], effect: 'clear', changed: ['network'], because: 'site-box.because.peers' },
      { id: 'open-network', fields: ['mode'], effect: 'enable', when: { 'network.open': true }, because: 'site-box.because.preference' },
    ]
    const heldList = failing.holds('list')
    const dataSource = testSource({
      list: heldList.call,
      one: () => Promise.resolve(served({ oid: oid(1), name: 'MPLS', open: true })),
    })
    dataSource.list.mockImplementationOnce(failing.ignores('list'))
    const { user } = renderEditor({
      record: served({ ...siteBox(), remark: 'old' }),
      schema: schemaWith({ network, remark: { type: 'string' } }, rules),
      screen: screenWith(['name', 'network', 'remark', 'mode'], { network: 'editable-select' }),
      source: dataSource,
      validate: noChecks,
    })
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: /^network/ })
    const remark = screen.getByRole<HTMLInputElement>('textbox', { name: /^remark/ })
    await user.type(box, 'MPLS')
    await user.tab()
    expect(remark.value).toBe('')
    await user.type(remark, 'mine')
    heldList.answer(answer([{ oid: oid(1), name: 'MPLS' }]))
    await waitFor(() => expect(screen.queryByText('new')).toBeNull())
    expect(remark.value).toBe('mine')
    await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /^mode/ }).disabled).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(dataSource)?.items[0]?.changes).toEqual({ network: oid(1), remark: 'mine' }))
  })
})

describe('an editable select on a plain string', () => {
  it('takes its suggestions from a field of another entity', { tags: ['S1-4.36'] }, async () => {
    const widget = { use: 'editable-select', suggestions: { entity: 'asset', field: 'serial', where: { status: ['free'] }, hint: 'model' } }
    const dataSource = testSource({ list: () => Promise.resolve(answer([{ oid: oid(2), serial: '0A1B', model: 'X200' }])) })
    const schema = schemaWith({ serial: { type: 'string' } })
    const { user } = renderEditor({
      record: served(siteBox()),
      schema,
      screen: screenWith(['serial'], { serial: widget }),
      source: dataSource,
      validate: noChecks,
    })
    await user.click(screen.getByRole('combobox', { name: /^serial/ }))
    await user.click(await screen.findByRole('option', { name: /0A1B\s*X200/ }))
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^serial/ }).value).toBe('0A1B')
    expect(dataSource.list.mock.calls[0]).toMatchObject(['asset', { filter: 'status=="free"', sort: { by: 'serial' } }])
  })

  it('fills a read-only field from the chosen record, and does not send that field', async () => {
    const widget = { use: 'editable-select', suggestions: { entity: 'asset', field: 'serial', fills: { model: 'kind' } } }
    const dataSource = testSource({ list: () => Promise.resolve(answer([{ oid: oid(2), serial: '0A1B', kind: 'X200' }])) })
    const schema = schemaWith({ serial: { type: 'string' }, model: { type: 'string', readOnly: true } })
    const record = served({ ...siteBox(), serial: 'OLD', model: 'X100' })
    const { user } = renderEditor({
      record,
      schema,
      screen: screenWith(['serial', 'model'], { serial: widget }),
      source: dataSource,
      validate: noChecks,
    })
    const [serial, model] = [screen.getByRole('combobox', { name: /^serial/ }), screen.getByLabelText<HTMLInputElement>(/^model/)]
    for (const [typed, known] of [
      ['OTHER', ''],
      ['OLD', 'X100'],
    ] as const) {
      await user.clear(serial)
      await user.type(serial, typed)
      await user.tab()
      expect(model.value).toBe(known)
    }
    await user.click(serial)
    await user.click(await screen.findByRole('option', { name: /0A1B/ }))
    expect(model.value).toBe('X200')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(dataSource)?.items[0]?.changes).toEqual({ serial: '0A1B' }))
  })
})

describe('a reference with `first: true`', () => {
  const rules = [{ id: 'of-hubs', fields: ['profile'], effect: 'enable', when: { mode: 'hub' }, because: 'site-box.because.hubs' }]
  const schema = schemaWith({ profile }, rules)
  const screenOf = screenWith(['mode', 'profile'], { mode: 'segmented', profile: { use: 'reference', first: true } })
  const source = () =>
    testSource({
      list: () =>
        Promise.resolve(
          answer([
            { oid: oid(3), name: 'Default' },
            { oid: oid(4), name: 'Other' },
          ]),
        ),
    })
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^profile/ })

  it('selects the first candidate as soon as it is enabled and empty', { tags: ['S1-4.31', 'S1-4.32'] }, async () => {
    const dataSource = source()
    const { user } = renderEditor({
      record: served({ ...siteBox(), mode: 'spoke' }),
      schema,
      screen: screenOf,
      source: dataSource,
      validate: noChecks,
    })
    expect(dataSource.list).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText('hub'))
    await waitFor(() => expect(box().value).toBe('Default'))
  })

  it('keeps an existing value, and changes nothing in a read-only record', () => {
    const dataSource = source()
    renderEditor({ record: served({ ...siteBox(), profile: oid(4) }), schema, screen: screenOf, source: dataSource, validate: noChecks })
    cleanup()
    const record = served(siteBox(), { can: { update: { because: 'list.reason.noRight' } } })
    renderEditor({ record, schema, screen: screenOf, source: dataSource, validate: noChecks })
    expect(dataSource.list).not.toHaveBeenCalled()
  })
})

describe('a reference whose candidates cannot be loaded', () => {
  const schema = schemaWith({ profile })
  const screenOf = screenWith(['profile'], { profile: { use: 'reference', eager: true } })

  it.each([
    [
      'the first message of the service',
      { status: 502, errors: ['Regions are down', 'more'].map((message) => ({ pointer: '', key: '', message })) },
      'Regions are down',
    ],
    ['a sentence of its own', { status: 0 }, 'Service Error!'],
  ])('is marked as invalid with %s', { tags: ['S1-8.3'] }, async (_case, refusal, text) => {
    renderEditor({
      record: served(siteBox()),
      schema,
      screen: screenOf,
      source: testSource({ list: failing.refuses('list', refusal) }),
      validate: noChecks,
    })
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByRole('combobox', { name: /^profile/ }).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a reference that a rule hides', () => {
  it('requests its candidates when it is first shown, and not before', { tags: ['S1-2.38'] }, async () => {
    const hidden = { id: 'profile-of-hubs', fields: ['profile'], effect: 'show', when: { mode: 'hub' }, because: 'site-box.because.hubs' }
    const base = schemaWith({ profile })
    const schema = { ...base, 'x-rules': [...base['x-rules'], hidden] } as typeof base
    const source = testSource({ list: failing.refuses('list', { status: 502, detail: 'Regions are down' }) })
    const screenOf = screenWith(['mode', 'profile'], { profile: { use: 'reference', eager: true } })
    const { user } = renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), schema, screen: screenOf, source, validate: noChecks })
    expect(source.list).not.toHaveBeenCalled()
    await user.selectOptions(screen.getByLabelText(/^mode/), 'hub')
    expect(await screen.findByText('Regions are down')).toBeDefined()
  })
})

describe('an inheritable switch', () => {
  const schema = schemaWith({ network, open: { type: ['boolean', 'null'] } })
  const screenOf = screenWith(['network', 'open'], { network: 'editable-select', open: { use: 'inheritable', inherits: 'network.open' } })

  it('shows the inherited value, and can override it and inherit it again', { tags: ['S1-4.12'] }, async () => {
    const dataSource = testSource({ one: () => Promise.resolve(served({ oid: oid(1), name: 'MPLS', open: true })) })
    const { user } = showWithNetwork({ schema, screen: screenOf, source: dataSource })
    const inherited = await screen.findByRole<HTMLInputElement>('radio', { name: 'Inherited (On)' })
    expect(inherited.checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Off' }))
    await user.click(inherited)
    expect(screen.getByText('No changes')).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'Off' }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(dataSource)?.items[0]?.changes).toEqual({ open: false }))
  })
})
