import { describe, expect, it } from 'vitest'
import { internetMatrix, zoneMatrix } from '../../tests/support/samples/matrix-input.ts'
import { formatRange, parsePaste, placeByLetter } from './matrix-clipboard.ts'
import { keyCommand, type KeyPress } from './matrix-keys.ts'
import { MatrixModel } from './matrix-model.ts'
import { MatrixView, noFilter } from './matrix-view.ts'

const write = () => new Promise<never>(() => undefined)
const large = () => new MatrixView(new MatrixModel({ ...zoneMatrix(500), write }))
const wide = () => new MatrixView(new MatrixModel({ ...internetMatrix(60, 120), write }))

/** Presses a key; `+` before it for Shift, `^` for Ctrl. */
function press(view: MatrixView, ...keys: string[]): MatrixView {
  for (const each of keys) {
    const key = each.length > 1 ? each.replace(/^[+^]+/, '') : each
    const event: KeyPress = { key, shiftKey: each.startsWith('+'), ctrlKey: each.startsWith('^'), metaKey: false, altKey: false }
    const command = keyCommand(event, view, 10)
    if (command?.kind === 'go') view.go(command.to, command.isRange)
    if (command?.kind === 'range') view.choose(command.from, command.to)
  }
  return view
}

describe('the visible part of a matrix', () => {
  it('is filtered by parts of names, ignoring case and accents, and by values', () => {
    const view = wide()
    view.applyFilter({ ...noFilter, rows: ' ZÔNE 6', columns: '119' })
    expect([view.rows, view.columns]).toEqual([[5, 59], [118]])
    view.applyFilter({ ...noFilter, values: new Set([0]) })
    const kept = view.rows.flatMap((_row, row) => view.columns.map((_column, column) => view.cellAt({ row, column })))
    expect(kept.some((cell) => view.isFaded(cell))).toBe(true)
    for (const row of view.rows.keys()) {
      expect(view.columns.some((_column, column) => !view.isFaded(view.cellAt({ row, column })))).toBe(true)
    }
    view.applyFilter({ ...noFilter, rows: 'nothing of the kind' })
    expect([view.rows.length, view.cellsOf(view.range())]).toEqual([0, []])
  })

  it.each<[keys: string[], row: number, column: number]>([
    [['ArrowDown', 'ArrowRight', 'ArrowRight'], 1, 2],
    [['ArrowUp', 'ArrowUp'], -1, 0],
    [['ArrowLeft', 'ArrowLeft'], 0, -1],
    [['ArrowUp', 'ArrowLeft'], -1, 0],
    [['ArrowLeft', 'ArrowUp'], 0, -1],
    [['End'], 0, 499],
    [['^End'], 499, 499],
    [['^End', 'ArrowDown', 'ArrowRight'], 499, 499],
    [['^End', 'Home'], 499, 0],
    [['^End', '^Home'], 0, 0],
    [['PageDown', 'PageDown'], 20, 0],
    [['PageDown', 'PageDown', 'PageUp'], 10, 0],
    [['PageDown', 'PageUp', 'PageUp'], 0, 0],
    [['^ArrowDown', '^ArrowRight'], 499, 499],
  ])('is navigated with the keyboard: %j', (keys, row, column) => {
    expect(press(large(), ...keys).focus).toEqual({ row, column })
  })

  it('is selected with the keyboard: a range with Shift, whole rows and columns, everything, and a single cell', () => {
    const view = press(large(), 'ArrowDown', '+ArrowDown', '+ArrowRight')
    expect(view.range()).toEqual({ top: 1, bottom: 2, left: 0, right: 1 })
    // Cells before the diagonal do not exist.
    expect(view.cellsOf(view.range())).toEqual([501, 1001].filter((cell) => view.model.has(cell)))
    expect(press(view, 'Escape').isOneCell()).toBe(true)
    expect(press(view, '+ ').range()).toEqual({ top: 2, bottom: 2, left: 0, right: 499 })
    expect(press(view, '^Home', '^ ').range()).toEqual({ top: 0, bottom: 499, left: 0, right: 0 })
    expect(view.cellsOf(press(view, '^a').range())).toHaveLength((500 * 501) / 2)
    expect(press(view, '^Home', 'ArrowUp').range()).toEqual({ top: 0, bottom: 499, left: 0, right: 0 })
  })
})

describe('the clipboard of a matrix', () => {
  it('copies labels that can be pasted back, and blanks for pairs without a record', () => {
    const view = large()
    view.choose({ row: 0, column: 0 }, { row: 1, column: 1 })
    const text = formatRange(view, view.range())
    expect(text).toMatch(/^(Allow|Deny)\t(Allow|Deny)\n\t(Allow|Deny)$/)
    const taken = parsePaste(view, text)
    expect('wanted' in taken && taken.wanted.map(([cell, place]) => place === view.model.shown(cell))).toEqual([true, true, true])
  })

  it('pastes letters, labels and values in any case from the first selected cell on, and skips blank cells', () => {
    const view = wide()
    view.go({ row: 2, column: 3 }, false)
    const taken = parsePaste(view, 'd\tDirect to Internet\r\n\tWSG+\r\n')
    expect(taken).toEqual({
      wanted: [
        [243, 0],
        [244, 2],
        [364, 5],
      ],
      range: { top: 2, bottom: 3, left: 3, right: 4 },
    })
  })

  it('fills the whole selection with a single value', () => {
    const view = wide()
    view.choose({ row: 0, column: 0 }, { row: 1, column: 1 })
    expect(parsePaste(view, 'I+')).toMatchObject({
      wanted: [
        [0, 3],
        [1, 3],
        [120, 3],
        [121, 3],
      ],
    })
  })

  it.each([
    ['D\tD', { problem: 'size', rows: 1, columns: 2 }],
    ['D\nD\nD', { problem: 'size', rows: 3, columns: 1 }],
    ['D\nmaybe', { problem: 'word', word: 'maybe' }],
    ['maybe', { problem: 'word', word: 'maybe' }],
    [' \n', { problem: 'nothing' }],
  ])('rejects "%s" as a whole and reports the problem', (text, problem) => {
    const view = wide()
    view.go({ row: 58, column: 119 }, false)
    expect(parsePaste(view, text)).toEqual(problem)
  })

  it('refuses values for pairs without a record, and blocks that differ in size from the selection', { tags: ['S2-4.11'] }, () => {
    const view = large()
    view.go({ row: 1, column: 0 }, false)
    expect(parsePaste(view, 'A\tD')).toEqual({ problem: 'cell', row: 1, column: 0 })
    view.choose({ row: 0, column: 5 }, { row: 2, column: 7 })
    expect(parsePaste(view, 'A\tD')).toMatchObject({ problem: 'size' })
    expect(parsePaste(view, 'D\n'.repeat(200_000))).toEqual({ problem: 'size', rows: 200_000, columns: 1 })
  })

  it('maps a letter to its value, and the same letter again to the next value', () => {
    const { options } = new MatrixModel(internetMatrix(1, 1))
    expect([placeByLetter(options, 'i', 0), placeByLetter(options, 'i', 2), placeByLetter(options, 'I', 3)]).toEqual([2, 3, 2])
    expect([placeByLetter(options, 'd', 0), placeByLetter(options, 'x', 0)]).toEqual([0, -1])
  })
})
