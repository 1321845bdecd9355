import type { CsvMapColumn } from '../../../schemas/csv.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { fieldValue, withFieldValue } from '../../../schemas/vocabulary/field-path.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { SheetModel } from './sheet-model.ts'

/** The service's answer to a question about labels: the records that have them. */
export interface ResolvedLabels {
  entity: string
  labels: readonly string[]
  records: readonly Rec[]
  /** The property that holds the label. */
  labelField: string
}

/**
 * Records that reference columns point at, by label and by oid. Labels are learnt in batches from the service; a label
 * that was asked for and not found stays known as unknown.
 */
export class References {
  private readonly byLabel = new Map<string, Map<string, Rec[]>>()
  private readonly byOid = new Map<string, Map<string, Rec>>()
  private readonly labelFields = new Map<string, string>()

  /** Labels of an entity that nobody has asked for yet. */
  unasked(entity: string, labels: Iterable<string>): string[] {
    const asked = this.byLabel.get(entity)
    return [...new Set(labels)].filter((label) => label !== '' && !asked?.has(label))
  }

  learn({ entity, labels, records, labelField }: ResolvedLabels): void {
    const known = this.byLabel.get(entity) ?? new Map<string, Rec[]>()
    this.byLabel.set(entity, known)
    this.labelFields.set(entity, labelField)
    const byOid = this.byOid.get(entity) ?? new Map<string, Rec>()
    this.byOid.set(entity, byOid)
    for (const label of labels) known.set(label, [])
    for (const record of records) {
      known.set(String(record[labelField]), [...(known.get(String(record[labelField])) ?? []), record])
      byOid.set(String(record['oid']), record)
    }
  }

  /** Records of that label: none, one, or several of the same name. */
  named(entity: string, label: string): readonly Rec[] {
    return this.byLabel.get(entity)?.get(label) ?? []
  }

  /** What a cell calls a record: its label, or its oid where the label is unknown or not its alone. */
  nameOf(entity: string, oid: string): string {
    const label = this.lookup(entity, oid)?.[this.labelFields.get(entity) ?? '']
    return typeof label === 'string' && this.named(entity, label).length === 1 ? label : oid
  }

  /** For the rule engine's reference paths. */
  readonly lookup = (entity: string, oid: string): Rec | undefined => this.byOid.get(entity)?.get(oid)
}

/** Where a row keeps the names of what it points at, which the service sends of top-level references only. */
const NAMES = '@/'

const known = new WeakMap<SheetModel, CsvMapColumn[]>()

/** Columns whose cells show names that the sheet finds itself. */
export function namedColumns(model: SheetModel): CsvMapColumn[] {
  const columns = known.get(model) ?? model.map.columns.filter(({ via }) => via?.startsWith(NAMES))
  known.set(model, columns)
  return columns
}

/** The record with the names of what it points at; the same record where no column asks for any. */
export function withNames<T extends ServedRecord>(record: T, model: SheetModel, references: References): T {
  const columns = namedColumns(model)
  if (columns.length === 0) return record
  let names: Rec = {}
  for (const { field, entity = '' } of columns) {
    const oid = fieldValue(record, field)
    if (typeof oid === 'string' && oid !== '') names = withFieldValue(names, field, references.nameOf(entity, oid))
  }
  return { ...record, '@': names }
}
