import { parsePointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { pointingsOf, type OutgoingReference } from '../../entities/model/reference-paths.ts'
import { findRows } from '../../entities/records/one-record.ts'
import { readerOf, recordOf } from '../../entities/records/served-record.ts'
import { contextOf } from '../checks/check-drafts.ts'
import { visibility } from '../checks/settle-record.ts'
import type { Draft, PlanWork } from './draft.ts'

/** Whether a rule can hide the place of a reference. */
export function isHideable(schema: PropertySchema, path: readonly string[]): boolean {
  let around: PropertySchema | undefined = schema
  for (const [depth, name] of path.entries()) {
    const below = path.slice(depth).join('/')
    const hides = (field: string): boolean => field === below || below.startsWith(`${field}/`)
    const rules: readonly { effect: string; fields: readonly string[] }[] = around?.['x-rules'] ?? []
    if (rules.some(({ effect, fields }) => effect === 'show' && fields.some(hides))) return true
    around = name === '*' ? rowSchema(around) : around?.properties?.[name]
  }
  return false
}

interface Search {
  from: EntityModel
  reference: OutgoingReference
  /** Records that refer to what is deleted. */
  rows: readonly { oid: string; revision: number }[]
  /** Oids of what is deleted. */
  gone: ReadonlySet<string>
  /** Drafts of earlier references, whose values are continued. */
  earlier: ReadonlyMap<string, Draft>
}

/** Top-level values of the referring records without their hidden references: rows that hold one are left out of their list. */
export async function withoutHidden(
  work: PlanWork,
  { from, reference, rows, gone, earlier }: Search,
): Promise<{ oid: string; revision: number; given: Rec }[]> {
  const found = await findRows(work.queries, { model: from, caller: work.caller, oids: [...new Set(rows.map(({ oid }) => oid))] })
  return found.flatMap(({ row, node }) => {
    const record = recordOf(from, row)
    const context = contextOf(work, readerOf(work.caller, node, from).context, false)
    const isVisible = visibility(work.catalogue, from, { record, context, lookup: () => undefined })
    const hidden = pointingsOf(record, reference).filter(({ oid, pointer }) => gone.has(oid) && !isVisible(pointer))
    if (hidden.length === 0) return []
    const start = { ...record, ...earlier.get(row.oid)?.given }
    const next = hidden.reduceRight<Rec>((kept, { pointer }) => withoutPlace(kept, parsePointer(pointer)), start)
    const [name = ''] = reference.path
    return [{ oid: row.oid, revision: row.revision, given: { [name]: next[name] } }]
  })
}

/** The record without the list row that a place is in, or without the value at the place. */
function withoutPlace(record: Rec, place: readonly string[]): Rec {
  const row = place.findLastIndex((_, index) => Array.isArray(valueAt(record, place.slice(0, index))))
  if (row < 0) return withValueAt(record, place, undefined) as Rec
  const list = valueAt(record, place.slice(0, row)) as unknown[]
  return withValueAt(
    record,
    place.slice(0, row),
    list.filter((_, index) => String(index) !== place[row]),
  ) as Rec
}
