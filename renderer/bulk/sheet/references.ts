import type { CsvMapColumn } from '../../../schemas/csv.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { fieldValue, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { SheetModel } from './sheet-model.ts'

/** The records that have the requested labels. */
export interface ResolvedLabels {
  entity: string
  labels: readonly string[]
  records: readonly Rec[]
  /** The label property. */
  labelField: string
}

/**
 * Referenced records by label and by oid. Labels are loaded from the service in batches; a label without record is remembered as unknown.
 */
export class References {
  private readonly byLabel = new Map<string, Map<string, Rec[]>>()
  private readonly byOid = new Map<string, Map<string, Rec>>()
  private readonly labelFields = new Map<string, string>()

  /** Labels that have not been requested yet. */
  unrequested(entity: string, labels: Iterable<string>): string[] {
    const asked = this.byLabel.get(entity)
    return [...new Set(labels)].filter((label) => label !== '' && !asked?.has(label))
  }

  learn({ entity, labels, records, labelField }: ResolvedLabels): void {
    const known = this.byLabel.get(entity) ?? new Map<string, Rec[]>()
    this.byLabel.set(entity, known)
    this.labelFields.set(entity, labelField)
    const byOid = this.byOid.get(entity) ?? new Map<string, Rec>()
    this.byOid.set(entity, byOid)
    const found = new Map(labels.map((label): [string, Rec[]] => [label, []]))
    for (const [label, named] of found) known.set(label, named)
    for (const record of records) {
      // A record found by its oid does not say whether others have its label.
      found.get(String(record[labelField]))?.push(record)
      byOid.set(String(record['oid']), record)
    }
  }

  /** Records with a label: none, one, or several. */
  recordsNamed(entity: string, label: string): readonly Rec[] {
    return this.byLabel.get(entity)?.get(label) ?? []
  }

  /** Cell text of a referenced record: its label, or its oid if the label is unknown or ambiguous. */
  nameOf(entity: string, oid: string): string {
    const label = this.lookup(entity, oid)?.[this.labelFields.get(entity) ?? '']
    return typeof label === 'string' && this.recordsNamed(entity, label).length === 1 ? label : oid
  }

  /** Lookup for the rule engine. */
  readonly lookup = (entity: string, oid: string): Rec | undefined => this.byOid.get(entity)?.get(oid)
}

/** Prefix of the names of nested references in a row; the service sends names of top-level references only. */
const NAMES = '@/'

const known = new WeakMap<SheetModel, CsvMapColumn[]>()

/** Columns whose names the sheet resolves itself. */
export function namedColumns(model: SheetModel): CsvMapColumn[] {
  const columns = known.get(model) ?? model.map.columns.filter(({ via }) => via?.startsWith(NAMES))
  known.set(model, columns)
  return columns
}

/** Adds the names of nested references; returns the same record if no column needs them. */
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

/** The record as the service knows it: no rule or validator meets what the sheet added. */
export function withoutNames<T extends ServedRecord>(record: T): T {
  if (!('@' in record)) return record
  const { '@': _names, ...own } = record
  return own as T
}
