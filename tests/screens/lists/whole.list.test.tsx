// @vitest-environment happy-dom
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { example, exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import { dateText } from '../../../renderer/parts/text/date-texts.ts'
import { zoneText } from '../../../renderer/parts/text/time-zone.ts'
import { examples, findRow, tabNamed } from '../../support/list/example-rows.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

const lastQuery = (source: ReturnType<typeof exampleListService>) => source.list.mock.lastCall?.[1]

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 5000, defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('a list', () => {
  it('renders cells with the widgets of their columns, and the name as a link to the editor', { tags: ['S0-2.22'] }, async () => {
    renderPage(ListPage, { source: exampleListService([example(1, { oid: 'b/1', heightU: 1234.5 })]) })
    const cells = within(await findRow('A1'))
    expect(cells.getByRole('link', { name: 'A1' }).getAttribute('href')).toBe('/racks/edit/b%2F1')
    expect(cells.getByText('1,234.5')).toBeDefined()
    expect(cells.getByText('closed')).toBeDefined()
  })

  it('writes dates as the screen says, and states the time zone in its foot where it has times', async () => {
    const source = exampleListService([example(1, { updatedAt: '2020-01-12T22:00:05Z' })])
    const { unmount } = renderPage(ListPage, { source, screen: { ...exampleScreen, dateDisplay: { updatedAt: 'exact' } } })
    const exact = dateText('2020-01-12T22:00:05Z', 'exact', { language: 'en' })
    expect(within(await findRow('A1')).getByText(exact).tagName).toBe('TIME')
    expect(screen.getByText(zoneText(), { selector: 'footer *' }).textContent).toBe(`Time zone: ${zoneText()}`)
    unmount()
    const list = { ...exampleScreen.list, columns: ['code'] }
    renderPage(ListPage, { source, screen: { ...exampleScreen, list } })
    await findRow('A1')
    expect(screen.queryByText(/Time zone/)).toBeNull()
  })

  it('links to the read-only page of a record that the user may not update', { tags: ['S2-2.28'] }, async () => {
    const can = { update: { because: 'list.reason.noRight' }, delete: { because: 'list.reason.noRight' } }
    renderPage(ListPage, { source: exampleListService([example(1, { oid: 'b/1', can })]) })
    expect(
      within(await findRow('A1'))
        .getByRole('link', { name: 'A1' })
        .getAttribute('href'),
    ).toBe('/racks/consult/b%2F1')
  })

  it('shows the row count of every tab and fetches the rows of the selected one', { tags: ['S0-2.22'] }, async () => {
    const source = exampleListService(examples(5))
    const { user, router } = renderPage(ListPage, { source })
    await findRow('A1')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['All5', 'free2', 'closed3'])
    await user.click(tabNamed('free'))
    await waitFor(() => expect(screen.queryByText('A1')).toBeNull())
    expect(lastQuery(source)).toMatchObject({ condition: 'free', page: 1 })
    expect(router.state.location.search).toBe('?tab=free')
  })

  it('pages on the service and shows the range of rows', { tags: ['S0-2.22'] }, async () => {
    const source = exampleListService(examples(54))
    const { user, router } = renderPage(ListPage, { source })
    await findRow('A1')
    expect(screen.getByText('1–50 of 54')).toBeDefined()
    await user.click(screen.getByLabelText('Page 2'))
    await findRow('A54')
    expect(screen.getByText('51–54 of 54')).toBeDefined()
    expect(router.state.location.search).toBe('?page=2')
    await user.click(screen.getByLabelText('20 rows per page'))
    await findRow('A1')
    expect(router.state.location.search).toBe('?size=20')
  })

  it('shows a lower bound if the service does not count all rows, and still goes to the next page', async () => {
    const source = exampleListService(examples(54))
    const { list } = source
    const listAll = list.getMockImplementation()
    list.mockImplementation(async (...args) => {
      const answer = await listAll?.(...args)
      if (answer === undefined) throw new Error('no list')
      return { ...answer, meta: { ...answer.meta, totalCount: 51, counts: { all: 51, free: 51, closed: 0 }, atLeast: true } }
    })
    const { user } = renderPage(ListPage, { source })
    await findRow('A1')
    expect(screen.getByText('1–50 of 51+')).toBeDefined()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['All51+', 'free51+', 'closed'])
    expect(screen.getByLabelText('Last page').getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByLabelText('Next page'))
    await findRow('A54')
  })

  it('shows what a filter finds before it is counted, and its count when that comes', async () => {
    const source = exampleListService(examples(54))
    const { list } = source
    const listAll = list.getMockImplementation()
    let count = (): void => undefined
    const counted = new Promise<void>((done) => {
      count = done
    })
    list.mockImplementation(async (entity, query, signal) => {
      const answer = await listAll?.(entity, query, signal)
      if (answer === undefined) throw new Error('no list')
      if (query.isCountedLater)
        return { ...answer, meta: { ...answer.meta, totalCount: 51, counts: { all: 51 }, atLeast: true, countable: true } }
      await counted
      return answer
    })
    renderPage(ListPage, { source, address: '/racks?q=a' })
    await findRow('A1')
    expect(screen.getByText('1–50 of 51+')).toBeDefined()
    count()
    expect(await screen.findByText('1–50 of 54')).toBeDefined()
    expect(list.mock.calls.map(([, { isCountedLater }]) => isCountedLater)).toEqual([true, undefined])
  })

  it('goes to the last page when the address names a later one', async () => {
    const { router } = renderPage(ListPage, { source: exampleListService(examples(53)), address: '/racks?page=9' })
    await findRow('A51')
    expect(router.state.location.search).toBe('?page=2')
  })

  it('sorts on the service and returns to page 1', async () => {
    const source = exampleListService(examples(53))
    const { user, router } = renderPage(ListPage, { source, address: '/racks?page=2' })
    await findRow('A51')
    await user.click(screen.getByText('heightU', { selector: 'th button' }))
    await user.click(screen.getByText('heightU', { selector: 'th button' }))
    await findRow('A53')
    expect(lastQuery(source)?.sort).toEqual({ by: 'heightU', order: 'desc' })
    expect(router.state.location.search).toBe('?sort=-heightU')
  })

  it('follows a click that comes before the router has rendered the previous one', async () => {
    const { router } = renderPage(ListPage, { source: exampleListService(examples(5)) })
    await findRow('A1')
    await act(async () => {
      flushSync(() => tabNamed('free').click())
      flushSync(() => tabNamed('All').click())
    })
    await findRow('A1')
    expect(tabNamed('All').getAttribute('aria-selected')).toBe('true')
    expect(router.state.location.search).toBe('')
  })

  it('keeps the old rows, marked as busy, while the next page loads', async () => {
    const source = exampleListService(examples(53))
    const { user } = renderPage(ListPage, { source })
    await findRow('A1')
    source.list.mockImplementationOnce(failing.ignores('list'))
    await user.click(screen.getByLabelText('Page 2'))
    expect(document.querySelector('table')?.getAttribute('aria-busy')).toBe('true')
    expect(screen.getByText('A1')).toBeDefined()
  })
})

describe('the remembered state of a list', () => {
  it('is restored on the next visit, including the address', { tags: ['S0-2.25'] }, async () => {
    const source = exampleListService(examples(53))
    renderPage(ListPage, { source, address: '/racks?tab=closed&q=north&size=20&page=2' })
    await findRow('A41')
    cleanup()
    const { router } = renderPage(ListPage, { source })
    await findRow('A41')
    expect(router.state.location.search).toBe('?tab=closed&q=north&size=20&page=2')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('north')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('closed27')
  })

  it('includes the focus when the user goes back', async () => {
    const { user, router } = renderPage(ListPage, { source: exampleListService([example(1)]) })
    await user.click(await screen.findByRole('link', { name: 'Bulk' }))
    expect(await screen.findByRole('heading', { name: 'Another page' })).toBeDefined()
    await router.navigate(-1)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Bulk'))
  })

  it('is overridden by the address', async () => {
    const source = exampleListService(examples(53))
    renderPage(ListPage, { source, address: '/racks?tab=closed' })
    await findRow('A1')
    cleanup()
    renderPage(ListPage, { source, address: '/racks?tab=free' })
    await findRow('A2')
    expect(lastQuery(source)).toMatchObject({ condition: 'free' })
  })

  it('applies to the first request already', async () => {
    localStorage.setItem('racksActiveSearch', 'north')
    const source = exampleListService(examples(3))
    renderPage(ListPage, { source })
    await findRow('A1')
    expect(source.list.mock.calls.every(([, query]) => query.filter?.includes('north'))).toBe(true)
  })
})

describe('the search box of a list', () => {
  it('applies a second after the last keystroke, or at once on Enter', { tags: ['S0-2.26'] }, async () => {
    const source = exampleListService(examples(3))
    const { user, router } = renderPage(ListPage, { source })
    await findRow('A1')
    await user.type(screen.getByRole('searchbox'), '50%')
    expect(router.state.location.search).toBe('')
    await waitFor(() => expect(router.state.location.search).toBe('?q=50%25'))
    await waitFor(() => expect(lastQuery(source)?.filter).toBeDefined())
    expect(lastQuery(source)?.filter).toBe(String.raw`(code=ilike="%50\\%%",holder=ilike="%50\\%%")`)
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'north{Enter}')
    expect(router.state.location.search).toBe('?q=north')
  })
})

describe('page 1 of a list', () => {
  it('is where a change of tab or of search starts', { tags: ['S0-2.27', 'S0-4.27'] }, async () => {
    const source = exampleListService(examples(130))
    const { user, router } = renderPage(ListPage, { source, address: '/racks?page=2' })
    await findRow('A51')
    await user.click(tabNamed('free'))
    await waitFor(() => expect(lastQuery(source)).toMatchObject({ condition: 'free', page: 1 }))
    await user.click(screen.getByLabelText('Page 2'))
    expect(router.state.location.search).toContain('page=2')
    await user.type(screen.getByRole('searchbox'), 'north{Enter}')
    await waitFor(() => expect(lastQuery(source)).toMatchObject({ condition: 'free', page: 1 }))
    expect(router.state.location.search).toBe('?tab=free&q=north')
  })
})

describe('the filters of a list', () => {
  it('filter by a field, show as a chip, and can be removed', async () => {
    const source = exampleListService(examples(3))
    const { user, router } = renderPage(ListPage, { source })
    await findRow('A1')
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('button', { name: 'state' }))
    await user.click(screen.getByRole('checkbox', { name: 'free' }))
    expect(router.state.location.search).toBe('?f.state=free')
    await waitFor(() => expect(lastQuery(source)?.filter).toBe('state=="free"'))
    await user.click(screen.getByRole('button', { name: 'Remove the filter on state' }))
    expect(router.state.location.search).toBe('')
  })

  it('do not offer secret, structured or unreadable fields', async () => {
    const read = { when: { '$can.readCount': true }, because: 'because.occupied' }
    const { serverCount, ...others } = exampleSchema.properties
    const schema = { ...exampleSchema, properties: { ...others, serverCount: { ...serverCount, 'x-access': { read } } } }
    const { user } = renderPage(ListPage, { source: exampleListService(examples(1)), schema })
    await findRow('A1')
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    const panel = within(screen.getByRole('dialog', { name: 'Filter' }))
    await panel.findByRole('button', { name: 'state' })
    expect(panel.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'roomName',
      'code',
      'state',
      'heightU',
      'powerFeed',
      'holder',
      'updatedAt',
    ])
  })
})

describe('the facets beside the search', () => {
  const screenWithFacets = { ...exampleScreen, list: { ...exampleScreen.list!, facets: ['state'] } }

  it('count each option within search, tab and other filters, and filter by it', async () => {
    const source = exampleListService(examples(5))
    const { user, router } = renderPage(ListPage, { source, screen: screenWithFacets, address: '/racks?q=north&f.powerFeed=true' })
    await findRow('A1')
    await user.click(screen.getByRole('button', { name: 'state' }))
    const option = async (name: string) => (await screen.findByRole('checkbox', { name })).closest('label')
    await waitFor(async () => expect((await option('free'))?.textContent).toBe('free2'))
    expect((await option('closed'))?.textContent).toBe('closed3')
    const countQuery = source.list.mock.calls.map(([, query]) => query).find(({ size }) => size === 1)
    expect(countQuery?.filter).toContain('powerFeed=="true"')
    expect(countQuery?.filter).toContain('north')
    await user.click(screen.getByRole('checkbox', { name: 'free' }))
    await waitFor(() => expect(router.state.location.search).toContain('f.state=free'))
    expect(lastQuery(source)?.filter).toContain('state=="free"')
    // A facet counts its options without its own filter.
    expect(source.list.mock.calls.filter(([, { size }]) => size === 1).every(([, { filter }]) => !filter?.includes('state'))).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'state: free' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Remove the filter on state' }))
    expect(screen.getByRole('button', { name: 'state' })).toBeDefined()
  })
})
