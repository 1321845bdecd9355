import { describe, expect, it } from 'vitest'
import { pageCount, pagerItems, rowSpan } from './pager.ts'

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

  it('keeps its length, its ends and the current page wherever it stands', () => {
    for (let page = 1; page <= 20_000; page += 97) {
      const items = pagerItems(page, 20_000)
      expect(items).toHaveLength(7)
      expect([items[0], items[6]]).toEqual([1, 20_000])
      expect(items).toContain(page)
    }
  })
})
