// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import type { DataSource, Figures } from '../../../renderer/data/data-source.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { SummaryPage } from '../../../renderer/summary/summary-page.tsx'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { failingService } from '../../support/failing-service.ts'
import { exampleListService, renderPage, type RenderPageOptions } from '../../support/list/render-page.tsx'

const failing = failingService()
const schema: EntitySchema = { ...exampleSchema, properties: { ...exampleSchema.properties, size: { enum: ['L', 'M', 'S'] } } }
const summary: Screen = {
  ...exampleScreen,
  summary: {
    endpoint: '/api/v1/racks/sums/{tenantOid}',
    filters: ['size'],
    plots: { kept: { kind: 'area', of: 'kept', axis: 'month' }, bySize: { kind: 'bars', axis: 'size' } },
    rows: ['size'],
    count: 'serverCount',
    states: { by: 'state', tones: { free: 'quiet', closed: 'danger' } },
  },
}
const figures: Figures = {
  data: [
    { size: 'S', state: 'closed', serverCount: 2 },
    { size: 'S', state: 'free', serverCount: 5 },
    { size: 'L', state: 'free', serverCount: 1200 },
  ],
  meta: {
    kept: [
      { month: '2026-01', serverCount: 3 },
      { month: '2026-02', serverCount: 1207 },
    ],
  },
}

const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')
beforeAll(() => void width.mockReturnValue(400))
afterAll(() => width.mockRestore())
afterEach(cleanup)

function show(answer: DataSource['figures'], options: Partial<RenderPageOptions> = {}) {
  const source = exampleListService([])
  source.figures.mockImplementation(answer)
  return { source, ...renderPage(SummaryPage, { source, schema, screen: summary, address: '/racks', ...options }) }
}
const failingWith = (status: number) => failing.refuses('figures', { status, detail: 'Out of order', requestId: 'r1' })
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('a summary page', () => {
  it('draws the plots of its descriptor, and lists all rows in a table in the order of the options', { tags: ['S0-2.54'] }, async () => {
    show(async () => figures, { language: 'de' })
    const [kept, bySize] = await screen.findAllByRole('slider')
    expect(kept?.getAttribute('aria-valuetext')).toBe('Januar 2026: 3')
    expect(bySize?.getAttribute('aria-valuetext')).toBe('L: free 1.200, closed 0')
    // Sizes without rows get no bar.
    expect(bySize?.getAttribute('aria-valuemax')).toBe('2')
    expect(cells()).toEqual([
      ['L', 'free', '1.200'],
      ['S', 'free', '5'],
      ['S', 'closed', '2'],
    ])
  })

  it('leaves out plots of figures that the service does not add up', { tags: ['D-1.5'] }, async () => {
    show(async () => ({ ...figures, meta: {} }))
    const [bySize, ...more] = await screen.findAllByRole('slider')
    expect(bySize?.getAttribute('aria-valuetext')).toBe('L: free 1,200, closed 0')
    expect(more).toEqual([])
    expect(screen.queryAllByText(/kept/)).toEqual([])
    expect(cells()).toHaveLength(3)
  })

  it('sorts its table by a column header, ascending and descending', async () => {
    const { user } = show(async () => figures)
    const header = await screen.findByRole('button', { name: 'serverCount' })
    await user.click(header)
    expect(cells().map((row) => row[2])).toEqual(['2', '5', '1,200'])
    await user.click(header)
    expect(cells().map((row) => row[2])).toEqual(['1,200', '5', '2'])
    expect(screen.getByRole('columnheader', { name: 'serverCount' }).getAttribute('aria-sort')).toBe('descending')
  })

  it('filters plots and table, on the service and in the address', async () => {
    const { user, source, router } = show(async () => figures)
    await screen.findAllByRole('slider')
    expect(source.figures.mock.lastCall?.[0]).toEqual({ from: '/api/v1/racks/sums/{tenantOid}', tenantOid: 'acme', filters: {} })
    await user.selectOptions(screen.getByRole('combobox', { name: 'size' }), 'M')
    await waitFor(() => expect(source.figures.mock.lastCall?.[0].filters).toEqual({ size: 'M' }))
    expect(router.state.location.search).toBe('?f.size=M')
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    expect(router.state.location.search).toBe('')
  })

  it('ignores filters and values in the address that it does not know', async () => {
    const { source } = show(async () => figures, { address: '/racks?f.size=XXL&f.code=1' })
    await screen.findAllByRole('slider')
    expect(source.figures.mock.lastCall?.[0].filters).toEqual({})
  })

  it('shows placeholders while it loads, and says when there are no figures', async () => {
    show(failing.ignores('figures'))
    expect(screen.getAllByRole('status', { name: 'Loading' })).toHaveLength(2)
    expect(screen.getByRole('status', { name: 'Loading the figures' })).toBeDefined()
    cleanup()
    const { user } = show(async () => ({ data: [], meta: { kept: [] } }), { address: '/racks?f.size=S' })
    const showAll = within((await screen.findByText('Nothing matches')).parentElement!).getByRole('button', { name: 'Show everything' })
    await user.click(showAll)
    expect(await screen.findByText('Nothing here yet')).toBeDefined()
  })

  it('says what failed and loads the figures again on request, and says when the right is missing', async () => {
    const { source, user } = show(failingWith(500))
    expect((await screen.findByRole('alert')).textContent).toContain('Out of orderRequest r1')
    source.figures.mockImplementation(async () => figures)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findAllByRole('slider')).toHaveLength(2)
    cleanup()
    show(failingWith(403))
    expect(await screen.findByText('You may not see this summary')).toBeDefined()
  })
})
