import type { MatrixOption } from './contract.ts'
import type { WantedValue } from './matrix-model.ts'
import type { MatrixView, Range } from './matrix-view.ts'

/** Formats a range for a spreadsheet: texts of values, separated by tabs, one line per row; empty for pairs without record. */
export function formatRange(view: MatrixView, range: Range): string {
  const { options } = view.model
  const lines: string[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    const words: string[] = []
    for (let column = range.left; column <= range.right; column++) {
      const cell = view.cellAt({ row, column })
      words.push(cell < 0 ? '' : (options[view.model.shown(cell)]?.text ?? ''))
    }
    lines.push(words.join('\t'))
  }
  return lines.join('\n')
}

/** Result of a paste: the changes and the covered range, or why the data does not fit. */
export type Pasted =
  | { wanted: WantedValue[]; range: Range }
  | { problem: 'size'; rows: number; columns: number }
  | { problem: 'word'; word: string }
  | { problem: 'cell'; row: number; column: number }
  | { problem: 'nothing' }

/** Parses pasted cells, starting at the first selected cell; a single value fills the selection. Takes all of it or nothing. */
export function parsePaste(view: MatrixView, text: string): Pasted {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const words = lines.map((line) => line.split('\t').map((word) => word.trim()))
  if (words.every((line) => line.every((word) => word === ''))) return { problem: 'nothing' }
  const chosen = view.range()
  const [only] = words.length === 1 && words[0]?.length === 1 ? words[0] : []
  if (only !== undefined) {
    const place = placeOf(view.model.options, only)
    if (place < 0) return { problem: 'word', word: only }
    return { wanted: view.cellsOf(chosen).map((cell) => [cell, place] as const), range: chosen }
  }
  const columns = words.reduce((most, line) => Math.max(most, line.length), 0)
  const range = { top: chosen.top, left: chosen.left, bottom: chosen.top + words.length - 1, right: chosen.left + columns - 1 }
  const fits = range.bottom < view.rows.length && range.right < view.columns.length
  const isAsChosen = view.isOneCell() || (range.bottom === chosen.bottom && range.right === chosen.right)
  if (!fits || !isAsChosen) return { problem: 'size', rows: words.length, columns }
  return blockChanges(view, range, words)
}

function blockChanges(view: MatrixView, range: Range, words: readonly string[][]): Pasted {
  const wanted: WantedValue[] = []
  for (const [down, line] of words.entries()) {
    for (const [across, word] of line.entries()) {
      // Empty cells are left unchanged.
      if (word === '') continue
      const place = placeOf(view.model.options, word)
      if (place < 0) return { problem: 'word', word }
      const spot = { row: range.top + down, column: range.left + across }
      const cell = view.cellAt(spot)
      if (cell < 0) return { problem: 'cell', ...spot }
      wanted.push([cell, place])
    }
  }
  return { wanted, range }
}

/** Value index of a text, letter or raw value; -1 for none. */
function placeOf(options: readonly MatrixOption[], word: string): number {
  const wanted = word.toLowerCase()
  return options.findIndex(({ value, letter, text }) => [value, letter, text].some((name) => name.toLowerCase() === wanted))
}

/** Value index for a typed letter: the next option after `now` that starts with it; -1 for none. */
export function placeByLetter(options: readonly MatrixOption[], letter: string, now: number): number {
  const wanted = letter.toLowerCase()
  const places = options.flatMap((option, place) => (option.letter.toLowerCase().startsWith(wanted) ? [place] : []))
  return places[(places.indexOf(now) + 1) % places.length] ?? -1
}
