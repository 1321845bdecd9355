import { describe, expect, it } from 'vitest'
import { cellOid, NO_CELL, readCells } from './cells.ts'

const axis = (...oids: string[]) => oids.map((oid) => ({ oid, name: oid }))
const small = { rows: axis('b', 'a'), columns: axis('b', 'a'), values: ['deny', 'allow'], shape: 'upper' as const }

describe('the cells of a matrix', () => {
  it('are parsed from one character each, with a dot for no record', () => {
    expect([...readCells({ ...small, cells: '01.1' })]).toEqual([0, 1, NO_CELL, 1])
  })

  it.each(['01.', '01.11', '01.2', '01.x', '01./'])('are rejected as "%s", which does not have one cell per pair', (cells) => {
    expect(() => readCells({ ...small, cells })).toThrow(/matrix/)
  })

  it('identify records by two oids, sorted if both axes are the same', () => {
    expect(cellOid(small, 1)).toBe('a/b')
    expect(cellOid({ ...small, shape: 'full' }, 1)).toBe('b/a')
  })
})
