import { describe, expect, it } from 'vitest'
import { columnsOf, newRow, placeOf } from './columns.ts'
import { nextSort, shownOrder } from './order.ts'
import { readText } from './cell-text.ts'
import { pasted, readClipboard } from './paste.ts'

const property = {
  type: 'array' as const,
  items: {
    type: 'object' as const,
    properties: {
      id: { type: 'string' as const, readOnly: true },
      prefix: { type: 'string' as const, 'x-kind': 'address' },
      mask: { type: 'integer' as const, default: 24 },
      kind: { enum: ['user', 'system'] },
      routed: { type: 'boolean' as const, default: true },
    },
  },
}
const columns = columnsOf(property, {})
const column = (name: string) => {
  const found = columns.find((candidate) => candidate.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('pasting from a spreadsheet', () => {
  it('splits the text into rows and cells, including quoted line breaks and quotes', () => {
    expect(readClipboard('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(readClipboard('"two\nlines"\t"say ""hi"""\n')).toEqual([['two\nlines', 'say "hi"']])
    expect(readClipboard('5" pipe\tx')).toEqual([['5" pipe', 'x']])
  })

  it('parses cells by the type of the column, and keeps invalid text visible', () => {
    const label = (value: unknown) => (value === 'user' ? 'User' : 'System')
    expect(readText(column('mask'), ' 1 500 ', label)).toBe(1500)
    expect(readText(column('mask'), 'abc', label)).toBe('abc')
    expect(readText(column('mask'), '', label)).toBeUndefined()
    expect(readText(column('kind'), 'System', label)).toBe('system')
    expect(readText(column('kind'), 'other', label)).toBe('other')
    expect(readText(column('routed'), 'No', label)).toBe(false)
    expect(readText(column('routed'), 'yes', label)).toBe(true)
    expect(readText(column('prefix'), ' 10.0.0.0 ', label)).toBe('10.0.0.0')
  })

  it('fills to the right and below in display order, keeps locked cells, and adds rows with defaults', () => {
    const rows = [
      { id: 'a', prefix: '1', mask: 1 },
      { id: 'b', prefix: '2', mask: 2 },
    ]
    const result = pasted(rows, {
      cells: [
        ['x', '8'],
        ['y', '9'],
        ['z', '10'],
      ],
      columns,
      from: 0,
      below: [1, 0],
      grows: true,
      emptyRow: () => newRow(property),
      isEnabled: (row, name) => !(row === 0 && name === 'mask'),
      optionLabel: (_column, value) => String(value),
      referenceOf: () => undefined,
    })
    expect(result).toEqual([
      { id: 'a', prefix: 'y', mask: 1 },
      { id: 'b', prefix: 'x', mask: 8 },
      { mask: 10, routed: true, prefix: 'z' },
    ])
  })
})

describe('the columns of a table', () => {
  it('are the editable properties, or those that the screen names', () => {
    expect(columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['prefix', 'address'],
      ['mask', 'number'],
      ['kind', 'choice'],
      ['routed', 'check'],
    ])
    expect(columnsOf(property, { columns: ['id', 'mask'] }).map(({ kind }) => kind)).toEqual(['shown', 'number'])
  })

  it('leave out what goes', () => {
    const rows = { mtu: { type: 'integer' }, speed: { type: 'integer', 'x-removed': '2999-01-01' } } as const
    expect(columnsOf({ type: 'array', items: { type: 'object', properties: rows } }, {}).map(({ name }) => name)).toEqual(['mtu'])
  })

  it('must exist and have scalar values', () => {
    expect(placeOf({ type: 'array', items: { type: 'object', properties: { place: { readOnly: true } } } }, 'place')).toBe('place')
    expect(() => placeOf(property, 'mask')).toThrow('mask')
    expect(() => columnsOf(property, { columns: ['nothing'] })).toThrow('nothing')
    expect(() => columnsOf({ type: 'array', items: { type: 'object', properties: { deep: { type: 'object' } } } }, {})).toThrow('deep')
  })
})

describe('the display order of rows', () => {
  it('sorts addresses numerically, empty values last, and keeps the stored order of equal values', () => {
    const rows = [{ p: '10.0.10.0' }, { p: '' }, { p: '10.0.2.0' }, { p: '10.0.2.0' }]
    expect(shownOrder(rows, { column: 'p', descending: false })).toEqual([2, 3, 0, 1])
    expect(shownOrder(rows, { column: 'p', descending: true })).toEqual([0, 2, 3, 1])
    expect(shownOrder(rows, undefined)).toEqual([0, 1, 2, 3])
  })

  it('cycles through ascending, descending and stored order', () => {
    const first = nextSort(undefined, 'p')
    const second = nextSort(first, 'p')
    expect([first, second, nextSort(second, 'p')]).toEqual([
      { column: 'p', descending: false },
      { column: 'p', descending: true },
      undefined,
    ])
  })
})
