import { describe, expect, it } from 'vitest'
import { column, model } from '../../../tests/support/csv/partner-sheet.ts'
import { PlannedCells } from './planned-cells.ts'
import type { SheetRow } from './row.ts'

const sheet = model({
  map: { entity: 'partner', file: 'partners.csv', key: ['name'], columns: [column('name'), column('contactName'), column('state')] },
  shown: ['name', 'contactName', 'state'],
})

const row = (id: number, edits: Record<string, string>, record?: SheetRow['record']): SheetRow => ({
  id,
  edits: new Map(Object.entries(edits)),
  problems: [],
  conflicts: new Map(),
  selected: true,
  line: id + 1,
  ...(record ? { record } : {}),
})

const stored = { oid: 'o', revision: 1, can: {}, name: 'Acme', contactName: 'Ann', state: 'active' }

describe('the changed cells of a plan', () => {
  const rows = [
    row(1, { name: 'New one', state: 'active' }),
    row(2, { contactName: 'Bo' }, stored),
    row(3, { name: 'Last', state: 'frozen' }),
  ]
  const cells = new PlannedCells(rows, sheet, 'write')

  it('are counted without being created', () => expect(cells.count).toBe(5))

  it('contain the row, the column, the old text and the new text', () => {
    expect(cells.slice(2, 3)).toEqual([
      { sheet: 'partner', row: 2, line: 3, name: 'Acme', column: 'contactName', before: 'Ann', after: 'Bo' },
    ])
  })

  it('are the same in any slice as in the full list', () => {
    const whole = cells.slice(0, 5)
    expect(whole.map(({ row: id, column: name }) => `${id} ${name}`)).toEqual(['1 name', '1 state', '2 contactName', '3 name', '3 state'])
    for (let start = 0; start <= 6; start += 1)
      for (let end = start; end <= 7; end += 1) expect(cells.slice(start, end)).toEqual(whole.slice(start, end))
  })

  it('number one per row when rows are deleted', () => {
    const gone = new PlannedCells(rows, sheet, 'delete')
    expect([gone.count, gone.slice(1, 2)]).toEqual([
      3,
      [{ sheet: 'partner', row: 2, line: 3, name: 'Acme', column: '', before: '', after: '' }],
    ])
  })

  it('are empty without rows', () => expect(new PlannedCells([], sheet, 'write').slice(0, 100)).toEqual([]))
})
