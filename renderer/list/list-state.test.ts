import { describe, expect, it } from 'vitest'
import { exampleSchema, exampleScreen } from '../data/example.fixture.ts'
import {
  changeListState,
  defaultListState,
  listQuery,
  listStateFromParams,
  listStateToParams,
  listTabs,
  type ListState,
  pageCount,
  pagerItems,
  rowSpan,
} from './list-state.ts'

const shape = { schema: exampleSchema, screen: exampleScreen }
const untouched = defaultListState(shape)
const touched: ListState = {
  page: 3,
  size: 20,
  sort: { by: 'heightU', order: 'desc' },
  tab: 'free',
  view: 'list',
  saved: 'v1',
  group: 'state',
  search: 'north & "south"; a,b',
  where: 'power.*.feed=="a b",heightU=gt=3',
  filters: {
    state: { kind: 'oneOf', values: ['free', 'closed'] },
    heightU: { kind: 'range', from: 3, to: 12.5 },
    holder: { kind: 'contains', text: '100% = yes' },
    updatedAt: { kind: 'dates', from: '2025-01-31' },
    powerFeed: { kind: 'oneOf', values: [true] },
  },
}

describe('the state of a list', () => {
  it('starts with all rows, 50 per page, in the first offered order', () => {
    expect(untouched).toEqual({
      page: 1,
      size: 50,
      sort: { by: 'code', order: 'asc' },
      tab: 'all',
      search: '',
      filters: {},
      where: '',
      view: 'list',
      saved: '',
      group: '',
    })
    expect(listTabs(shape)).toEqual(['all', 'free', 'closed'])
  })

  it('adds nothing to the address by default', () => {
    expect(listStateToParams(untouched, shape).toString()).toBe('')
  })

  it('is restored unchanged from the address', () => {
    const address = listStateToParams(touched, shape).toString()
    expect(listStateFromParams(new URLSearchParams(address), shape)).toEqual(touched)
  })

  it.each([
    'page=0',
    'page=-2',
    'page=1.5',
    'page=x',
    'size=33',
    'tab=drowned',
    'sort=holder',
    'sort=-',
    'f.state=sunk',
    'f.heightU=a..b',
    'f.heightU=..',
    'f.updatedAt=2025-13-45..',
    'f.doorCode=1',
    'f.nothing=1',
    'f.pierOid=p1',
    'f.holder=%20',
    'f.__proto__=1',
    'f.constructor=x',
  ])('ignores %s in the address', (address) => {
    expect(listStateFromParams(new URLSearchParams(address), shape)).toEqual(untouched)
  })

  it('returns to page 1 after any change except of the page itself', { tags: ['S0-2.27', 'S0-4.27'] }, () => {
    expect(changeListState(touched, { search: 'x' }).page).toBe(1)
    expect(changeListState(touched, { tab: 'all' }).page).toBe(1)
    expect(changeListState(touched, { page: 2 }).page).toBe(2)
  })

  it('queries exactly the rows that are shown', () => {
    const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString()
    expect(
      listQuery(
        { ...touched, filters: { ...touched.filters, updatedAt: { kind: 'dates', from: '2025-01-31', to: '2025-01-31' } } },
        shape,
        't1',
      ),
    ).toEqual({
      tenantOid: 't1',
      page: 3,
      size: 20,
      sort: { by: 'heightU', order: 'desc' },
      condition: 'free',
      filter: [
        '(code=ilike="%north & \\"south\\"; a,b%",holder=ilike="%north & \\"south\\"; a,b%")',
        'state=in=("free","closed")',
        'heightU=ge="3";heightU=le="12.5"',
        'holder=ilike="%100\\\\% = yes%"',
        `updatedAt=ge="${day(2025, 1, 31)}";updatedAt=lt="${day(2025, 2, 1)}"`,
        'powerFeed=="true"',
        '(power.*.feed=="a b",heightU=gt=3)',
      ].join(';'),
    })
  })

  it('sends neither filter nor condition by default', () => {
    expect(listQuery(untouched, shape, 't1')).toEqual({ tenantOid: 't1', page: 1, size: 50, sort: { by: 'code', order: 'asc' } })
  })
})

describe('the pager', () => {
  it('has one page for an empty list', () => {
    expect(pageCount(0, 50)).toBe(1)
    expect(rowSpan(1, 50, 0)).toEqual({ from: 0, to: 0 })
  })

  it('counts a full last page once', () => {
    expect(pageCount(100, 50)).toBe(2)
    expect(pageCount(101, 50)).toBe(3)
  })

  it('names the rows of a short last page', () => {
    expect(rowSpan(5, 50, 214)).toEqual({ from: 201, to: 214 })
  })

  it('shows every number of a short list', () => {
    expect(pagerItems(2, 5)).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps its length, both ends and the current page in every position', () => {
    for (let page = 1; page <= 20_000; page += 97) {
      const items = pagerItems(page, 20_000)
      expect(items).toHaveLength(7)
      expect([items[0], items[6]]).toEqual([1, 20_000])
      expect(items).toContain(page)
    }
  })
})
