import type { MatrixView, Spot } from './matrix-view.ts'

/** The relevant parts of a keyboard event. */
export interface KeyPress {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Command of a key. */
export type KeyCommand =
  | { kind: 'go'; to: Spot; isRange: boolean }
  | { kind: 'range'; from: Spot; to: Spot }
  | { kind: 'act' }
  | { kind: 'letter'; letter: string }

/** Maps a key to a command; undefined leaves it to the browser. `pageRows`: number of rows in the window. */
export function keyCommand(press: KeyPress, view: MatrixView, pageRows: number): KeyCommand | undefined {
  const { key, shiftKey, altKey } = press
  const isCommand = press.ctrlKey || press.metaKey
  if (altKey) return undefined
  if (key === ' ' && (isCommand || shiftKey)) return wholeLine(view, isCommand)
  if (isCommand && key.toLowerCase() === 'a') return everything(view)
  const to = target(key, isCommand, { view, pageRows })
  if (to) return { kind: 'go', to, isRange: shiftKey }
  if (isCommand) return undefined
  if (key === ' ' || key === 'Enter') return { kind: 'act' }
  if (key === 'Escape') return view.isOneCell() ? undefined : { kind: 'go', to: view.focus, isRange: false }
  return key.length === 1 ? { kind: 'letter', letter: key } : undefined
}

function target(key: string, isCommand: boolean, { view, pageRows }: { view: MatrixView; pageRows: number }): Spot | undefined {
  const { row, column } = view.focus
  const bottom = view.rows.length - 1
  const right = view.columns.length - 1
  switch (key) {
    case 'ArrowUp':
      return { row: isCommand ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isCommand ? bottom : row + 1, column }
    case 'ArrowLeft':
      return { row, column: isCommand ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: isCommand ? right : column + 1 }
    case 'Home':
      return { row: isCommand ? 0 : row, column: 0 }
    case 'End':
      return { row: isCommand ? bottom : row, column: right }
    case 'PageUp':
      return { row: Math.max(0, row - pageRows), column }
    case 'PageDown':
      return { row: row + pageRows, column }
    default:
      return undefined
  }
}

/** Selects the focused column (Ctrl) or row (Shift). */
function wholeLine(view: MatrixView, isColumn: boolean): KeyCommand {
  const { row, column } = view.focus
  return isColumn
    ? { kind: 'range', from: { row: 0, column }, to: { row: view.rows.length - 1, column } }
    : { kind: 'range', from: { row, column: 0 }, to: { row, column: view.columns.length - 1 } }
}

function everything(view: MatrixView): KeyCommand {
  return { kind: 'range', from: { row: 0, column: 0 }, to: { row: view.rows.length - 1, column: view.columns.length - 1 } }
}
