// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { SWRConfig } from 'swr'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { PageProps } from '../../../renderer/host.tsx'
import { MatrixPage } from '../../../renderer/matrix/matrix-page.tsx'
import type { MatrixAnswer } from '../../../schemas/matrix.ts'
import type { Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { internetMatrix, zoneMatrix } from '../../support/samples/matrix-input.ts'
import { exampleListService, renderPage, type RenderPageOptions } from '../../support/list/render-page.tsx'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()
const values = ['deny', 'bh', 'dti', 'dti+', 'wsg', 'wsg+']
const schema: EntitySchema = { ...exampleSchema, properties: { ...exampleSchema.properties, policy: { enum: values } } }
const sixValues: Screen = {
  ...exampleScreen,
  matrix: {
    value: 'policy',
    marks: Object.fromEntries(internetMatrix(1, 1).options.map(({ value, letter, tone }) => [value, { letter, tone }])),
    alarms: 'rack.event.update',
  },
}
const twoValues: Screen = {
  ...sixValues,
  matrix: { value: 'policy', marks: { allow: { letter: 'A', tone: 'success' }, deny: { letter: 'D', tone: 'danger' } } },
}

const answerOf = ({ rows, columns, shape, values: saved, cells, revisions, details }: ReturnType<typeof zoneMatrix>): MatrixAnswer => ({
  axes: { rows: 'rack', columns: 'rack' },
  rows,
  columns,
  shape,
  values: saved,
  cells,
  revisions,
  details,
  can: { update: true },
})
const internet = answerOf(internetMatrix(60, 120))
const zones = answerOf(zoneMatrix(500))

// happy-dom does no layout.
const sizes = [vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get'), vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get')]
beforeAll(() => {
  sizes[0]?.mockReturnValue(176 + 28 * 12)
  sizes[1]?.mockReturnValue(128 + 28 * 10)
})
afterAll(() => sizes.forEach((size) => size.mockRestore()))
afterEach(cleanup)

const applied = async ({ items }: Plan): Promise<PlanResult> => ({
  applied: true,
  dryRun: false,
  actionId: 'a',
  counts: { applied: items.length, unchanged: 0, refused: 0 },
  items: items.map(({ oid = '', revision = 0, changes }, index) => ({
    index,
    verdict: 'applied',
    oid,
    record: { ...changes, oid, revision: revision + 1, can: {} } as ServedRecord,
  })),
})

async function show(answer: () => Promise<MatrixAnswer>, options: Partial<RenderPageOptions> = {}) {
  const source = exampleListService([])
  source.matrix.mockImplementation(answer)
  source.plan.mockImplementation(applied)
  const rendered = renderPage(MatrixPage, { source, schema, screen: sixValues, ...options })
  const grid = async () => {
    const found = await screen.findByRole('grid')
    found.focus()
    return found
  }
  return { source, ...rendered, grid }
}

/** The cell of a row and column, both counted from 1. */
function cell(row: number, column: number): HTMLElement {
  const line = document.querySelector(`[role=row][aria-rowindex="${row + 1}"]`)
  const found = line?.querySelector<HTMLElement>(`[role=gridcell][aria-colindex="${column + 1}"]`)
  if (!found) throw new Error(`no cell ${row}, ${column}`)
  return found
}
const sentValues = (source: Awaited<ReturnType<typeof show>>['source']) =>
  source.plan.mock.lastCall?.[0].items.map(({ oid, revision, changes }) => [oid, revision, changes?.['policy']])
const clipboard = (kind: 'copy' | 'paste', text = '') => {
  const data = new DataTransfer()
  if (kind === 'paste') data.setData('text/plain', text)
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: data })
  fireEvent(document.body, event)
  return data.getData('text/plain')
}

describe('a matrix page', () => {
  it('renders only the visible part of 500 x 500 cells, also after scrolling', async () => {
    const { grid } = await show(async () => zones, { screen: twoValues })
    const element = await grid()
    expect([element.getAttribute('aria-rowcount'), element.getAttribute('aria-colcount')]).toEqual(['501', '501'])
    expect(element.querySelectorAll('*').length).toBeLessThan(250)
    const cellCount = within(element).getAllByRole('gridcell').length
    expect(cell(1, 1).dataset['letter']).toMatch(/^[AD]$/)
    element.scrollTop = 28 * 300
    element.scrollLeft = 28 * 400
    fireEvent.scroll(element)
    expect(within(element).getAllByRole('gridcell')).toHaveLength(cellCount)
    expect(cell(305, 410).getAttribute('aria-label')).toMatch(/^(allow|deny)$/)
    expect(within(element).getByRole('rowheader', { name: 'Zone 305' })).toBeDefined()
    expect(within(element).getByRole('columnheader', { name: 'Zone 410' })).toBeDefined()
  })

  it('reaches every cell by keyboard, and sets aria-activedescendant', async () => {
    const { grid, user } = await show(async () => zones, { screen: twoValues })
    const element = await grid()
    await user.keyboard('{Control>}{End}{/Control}')
    const last = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    expect(last).toBe(cell(500, 500))
    await user.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowUp}{ArrowUp}')
    const columnHeader = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    expect(columnHeader).toBe(within(element).getByRole('columnheader', { name: 'Zone 1' }))
  })

  it('toggles one of two values on click or Space, and saves it with its revision', { tags: ['S2-2.41', 'S2-4.10'] }, async () => {
    const { source, grid, user } = await show(async () => zones, { screen: twoValues })
    await grid()
    let answer = (): void => undefined
    source.plan.mockImplementationOnce(async (plan) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return applied(plan)
    })
    const before = cell(2, 3).getAttribute('aria-label')
    const other = before === 'allow' ? 'deny' : 'allow'
    await user.click(cell(2, 3))
    expect([cell(2, 3).getAttribute('aria-label'), cell(2, 3).dataset['state']]).toEqual([`${other}, Being saved`, 'pending'])
    answer()
    await waitFor(() => expect(cell(2, 3).getAttribute('aria-label')).toBe(other))
    expect(sentValues(source)).toEqual([['Zone-0001/Zone-0002', 1, other]])
    await user.keyboard(' ')
    await waitFor(() => expect(sentValues(source)).toEqual([['Zone-0001/Zone-0002', 2, before]]))
    await user.click(cell(3, 2))
    expect(source.plan).toHaveBeenCalledTimes(2)
  })

  it('offers six values in a menu on click or Enter, accepts letters, and fills a range', { tags: ['S2-2.42', 'S2-4.12'] }, async () => {
    const { source, grid, user } = await show(async () => internet)
    await grid()
    await user.click(cell(5, 5))
    await user.click(screen.getByRole('menuitemradio', { name: 'wsg' }))
    await waitFor(() => expect(cell(5, 5).getAttribute('aria-label')).toBe('wsg'))
    expect(document.activeElement).toBe(screen.getByRole('grid'))
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}')
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toContain(cell(5, 6).getAttribute('aria-label'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
    await user.keyboard('d')
    await waitFor(() => expect([5, 6].map((column) => cell(5, column).getAttribute('aria-label'))).toEqual(['deny', 'deny']))
    expect(sentValues(source)?.every(([, , value]) => value === 'deny')).toBe(true)
    fireEvent.pointerDown(cell(7, 7), { button: 0, buttons: 1, pointerType: 'mouse' })
    fireEvent.pointerMove(cell(8, 9), { buttons: 1, pointerType: 'mouse' })
    fireEvent.pointerUp(cell(8, 9), { pointerType: 'mouse' })
    expect(document.querySelectorAll('[role=gridcell][aria-selected=true]')).toHaveLength(6)
    await user.click(screen.getByRole('button', { name: 'Set to' }))
    await user.click(screen.getByRole('menuitem', { name: 'dti+' }))
    await waitFor(() => expect(cell(8, 9).getAttribute('aria-label')).toBe('dti+'))
    expect(screen.getByText('6 cells set to dti+')).toBeDefined()
  })

  it('changes nothing if the change exceeds 10,000 cells, and says so', async () => {
    const { source, grid, user } = await show(async () => zones, { screen: twoValues })
    await grid()
    await user.keyboard('{Control>}a{/Control}')
    const before = cell(499, 500).getAttribute('aria-label')
    await user.keyboard(before === 'allow' ? 'd' : 'a')
    expect(
      await screen.findByText(/^At most 10,000 cells can be changed at once; this would be \d{2},\d{3}\. Nothing was changed\.$/),
    ).toBeDefined()
    expect(cell(499, 500).getAttribute('aria-label')).toBe(before)
    expect(source.plan).not.toHaveBeenCalled()
    await user.keyboard('{Control>}{Home}{/Control}{Shift>} {/Shift}a')
    await waitFor(() => expect(source.plan).toHaveBeenCalledOnce())
  })

  it('copies values as text, accepts pasted ones, and changes nothing if one is unknown', async () => {
    const { source, grid, user } = await show(async () => internet)
    await grid()
    await user.keyboard('{ArrowDown}{Shift>}{ArrowRight}{/Shift}')
    const copied = clipboard('copy')
    expect(copied).toBe([1, 2].map((column) => cell(2, column).getAttribute('aria-label')).join('\t'))
    await user.keyboard('{Escape}{Home}{ArrowDown}{ArrowDown}')
    clipboard('paste', 'D\tW+')
    await waitFor(() => expect([1, 2].map((column) => cell(4, column).getAttribute('aria-label'))).toEqual(['deny', 'wsg+']))
    expect(source.plan).toHaveBeenCalledOnce()
    clipboard('paste', 'D\tmaybe')
    expect(await screen.findByText('“maybe” is not one of the values. Nothing was changed.')).toBeDefined()
    expect(source.plan).toHaveBeenCalledOnce()
  })

  it('keeps refused values with the reason, and retries on request', { tags: ['S2-8.13'] }, async () => {
    const { source, grid, user } = await show(async () => internet)
    await grid()
    const errors = [{ pointer: '/items/1/oid', key: 'invented.gone', message: 'The zone was deleted.' }]
    source.plan.mockImplementationOnce(failing.refuses('plan', { status: 404, detail: 'Not found', errors }))
    await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}d')
    expect(await screen.findByText(/^Another cell of the same change was refused\. The zone was deleted\.$/)).toBeDefined()
    expect([cell(2, 2).dataset['state'], cell(2, 2).getAttribute('aria-label')]).toEqual([
      'failed',
      'deny, Not saved: The zone was deleted.',
    ])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(cell(2, 2).dataset['state']).toBeUndefined())
    expect(screen.queryByText('The zone was deleted.')).toBeNull()
    expect(cell(2, 2).getAttribute('aria-label')).toBe('deny')
  })

  it('shows the current values when the user leaves and returns at once', async () => {
    const Revisitable = (props: PageProps) => {
      const [isOpen, setOpen] = useState(true)
      return (
        <SWRConfig value={{ dedupingInterval: 2000 }}>
          <button onClick={() => setOpen(!isOpen)}>Turn</button>
          {isOpen && <MatrixPage {...props} />}
        </SWRConfig>
      )
    }
    const source = exampleListService([])
    source.matrix.mockImplementation(async () => internet)
    const { user } = renderPage(Revisitable, { source, schema, screen: sixValues })
    await screen.findByRole('grid')
    source.matrix.mockImplementation(async () => ({ ...internet, cells: internet.cells.replaceAll(/./g, '0') }))
    await user.click(screen.getByRole('button', { name: 'Turn' }))
    await user.click(screen.getByRole('button', { name: 'Turn' }))
    await screen.findByRole('grid')
    expect(cell(5, 5).getAttribute('aria-label')).toBe('deny')
    expect(cell(5, 6).getAttribute('aria-label')).toBe('deny')
  })

  it('retries with the stored revision when another user was first', { tags: ['S2-4.39'] }, async () => {
    const { source, grid, user } = await show(async () => internet)
    await grid()
    const current = [{ oid: 'Zone-0000/Set-0000', revision: 9, policy: 'bh', can: {} }]
    source.plan.mockImplementationOnce(failing.refuses('plan', { status: 409, detail: 'Somebody was first.', current }))
    await user.keyboard('i')
    await screen.findByRole('button', { name: 'Try again' })
    expect(cell(1, 1).getAttribute('aria-label')).toBe('dti, Not saved: Somebody was first. The stored value is bh.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(sentValues(source)).toEqual([['Zone-0000/Set-0000', 9, 'dti']]))
  })

  it('discards only the cells of a row deleted meanwhile, and names the row', { tags: ['S2-4.59'] }, async () => {
    const { source, grid, user } = await show(async () => internet)
    await grid()
    const rows = internet.rows.filter((_, index) => index !== 1)
    const without = { ...internet, rows, cells: internet.cells.slice(0, 120) + internet.cells.slice(240), details: {} }
    source.matrix.mockImplementation(async () => without)
    const errors = [{ pointer: '/items/1/vpnZone', key: 'invented.gone', message: 'Zone 2 has been deleted.' }]
    source.plan.mockImplementationOnce(failing.refuses('plan', { status: 404, detail: 'Not found', errors }))
    await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}w')
    const refused = within(await screen.findByRole('region', { name: 'Refused changes' }))
    expect((await refused.findByText(/^1 change was discarded/)).closest('[role=listitem]')?.textContent).toContain(
      'Zone 2 has been deleted.',
    )
    expect(screen.queryByRole('rowheader', { name: 'Zone 2' })).toBeNull()
    const wanted = sentValues(source)?.map(([, , value]) => value)
    await user.click(refused.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(sentValues(source)?.map(([oid]) => oid)).toEqual(['Zone-0000/Set-0001', 'Zone-0002/Set-0001']))
    expect(sentValues(source)?.map(([, , value]) => value)).toEqual([wanted?.[0], wanted?.[2]])
    await user.click(refused.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(refused.queryAllByRole('listitem')).toEqual([]))
  })

  it('lists alarms by severity above the matrix, and shows each at its cell', { tags: ['S2-2.44', 'S2-4.13', 'S2-8.16'] }, async () => {
    const { grid, user } = await show(async () => internet)
    await grid()
    const alerts = within(screen.getByRole('region', { name: 'Alarms' }))
    expect(alerts.getByRole('listitem').textContent).toBe(
      '3 ChangedZone 2/Set 3: No gatewayZone 3/Set 1: One gatewayZone 1/Set 2: Few tunnels',
    )
    expect(cell(2, 3).dataset['alarm']).toBe('critical')
    await user.hover(cell(2, 3))
    expect((await screen.findByText(/Critical alarm: No gateway/, { selector: '[role=tooltip]' })).textContent).toContain('Zone 2 → Set 3')
    await user.unhover(cell(2, 3))
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText(/Minor alarm: Few tunnels/, { selector: '[role=tooltip]' })).toBeDefined()
    await user.keyboard('d')
    await waitFor(() => expect(alerts.getByRole('listitem').textContent).toMatch(/^2 Changed/))
  })

  it('filters rows and columns by name and by the legend', { tags: ['S2-2.50'] }, async () => {
    const { grid, user } = await show(async () => internet)
    const element = await grid()
    await user.type(screen.getByRole('searchbox', { name: 'Rows: Racks' }), 'zone 7')
    expect(
      within(element)
        .getAllByRole('rowheader')
        .map((header) => header.textContent),
    ).toEqual(['Zone 7'])
    await user.click(screen.getByRole('button', { name: /^deny/ }))
    const faded = within(element)
      .getAllByRole('gridcell')
      .filter(({ dataset }) => 'faded' in dataset)
    expect(faded).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    expect(within(element).getAllByRole('rowheader').length).toBeGreaterThan(8)
    await user.type(screen.getByRole('searchbox', { name: 'Columns: Racks' }), 'nowhere')
    expect(await screen.findByText('No row or column matches')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  })

  it('is read-only without the right to update', { tags: ['S2-2.43', 'S2-4.10'] }, async () => {
    const locked: MatrixAnswer = { ...internet, can: { update: { because: 'because.occupied' } } }
    const { source, grid, user } = await show(async () => locked)
    const element = await grid()
    expect(element.getAttribute('aria-readonly')).toBe('true')
    expect(screen.getByText(/You may view these cells.* The rack holds a server\./)).toBeDefined()
    await user.click(cell(5, 5))
    await user.keyboard('d')
    clipboard('paste', 'D')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Set to' })).toBeNull()
    expect(source.plan).not.toHaveBeenCalled()
  })

  it('shows a skeleton while it loads, and says when it is empty, failed or forbidden', async () => {
    await show(() => failing.ignores('matrix')('rack', 'acme'))
    expect(await screen.findByRole('status', { name: 'Loading the matrix' })).toBeDefined()
    cleanup()
    await show(async () => ({ ...internet, rows: [], cells: '', details: {} }))
    expect(await screen.findByText('The matrix appears as soon as there are Racks.')).toBeDefined()
    cleanup()
    const { source, user } = await show(() =>
      failing.refuses('matrix', { status: 500, detail: 'Out of order', requestId: 'r1' })('rack', 'acme'),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Out of orderRequest r1')
    source.matrix.mockImplementation(async () => internet)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('grid')).toBeDefined()
    cleanup()
    await show(() => failing.refuses('matrix', { status: 403, detail: 'No' })('rack', 'acme'))
    expect(await screen.findByText('You may not see this matrix')).toBeDefined()
  })
})
