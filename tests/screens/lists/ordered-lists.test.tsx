// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
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
// Other files ask for what is heard.
afterAll(() => configure({ defaultHidden: false }))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const ordered = navigationScreens.filter(({ entity }) => entitySchemas[entity]['x-entity'].order !== undefined)

/** Records of a lane with places from 1, and a last one that nobody may change. */
function recordsOf(schema: EntitySchema): ServedRecord[] {
  const { label, order } = schema['x-entity']
  const { by = '', within: lane } = order ?? {}
  const option = lane === undefined ? {} : { [lane]: schema.properties[lane]?.enum?.[0] }
  const stay = { update: { because: 'list.reason.noRight' }, delete: { because: 'list.reason.noRight' } }
  return ['Alpha', 'Beta', 'Gamma', 'Last'].map((name, index) => ({
    oid: `o${index}`,
    revision: index + 5,
    can: name === 'Last' ? stay : { read: true, update: true, delete: true },
    [label]: name,
    [by]: name === 'Last' ? 64_000 : index + 1,
    ...option,
  }))
}

/** Carries out a plan of updates, as the service does. */
function carryOut(stored: ServedRecord[], { items }: Plan): PlanResult {
  for (const { oid, changes } of items) {
    const row = stored.find((record) => record.oid === oid)
    if (row) Object.assign(row, changes, { revision: row.revision + 1 })
  }
  return applied(items.length)
}

/** A service that carries out plans, and answers rows as they are by then, backwards: who shows them puts them in order. */
function serviceOf(records: ServedRecord[]) {
  const source = exampleListService(records)
  const whole = source.list.getMockImplementation()
  source.list.mockImplementation(async (...asked) => {
    const answer = await whole?.(...asked)
    if (answer === undefined) throw new Error('no list')
    return structuredClone({ ...answer, data: answer.data.toReversed() })
  })
  source.plan.mockImplementation((plan) => Promise.resolve(carryOut(source.stored, plan)))
  return source
}

const names = () =>
  screen
    .getAllByRole('row')
    .map((row) => /Alpha|Beta|Gamma|Last/.exec(row.textContent ?? '')?.[0])
    .filter((name) => name !== undefined)
const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Move ${name},`) })
const told = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ')

describe.each(ordered)('the ordered list of $entity', ({ entity, screen: descriptor }) => {
  const schema = wholeSchema(entity)
  const by = schema['x-entity'].order?.by ?? ''

  async function show() {
    const source = serviceOf(recordsOf(schema))
    const shown = renderPage(OrderedPage, { source, schema, screen: descriptor, texts: textsOf('en') })
    await screen.findByRole('button', { name: /^Move Alpha,/ })
    return { source, ...shown }
  }

  it('stands in its order, asks for all of it at once, and says of rows that keep their place why they do', async () => {
    const { source } = await show()
    expect(names()).toEqual(['Alpha', 'Beta', 'Gamma', 'Last'])
    expect(source.list.mock.lastCall?.[1]).toMatchObject({ page: 1, size: 500 })
    expect(handle('Last').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('1–4 of 4')).toBeDefined()
  })

  it('leads to the page of the policies that it decides about', { tags: ['S2-2.67', 'S2-2.70'] }, async () => {
    await show()
    const way = screen.getByRole('link', { name: textsOf('en')['vpn-zone-policy.many'] ?? '' })
    expect(way.getAttribute('href')).toBe('/racks')
  })

  it(
    'moves a row by keys, tells every step, and writes the place of every row that moved in one plan, from its revision',
    { tags: ['S2-2.33', 'S2-2.38', 'S2-4.14', 'S2-4.15'] },
    async () => {
      const { source, user } = await show()
      handle('Alpha').focus()
      await user.keyboard(' ')
      expect(told()).toContain('Alpha picked up, 1 of 4.')
      await user.keyboard('{ArrowDown}{ArrowDown}')
      expect(told()).toContain('Alpha moved to 3 of 4.')
      expect([names(), document.activeElement]).toEqual([['Beta', 'Gamma', 'Alpha', 'Last'], handle('Alpha')])
      expect(source.plan).not.toHaveBeenCalled()
      await user.keyboard(' ')
      await waitFor(() => expect(told()).toContain('Alpha dropped and saved, 3 of 4.'))
      const write = (oid: string, revision: number, place: number) => ({
        entity,
        action: 'update',
        oid,
        revision,
        changes: { [by]: place },
      })
      expect(source.plan.mock.calls.map(([plan]) => plan)).toEqual([
        { source: 'inline', tenantOid: 'acme', items: [write('o1', 6, 1), write('o2', 7, 2), write('o0', 5, 3)] },
      ])
      expect([names(), document.activeElement]).toEqual([['Beta', 'Gamma', 'Alpha', 'Last'], handle('Alpha')])
    },
  )

  it('never moves a row past one that keeps its place, and leaves it where it was on escape', { tags: ['S2-4.23'] }, async () => {
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

  it('shows the new order before it is stored, and goes back with the reason when it is refused', { tags: ['S2-4.16'] }, async () => {
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
    await waitFor(() => expect(told()).toContain('Gamma was not moved, 3 of 4.'))
    expect(document.activeElement).toBe(handle('Gamma'))
  })

  it('tells the second of two people who move at once, and shows the order of the first', { tags: ['S2-4.17'] }, async () => {
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

  it('a new one begins with the place that the service will give it, which is not sent', { tags: ['S2-4.20'] }, async () => {
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
  })

  it('is not put in order while a search leaves rows out', async () => {
    const source = serviceOf(recordsOf(schema))
    renderPage(OrderedPage, { source, schema, screen: descriptor, texts: textsOf('en'), address: '/racks?q=a' })
    await screen.findByRole('button', { name: /^Move Alpha,/ })
    expect(handle('Alpha').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('lanes side by side', () => {
  const schema: EntitySchema = { ...exampleSchema, 'x-entity': { ...exampleSchema['x-entity'], order: { by: 'heightU', within: 'state' } } }

  it('hold the rows of an option each, in an order of their own; equal places go by name', { tags: ['S2-2.37'] }, async () => {
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
