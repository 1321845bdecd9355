import { rowName } from './planned-cells.ts'
import { kindOf, type RowKind, type SheetRow } from './row.ts'
import type { SheetModel } from './sheet-model.ts'

/** Problems of one kind in one column, with the affected rows, for the side panel. */
export interface ProblemGroup {
  column: string
  key: string
  severity: 'error' | 'warning'
  /** Params of the first problem, for the group's title. */
  params?: Record<string, unknown>
  count: number
  /** At most 1,000 row ids; `count` is exact. */
  rows: number[]
  /** Lines of the file as ranges, then the labels of rows that no file has a line for, `2–5, 9, Alpha`; at most 12 of each. */
  places: string
  /** Number of rows with neither line nor label. */
  unnamed: number
}

export interface SheetSummary {
  total: number
  kinds: Record<RowKind, number>
  selected: number
  /** Number of selected rows that a person chose: those that can be deleted. */
  picked: number
  /** The same among the visible rows. */
  pickedShown: number
  /** Number of selected visible rows. */
  selectedShown: number
  /** Number of selected rows with errors or unresolved conflicts; they prevent applying. */
  selectedInvalid: number
  groups: ProblemGroup[]
}

/** A group while rows are collected. */
interface OpenGroup extends ProblemGroup {
  lines: number[]
  names: Set<string>
}

/** Counts and problem groups of the whole sheet, with `shown` the visible rows; errors before warnings, larger groups first. */
export function summarise(rows: readonly SheetRow[], model: SheetModel, shown: readonly SheetRow[] = rows): SheetSummary {
  const kinds: Record<RowKind, number> = { gone: 0, invalid: 0, conflict: 0, new: 0, changed: 0, unchanged: 0 }
  const groups = new Map<string, OpenGroup>()
  let selected = 0
  let selectedInvalid = 0
  for (const row of rows) {
    const kind = kindOf(row)
    kinds[kind] += 1
    if (row.selected) selected += 1
    if (row.selected && (kind === 'invalid' || kind === 'conflict')) selectedInvalid += 1
    for (const problem of row.problems) collect(groupOf(groups, problem), row, model)
  }
  const sorted = [...groups.values()].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error') || b.count - a.count)
  return {
    total: rows.length,
    kinds,
    selected,
    picked: rows.filter((row) => row.selected && row.picked === true).length,
    pickedShown: shown.filter((row) => row.selected && row.picked === true).length,
    selectedShown: shown.filter((row) => row.selected).length,
    selectedInvalid,
    groups: sorted.map(({ lines, names, ...group }) => ({ ...group, places: [ranges(lines), labels(names)].filter(Boolean).join(', ') })),
  }
}

function groupOf(groups: Map<string, OpenGroup>, { severity, column, key, params }: SheetRow['problems'][number]): OpenGroup {
  const name = `${severity}/${column}/${key}`
  const known = groups.get(name)
  if (known) return known
  const counts = { count: 0, rows: [], places: '', unnamed: 0, lines: [], names: new Set<string>() }
  const group: OpenGroup = { column, key, severity, ...(params ? { params } : {}), ...counts }
  groups.set(name, group)
  return group
}

function collect(group: OpenGroup, row: SheetRow, model: SheetModel): void {
  group.count += 1
  if (group.rows.length < 1000) group.rows.push(row.id)
  if (row.line !== undefined) {
    if (group.lines.length < 100_000) group.lines.push(row.line)
    return
  }
  // A record whose name was deleted in the sheet is still known by the stored one.
  const name = rowName(row, model) || rowName({ ...row, edits: new Map() }, model)
  if (name === '') group.unnamed += 1
  else if (group.names.size <= MAX_PLACES) group.names.add(name)
}

const MAX_PLACES = 12

/** `[2,3,4,9]` to `2–4, 9`. */
export function ranges(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  const parts: string[] = []
  let start = sorted[0]
  sorted.forEach((number, index) => {
    if (sorted[index + 1] === number + 1) return
    parts.push(start === number ? `${number}` : `${start}–${number}`)
    start = sorted[index + 1]
  })
  return parts.length > MAX_PLACES ? `${parts.slice(0, MAX_PLACES).join(', ')}, …` : parts.join(', ')
}

const labels = (names: ReadonlySet<string>): string =>
  [...[...names].slice(0, MAX_PLACES), ...(names.size > MAX_PLACES ? ['…'] : [])].join(', ')
