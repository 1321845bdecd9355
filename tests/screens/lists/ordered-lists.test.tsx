// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { example, exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import { EditorPage } from '../../../renderer/editor/page/editor-page.tsx'
import { OrderedPage } from '../../../renderer/list/order/ordered-page.tsx'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { rightsTable } from '../../../schemas/rights/table.ts'
import type { Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { navigationScreens } from '../../../src/screen-addresses.ts'
import { wholeSchema } from '../../../server/demo/world/records.ts'
import { applied, exampleListService, renderPage } from '../../support/list/render-page.tsx'
import { textsOf } from '../../support/browser/texts.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

configure({ asyncUtilTimeout: 5000, defaultHidden: true })
// Restores the default for the other test files of this process.
afterAll(() => configure({ defaultHidden: false }))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const ordered = navigationScreens.filter(({ entity }) => entitySchemas[entity]['x-entity'].order !== undefined)

/** Records of one lane at positions 1, 2 and 3, and a last one that nobody may update. */
function recordsOf(schema: EntitySchema): ServedRecord[] {
  const { label, order } = schema['x-entity']
  const { by = '', within: lane } = order ?? {}
  const option = lane === undefined ? {} : { [lane]: schema.properties[lane]?.enum?.[0] }
  const readOnly = { update: { because: 'list.reason.noRight' }, delete: { because: 'list.reason.noRight' } }
  return ['Alpha', 'Beta', 'Gamma', 'Last'].map((name, index) => ({
    oid: `o${index}`,
    revision: index + 5,
    can: name === 'Last' ? readOnly : { read: true, update: true, delete: true },
    [label]: name,
    [by]: name === 'Last' ? 64_000 : index + 1,
    ...option,
  }))
}

/** Applies a plan of updates, as the service does. */
function applyPlan(stored: ServedRecord[], { items }: Plan): PlanResult {
  for (const { oid, changes } of items) {
    const row = stored.find((record) => record.oid === oid)
    if (row) Object.assign(row, changes, { revision: row.revision + 1 })
  }
  return applied(items.length)
}

/** A service that applies plans. It returns the current rows in reverse, so that the page has to sort them. */
function serviceOf(records: ServedRecord[]) {
  const source = exampleListService(records)
  const listAll = source.list.getMockImplementation()
  source.list.mockImplementation(async (...args) => {
    const answer = await listAll?.(...args)
    if (answer === undefined) throw new Error('no list')
    return structuredClone({ ...answer, data: answer.data.toReversed() })
  })
  source.plan.mockImplementation((plan) => Promise.resolve(applyPlan(source.stored, plan)))
  return source
}

const names = () =>
  screen
    .getAllByRole('row')
    .map((row) => /Alpha|Beta|Gamma|Last/.exec(row.textContent ?? '')?.[0])
    .filter((name) => name !== undefined)
const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Move ${name},`) })
const announcements = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ')

describe.each(ordered)('the ordered list of $entity', ({ entity, screen: descriptor }) => {
  const schema = wholeSchema(entity)
  const by = schema['x-entity'].order?.by ?? ''

  async function show() {
    const source = serviceOf(recordsOf(schema))
    const rendered = renderPage(OrderedPage, { source, schema, screen: descriptor, texts: textsOf('en') })
    await screen.findByRole('button', { name: /^Move Alpha,/ })
    return { source, ...rendered }
  }

  it('fetches all rows at once, shows them in order, and disables the handle of rows that cannot be moved', async () => {
    const { source } = await show()
    expect(names()).toEqual(['Alpha', 'Beta', 'Gamma', 'Last'])
    expect(source.list.mock.lastCall?.[1]).toMatchObject({ page: 1, size: 500 })
    expect(handle('Last').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('1–4 of 4')).toBeDefined()
  })

  it('links to the page of the policies that it orders', { tags: ['S2-2.67', 'S2-2.70'] }, async () => {
    await show()
    const link = screen.getByRole('link', { name: textsOf('en')['vpn-zone-policy.many'] ?? '' })
    expect(link.getAttribute('href')).toBe('/racks')
  })

  it(
    'moves a row by keyboard, announces every step, and saves all changed positions in one plan with their revisions',
    { tags: ['S2-2.33', 'S2-2.38', 'S2-4.14', 'S2-4.15'] },
    async () => {
      const { source, user } = await show()
      handle('Alpha').focus()
      await user.keyboard(' ')
      expect(announcements()).toContain('Alpha picked up, 1 of 4.')
      await user.keyboard('{ArrowDown}{ArrowDown}')
      expect(announcements()).toContain('Alpha moved to 3 of 4.')
      expect([names(), document.activeElement]).toEqual([['Beta', 'Gamma', 'Alpha', 'Last'], handle('Alpha')])
      expect(source.plan).not.toHaveBeenCalled()
      await user.keyboard(' ')
      await waitFor(() => expect(announcements()).toContain('Alpha dropped and saved, 3 of 4.'))
      const update = (oid: string, revision: number, place: number) => ({
        entity,
        action: 'update',
        oid,
        revision,
        changes: { [by]: place },
      })
      expect(source.plan.mock.calls.map(([plan]) => plan)).toEqual([
        { source: 'inline', tenantOid: 'acme', items: [update('o1', 6, 1), update('o2', 7, 2), update('o0', 5, 3)] },
      ])
      expect([names(), document.activeElement]).toEqual([['Beta', 'Gamma', 'Alpha', 'Last'], handle('Alpha')])
    },
  )

  it('moves a row that is dragged by its handle', { tags: ['S2-2.33', 'S2-2.38'] }, async () => {
    // happy-dom does no layout: every row is 40 pixels high.
    const rects = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(this: HTMLElement) {
      const row = this.closest('[role=row]')
      return new DOMRect(0, 40 * Number(row?.getAttribute('aria-rowindex') ?? 0), 400, 40)
    })
    onTestFinished(() => rects.mockRestore())
    const { source } = await show()
    const pointer = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientY: number) =>
      fireEvent[type](type === 'pointerDown' ? handle('Alpha') : document, { clientX: 10, clientY, button: 0, isPrimary: true })
    pointer('pointerDown', 90)
    for (const y of [100, 140, 180]) await act(async () => void pointer('pointerMove', y))
    await act(async () => void pointer('pointerUp', 180))
    await waitFor(() => expect(names()).toEqual(['Beta', 'Gamma', 'Alpha', 'Last']))
    expect(source.plan).toHaveBeenCalledOnce()
  })

  it('never moves a row past one that cannot be moved, and restores the order on Escape', { tags: ['S2-4.23'] }, async () => {
    const { source, user } = await show()
    handle('Beta').focus()
    await user.keyboard(' {End}')
    expect(names()).toEqual(['Alpha', 'Gamma', 'Beta', 'Last'])
    await user.keyboard('{Escape}')
    expect([names(), source.plan.mock.calls]).toEqual([['Alpha', 'Beta', 'Gamma', 'Last'], []])
    handle('Last').focus()
    await user.keyboard(' {Home} ')
    expect([names(), source.plan.mock.calls]).toEqual([['Alpha', 'Beta', 'Gamma', 'Last'], []])
  })

  it('shows the new order before it is saved, and reverts it with the reason when it is refused', { tags: ['S2-4.16'] }, async () => {
    const { source, user, toast } = await show()
    const { call, refuse } = failing.holds('plan')
    source.plan.mockImplementation(call)
    handle('Gamma').focus()
    await user.keyboard(' {Home} ')
    expect(names()).toEqual(['Gamma', 'Alpha', 'Beta', 'Last'])
    expect(handle('Alpha').getAttribute('aria-disabled')).toBe('true')
    refuse({ status: 403, detail: 'Your role does not allow it.' })
    await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta', 'Gamma', 'Last']))
    expect(toast.mock.calls).toEqual([['danger', 'The order was not saved. Your role does not allow it.']])
    await waitFor(() => expect(announcements()).toContain('Gamma was not moved, 3 of 4.'))
    expect(document.activeElement).toBe(handle('Gamma'))
  })

  it('reports a conflict when another user has moved rows, and shows their order', { tags: ['S2-4.17'] }, async () => {
    const { source, user, toast } = await show()
    source.plan.mockImplementation((plan, options) => {
      for (const [name, place] of [
        ['Alpha', 3],
        ['Beta', 1],
        ['Gamma', 2],
      ] as const) {
        const row = source.stored.find((record) => record[schema['x-entity'].label] === name)
        if (row) Object.assign(row, { [by]: place, revision: 20 })
      }
      return failing.refuses('plan', { status: 409, detail: 'stale' })(plan, options)
    })
    handle('Gamma').focus()
    await user.keyboard(' {ArrowUp} ')
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('danger', expect.stringContaining('Somebody else changed this list in the meantime')),
    )
    expect(names()).toEqual(['Beta', 'Gamma', 'Alpha', 'Last'])
  })

  it(
    'shows in the editor of a new record the position that the service will assign, and does not send it',
    { tags: ['S2-4.20'] },
    async () => {
      const { plus = 0 } = schema['x-entity'].order ?? {}
      const source = serviceOf(recordsOf(schema))
      const named = Object.keys(rightsTable.named[schema['x-entity'].resource] ?? {}).map((name): [string, boolean] => [name, true])
      const can = { create: true, read: true, update: true, ...Object.fromEntries(named) }
      const { user, container } = renderPage(EditorPage, { source, schema, screen: descriptor, texts: textsOf('en'), can })
      const control = (field: string) => container.querySelector<HTMLInputElement>(`[id="field.${field}"]`)
      await waitFor(() => expect(control(by)?.value).toBe(String(4 + plus)))
      const name = control(schema['x-entity'].label)
      if (name === null) throw new Error('the editor does not show the name')
      await user.type(name, 'New{Enter}')
      await waitFor(() =>
        expect(source.plan.mock.lastCall?.[0].items).toMatchObject([{ action: 'create', changes: { [schema['x-entity'].label]: 'New' } }]),
      )
      expect(source.plan.mock.lastCall?.[0].items[0]?.changes).not.toHaveProperty(by)
    },
  )

  it('cannot be reordered while a search hides rows', async () => {
    const source = serviceOf(recordsOf(schema))
    renderPage(OrderedPage, { source, schema, screen: descriptor, texts: textsOf('en'), address: '/racks?q=a' })
    await screen.findByRole('button', { name: /^Move Alpha,/ })
    expect(handle('Alpha').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('an ordered list with lanes', () => {
  const schema: EntitySchema = { ...exampleSchema, 'x-entity': { ...exampleSchema['x-entity'], order: { by: 'heightU', within: 'state' } } }

  it('has one lane per option, each with its own order, and sorts equal positions by name', { tags: ['S2-2.37'] }, async () => {
    const source = serviceOf([example(1), example(2), example(3), example(4), example(5, { heightU: 3, code: 'A0' })])
    const { user } = renderPage(OrderedPage, { source, schema, screen: exampleScreen })
    await screen.findByRole('button', { name: 'Move A1, 1 of 3' })
    const lane = (name: string) =>
      within(screen.getByRole('grid', { name }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    expect([lane('free'), lane('closed')]).toEqual([
      ['A2', 'A4'],
      ['A1', 'A0', 'A3'],
    ])
    screen.getByRole('button', { name: 'Move A4, 2 of 2' }).focus()
    await user.keyboard(' {ArrowUp} ')
    await waitFor(() =>
      expect(source.plan.mock.lastCall?.[0].items.map(({ oid, changes }) => [oid, changes])).toEqual([['b4', { heightU: 1 }]]),
    )
    expect([lane('free'), lane('closed')]).toEqual([
      ['A4', 'A2'],
      ['A1', 'A0', 'A3'],
    ])
  })
})
