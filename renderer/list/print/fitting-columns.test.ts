import { describe, expect, it } from 'vitest'
import type { ListColumn } from '../columns/list-columns.ts'
import { fittingColumns } from './fitting-columns.ts'

const column = (field: string, width: number, more: Partial<ListColumn> = {}): ListColumn =>
  ({ field, width, grow: 0, isFreeText: false, ...more }) as ListColumn
const names = (columns: readonly ListColumn[]): string => columns.map(({ field }) => field).join(' ')

describe('columns on paper', () => {
  it('are those that have room, in their order; narrower ones still fit after a wide one', () => {
    const { fitting, left } = fittingColumns([column('a', 700), column('b', 400), column('wide', 300), column('c', 100), column('d', 90)])
    expect([names(fitting), names(left)]).toEqual(['a b c', 'wide d'])
  })

  it('take less where they are free text, which has several lines', () => {
    const texts = Array.from({ length: 6 }, (_, index) => column(`t${index}`, 100, { isFreeText: true, grow: 600 }))
    expect(fittingColumns(texts).left).toEqual([])
  })

  it('always are at least the first one', () => {
    expect(names(fittingColumns([column('huge', 5_000)]).fitting)).toBe('huge')
  })
})
