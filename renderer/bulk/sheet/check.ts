import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { growable } from '../../../schemas/vocabulary/growable.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { CompiledRules, RuleRefusal, Settle } from '../../../schemas/rules/types.ts'
import { applicableRefusals } from '../../../schemas/rules/applicable.ts'
import { candidateOf, type Candidate, type SheetScope } from './candidate.ts'
import type { CellProblem, SheetRow } from './row.ts'
import type { SheetModel } from './sheet-model.ts'

/** The same two judges as the service: the compiled validator and the rules. */
export interface Judges {
  validate: (record: Rec) => RuleRefusal[]
  settle: Settle
  rules: CompiledRules
}

/** Problems of a row's cells as the service would find them, one per cell, without asking it. */
export function checkRow(row: SheetRow, scope: SheetScope, judges: Judges): CellProblem[] {
  const { model, references } = scope
  const candidate = candidateOf(row, scope)
  const stored = row.record ?? null
  const next = merged(stored, candidate.changes, model)
  const touched = candidate.touched.map((field) => `/${field}`)
  const { context } = startOf(model, stored === null)
  const settled = judges.settle({ rules: judges.rules, stored, next, touched, context, lookup: references.lookup })
  const wrong = judges.validate(settled.record)
  if (wrong.length === 0 && settled.refusals.length === 0) return candidate.problems
  const found = [...applicableRefusals(wrong, settled.state), ...settled.refusals]
  const problems = [...candidate.problems]
  const seen = new Set(problems.map((problem) => problem.column))
  for (const refusal of found) {
    const column = columnOfPointer(refusal.pointer, candidate, model)
    if (seen.has(column)) continue
    seen.add(column)
    const base = { column, severity: 'error', key: refusal.key, from: 'sheet' } as const
    problems.push(refusal.params ? { ...base, params: refusal.params } : base)
  }
  return problems
}

/** A new row that names no parent lives under the current tenant; fields that it leaves out have their defaults. */
function merged(stored: Rec | null, changes: Rec, model: SheetModel): Rec {
  return overlaid(stored ?? startOf(model, true).defaults, changes)
}

/** What all rows of a kind share. */
interface Start {
  context: RuleContext
  defaults: Rec
}

const starts = new WeakMap<SheetModel, Record<'creating' | 'updating', Start>>()

function startOf(model: SheetModel, creating: boolean): Start {
  const known = starts.get(model) ?? { creating: newStart(model, true), updating: newStart(model, false) }
  starts.set(model, known)
  return creating ? known.creating : known.updating
}

function newStart(model: SheetModel, creating: boolean): Start {
  const context = { ...model.context, editor: { ...model.context.editor, creating, bulk: true } }
  return { context, defaults: defaultsOf(model.schema) }
}

const isObject = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects merge field by field, as the service merges them; everything else replaces. */
function overlaid(base: Rec, changes: Rec): Rec {
  const merged = growable(base)
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name]
    merged[name] = isObject(value) ? overlaid(isObject(before) ? before : {}, value) : value
  }
  return merged
}

/** The column that shows a value or holds a part of it; what no column shows counts for the row as a whole. */
export function columnOfPointer(pointer: string, candidate: Pick<Candidate, 'columnOf'>, model: SheetModel): string {
  const path = pointer.slice(1)
  const { columns } = model.map
  const column =
    columns.find(({ field }) => path === field || path.startsWith(`${field}/`)) ?? columns.find(({ field }) => field.startsWith(`${path}/`))
  return column === undefined ? '' : (candidate.columnOf.get(column.field) ?? column.id)
}
