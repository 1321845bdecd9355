/** What the pager shows: page numbers, and gaps where numbers are left out. */
export type PagerItem = number | 'gap'

/** Number of pages of a list; an empty list has one page. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** First and last page, the current one with a neighbour on each side, gaps between; always of the same length for a given count, so nothing jumps. */
export function pagerItems(page: number, count: number): PagerItem[] {
  const slots = 7
  if (count <= slots) return Array.from({ length: count }, (_, index) => index + 1)
  if (page <= 4) return [1, 2, 3, 4, 5, 'gap', count]
  if (page >= count - 3) return [1, 'gap', count - 4, count - 3, count - 2, count - 1, count]
  return [1, 'gap', page - 1, page, page + 1, 'gap', count]
}

/** First and last row number on a page, counted from 1; both 0 when there are no rows. */
export function rowSpan(page: number, size: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 }
  return { from: (page - 1) * size + 1, to: Math.min(page * size, total) }
}
