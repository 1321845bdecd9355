import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { CompiledRules, RuleRefusal, Settle } from '../../../schemas/rules/types.ts'
import { withoutKept } from '../../../schemas/rules/kept-values.ts'
import { applicableRefusals } from '../../../schemas/rules/refusals.ts'
import { candidateOf, type SheetScope } from './candidate.ts'
import { creationRules, refusalOf, rowContext, type CreationRule } from '../../rules/creation.ts'
import type { CellProblem, SheetRow } from './row.ts'
import { withoutNames } from './references.ts'
import { columnOf, type SheetModel } from './sheet-model.ts'

/** The same checks as on the service: the compiled validator and the rules. */
export interface RowValidators {
  validate: (record: Rec) => RuleRefusal[]
  settle: Settle
  rules: CompiledRules
}

/** Changes of nested lists in the same record, and where to report their refusals. */
export interface ChildChanges {
  changes: Rec
  /** Paths of the lists. */
  touched: readonly string[]
  /** Reports a refusal at its cell in a nested sheet; false if it does not belong to one. */
  take: (refusal: RuleRefusal) => boolean
}

/** Finds the problems of a row, at most one per cell, without calling the service. */
export function checkRow(
  row: SheetRow,
  scope: SheetScope,
  validators: RowValidators & { inner?: ChildChanges | undefined },
): CellProblem[] {
  const { model, references } = scope
  const { inner } = validators
  const candidate = candidateOf(row, scope)
  const stored = row.record ? withoutNames(row.record) : null
  const own = merged(stored, candidate.changes, model)
  const next = inner ? mergeRecords(own, inner.changes) : own
  const touched = [...candidate.touched, ...(inner?.touched ?? [])].map((field) => `/${field}`)
  const { context } = startOf(model, stored === null)
  const settled = validators.settle({ rules: validators.rules, stored, next, touched, context, lookup: references.lookup })
  // What another service sends besides is in no column.
  const wrong = validators.validate(settled.record).filter(({ key }) => key !== 'validation.field.unknown')
  const because = stored === null ? creationRefusal(model, settled.record) : undefined
  const changed = withoutKept(wrong, { schema: model.schema, stored, record: settled.record })
  const all = [...applicableRefusals(changed, settled.state), ...settled.refusals]
  // If creating is not allowed, only problems of key columns matter, because without the key the record was not found.
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

/** Locale key of why such a record cannot be created by spreadsheet (`x-operations.create`). */
function creationRefusal(model: SheetModel, record: Rec): string | undefined {
  const known = creations.get(model) ?? creationRules(model.schema)
  creations.set(model, known)
  return refusalOf(known, record, startOf(model, true).context)
}

/**
 * Merges changes into the stored record, or into the defaults of a new one, which belongs to the current tenant unless it names another.
 */
function merged(stored: Rec | null, changes: Rec, model: SheetModel): Rec {
  return mergeRecords(stored ?? startOf(model, true).defaults, changes)
}

/** Start values shared by all new, or all existing, rows. */
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

/** The column that shows a value or contains it; the row as a whole if there is none. */
export function columnOfPointer(pointer: string, { edits }: Pick<SheetRow, 'edits'>, model: SheetModel): string {
  const path = pointer.slice(1)
  const { columns } = model.map
  const column =
    columns.find(({ field }) => path === field || path.startsWith(`${field}/`)) ?? columns.find(({ field }) => field.startsWith(`${path}/`))
  if (column === undefined) return ''
  return [...edits.keys()].findLast((id) => columnOf(model, id).field === column.field) ?? column.id
}
