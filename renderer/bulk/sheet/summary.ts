import { kindOf, type RowKind, type SheetRow } from './row.ts'

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
  /** Line numbers (of the file, else of the sheet) as ranges, `2-5, 9`; at most 12 ranges. */
  lines: string
}

export interface SheetSummary {
  total: number
  kinds: Record<RowKind, number>
  selected: number
  /** Number of selected visible rows. */
  selectedShown: number
  /** Number of selected rows with errors or unresolved conflicts; they prevent applying. */
  selectedInvalid: number
  groups: ProblemGroup[]
}

/** Counts and problem groups of the whole sheet, with `shown` the visible rows; errors before warnings, larger groups first. */
export function summarise(rows: readonly SheetRow[], shown: readonly SheetRow[] = rows): SheetSummary {
  const kinds: Record<RowKind, number> = { invalid: 0, conflict: 0, new: 0, changed: 0, unchanged: 0 }
  const groups = new Map<string, ProblemGroup & { numbers: number[] }>()
  let selected = 0
  let selectedInvalid = 0
  for (const row of rows) {
    const kind = kindOf(row)
    kinds[kind] += 1
    if (row.selected) selected += 1
    if (row.selected && (kind === 'invalid' || kind === 'conflict')) selectedInvalid += 1
    for (const problem of row.problems) collect(groups, row, problem)
  }
  const sorted = [...groups.values()].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error') || b.count - a.count)
  return {
    total: rows.length,
    kinds,
    selected,
    selectedShown: shown.filter((row) => row.selected).length,
    selectedInvalid,
    groups: sorted.map(({ numbers, ...group }) => ({ ...group, lines: ranges(numbers) })),
  }
}

function collect(groups: Map<string, ProblemGroup & { numbers: number[] }>, row: SheetRow, problem: SheetRow['problems'][number]): void {
  const name = `${problem.severity}/${problem.column}/${problem.key}`
  const group = groups.get(name) ?? {
    column: problem.column,
    key: problem.key,
    severity: problem.severity,
    ...(problem.params ? { params: problem.params } : {}),
    count: 0,
    rows: [],
    lines: '',
    numbers: [],
  }
  group.count += 1
  if (group.rows.length < 1000) group.rows.push(row.id)
  if (group.numbers.length < 100_000) group.numbers.push(row.line ?? row.id)
  groups.set(name, group)
}

const MAX_RANGES = 12

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
  return parts.length > MAX_RANGES ? `${parts.slice(0, MAX_RANGES).join(', ')}, …` : parts.join(', ')
}
