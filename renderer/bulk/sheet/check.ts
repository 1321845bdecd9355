import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { CompiledRules, RuleRefusal, Settle } from '../../../schemas/rules/types.ts'
import { applicableRefusals } from '../../../schemas/rules/refusals.ts'
import { candidateOf, type SheetScope } from './candidate.ts'
import { creationRules, refusalOf, rowContext, type CreationRule } from '../../rules/creation.ts'
import type { CellProblem, SheetRow } from './row.ts'
import { columnOf, type SheetModel } from './sheet-model.ts'

/** The same two judges as the service: the compiled validator and the rules. */
export interface RowValidators {
  validate: (record: Rec) => RuleRefusal[]
  settle: Settle
  rules: CompiledRules
}

/** What the sheets of lists change in the same record, and who takes what is said about it. */
export interface ChildChanges {
  changes: Rec
  /** Paths of the lists. */
  touched: readonly string[]
  /** Puts a refusal beside the cell of the row that it is about; false where it is about none. */
  take: (refusal: RuleRefusal) => boolean
}

/** Problems of a row's cells as the service would find them, one per cell, without asking it. */
export function checkRow(
  row: SheetRow,
  scope: SheetScope,
  validators: RowValidators & { inner?: ChildChanges | undefined },
): CellProblem[] {
  const { model, references } = scope
  const { inner } = validators
  const candidate = candidateOf(row, scope)
  const stored = row.record ?? null
  const own = merged(stored, candidate.changes, model)
  const next = inner ? mergeRecords(own, inner.changes) : own
  const touched = [...candidate.touched, ...(inner?.touched ?? [])].map((field) => `/${field}`)
  const { context } = startOf(model, stored === null)
  const settled = validators.settle({ rules: validators.rules, stored, next, touched, context, lookup: references.lookup })
  const wrong = validators.validate(settled.record)
  const because = stored === null ? creationRefusal(model, settled.record) : undefined
  const all = [...applicableRefusals(wrong, settled.state), ...settled.refusals]
  // Of a row that is not made here anyway only what names it matters: without that it was not found.
  const found = because === undefined ? all : all.filter(({ pointer }) => isKey(model, pointer))
  const problems = [...candidate.problems]
  if (because !== undefined) problems.push({ column: '', severity: 'error', key: because, from: 'sheet' })
  const seen = new Set(problems.map((problem) => problem.column))
  for (const refusal of found) {
    if (inner?.take(refusal)) continue
    const column = columnOfPointer(refusal.pointer, row, model)
    if (seen.has(column)) continue
    seen.add(column)
    const base = { column, severity: 'error', key: refusal.key, from: 'sheet' } as const
    problems.push(refusal.params ? { ...base, params: refusal.params } : base)
  }
  return problems
}

function isKey({ map }: SheetModel, pointer: string): boolean {
  return map.key.some((name) => pointer === `/${name}`)
}

const creations = new WeakMap<SheetModel, CreationRule[]>()

/** Why no such record is made by spreadsheet (`x-operations.create`), as a text key. */
function creationRefusal(model: SheetModel, record: Rec): string | undefined {
  const known = creations.get(model) ?? creationRules(model.schema)
  creations.set(model, known)
  return refusalOf(known, record, startOf(model, true).context)
}

/** A new row that names no parent lives under the current tenant; fields that it leaves out have their defaults. */
function merged(stored: Rec | null, changes: Rec, model: SheetModel): Rec {
  return mergeRecords(stored ?? startOf(model, true).defaults, changes)
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
  return { context: rowContext(model.context, creating), defaults: defaultsOf(model.schema) }
}

/** The column that shows a value or holds a part of it; what no column shows counts for the row as a whole. */
export function columnOfPointer(pointer: string, { edits }: Pick<SheetRow, 'edits'>, model: SheetModel): string {
  const path = pointer.slice(1)
  const { columns } = model.map
  const column =
    columns.find(({ field }) => path === field || path.startsWith(`${field}/`)) ?? columns.find(({ field }) => field.startsWith(`${path}/`))
  if (column === undefined) return ''
  return [...edits.keys()].findLast((id) => columnOf(model, id).field === column.field) ?? column.id
}
