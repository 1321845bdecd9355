import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { FieldError, Plan, PlanItem, PlanItemResult, ServedRecord } from '../../schemas/plan.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { layoutOf } from '../editor/layout/layout.ts'
import type { Layout } from '../editor/layout/layout.ts'
import type { PageProps } from '../host.tsx'

/** A field that can be set in many records at once. */
export interface SettableField {
  pointer: string
  /** Name of the section in which the editor shows it. */
  section: string
}

/** Widgets of values that differ from record to record: lists of rows, and what cannot be read. */
const singly: readonly string[] = ['table', 'secret', 'section']

/** Fields that hold what only one record may have, references apart. */
export function uniqueFields({ 'x-unique': rules = [], properties }: EntitySchema): ReadonlySet<string> {
  return new Set(rules.flatMap(({ fields }) => fields).filter((field) => properties[field]?.['x-ref'] === undefined))
}

/**
 * The fields that the editor of an entity can change in a stored record, in the editor's order; lists of rows, secrets and what only one record
 * may have are changed one by one.
 */
export function settableFields({ schema, screen }: PageProps): SettableField[] {
  const { fields } = layoutOf(schema, screen, false)
  const unique = uniqueFields(schema)
  const shownOnly = new Set([...(screen.editor?.readOnly ?? []), ...unique].map((field) => `/${field}`))
  return [...fields].flatMap(([pointer, { field, section }]) => {
    const path = parsePointer(pointer)
    const isFixed = path.some((_, index) => isFixedAt(schema, path.slice(0, index + 1)))
    return isFixed || shownOnly.has(pointer) || singly.includes(field.widget) ? [] : [{ pointer, section }]
  })
}

function isFixedAt(schema: EntitySchema, path: readonly string[]): boolean {
  let property: EntitySchema['properties'][string] | undefined = { properties: schema.properties }
  for (const name of path) property = property?.properties?.[name]
  return property?.readOnly === true || property?.['x-frozen'] === 'createOnly' || property?.['x-derived'] !== undefined
}

/** The layout of a form of chosen fields alone. */
export function layoutOfChosen(shape: PageProps, pointers: readonly string[]): Layout['sections'][number] {
  const { sections, fields } = layoutOf(shape.schema, shape.screen, false)
  const [first] = sections
  if (!first) throw new Error(`the editor of ${shape.schema.$id} has no section`)
  return {
    ...first,
    name: 'chosen',
    use: undefined,
    modes: [],
    when: undefined,
    disabled: undefined,
    nodes: pointers.flatMap((pointer) => fields.get(pointer)?.field ?? []),
  }
}

/** The first record without values of chosen fields in which the others differ from it. */
export function commonRecord(records: readonly ServedRecord[], pointers: readonly string[]): ServedRecord {
  const [first, ...others] = records
  if (!first) throw new Error('there is no record')
  return pointers.reduce<ServedRecord>((record, pointer) => {
    const value = valueAt(first, parsePointer(pointer))
    const isCommon = others.every((other) => isUnchanged(valueAt(other, parsePointer(pointer)), value))
    return isCommon ? record : (withValueAt(record, parsePointer(pointer), undefined) as ServedRecord)
  }, first)
}

/** Values of chosen fields, by pointer. */
export type ChosenValues = ReadonlyMap<string, unknown>

/** The records in which one of the values would change something. */
export function toBeChanged(records: readonly ServedRecord[], values: ChosenValues): ServedRecord[] {
  return records.filter((record) => [...values].some(([pointer, value]) => !isUnchanged(valueAt(record, parsePointer(pointer)), value)))
}

/** The plan that gives records the values: only of fields in which they differ. An empty value clears a field. */
export function settingPlan(
  { 'x-entity': { name: entity } }: EntitySchema,
  records: readonly ServedRecord[],
  { values, tenantOid }: { values: ChosenValues; tenantOid: string },
): Plan {
  const items = records.map((record): PlanItem => {
    const changes = [...values].reduce<Rec>((written, [pointer, value]) => {
      const path = parsePointer(pointer)
      return isUnchanged(valueAt(record, path), value) ? written : withValueAt(written, path, value ?? null)
    }, {})
    return { entity, action: 'update', oid: record.oid, revision: record.revision, changes }
  })
  return { source: 'inline', tenantOid, items }
}

/** One change of a preview: a field of a record, before and after; `refused` says why not. */
export interface PreviewedChange {
  pointer: string
  before: unknown
  after: unknown
}

/** What becomes of a record. */
export interface PreviewedRecord {
  record: ServedRecord
  changes: PreviewedChange[]
  refused: readonly FieldError[]
}

/** What the service's answer to a preview says of every record; those that are refused come first. */
export function previewOf(records: readonly ServedRecord[], values: ChosenValues, items: readonly PlanItemResult[]): PreviewedRecord[] {
  const told = new Map(items.map((item) => [item.index, item]))
  const previewed = records.map((record, index): PreviewedRecord => {
    const item = told.get(index)
    const own = [...values].flatMap(([pointer, after]): PreviewedChange[] => {
      const before = valueAt(record, parsePointer(pointer))
      return isUnchanged(before, after) ? [] : [{ pointer, before, after }]
    })
    return { record, changes: [...own, ...byRules(item?.changed, values)], refused: item?.verdict === 'refused' ? (item.errors ?? []) : [] }
  })
  return previewed.toSorted((one, other) => Number(other.refused.length > 0) - Number(one.refused.length > 0))
}

/** What rules change besides: whole fields of the record that hold none of the chosen ones. */
function byRules(changed: Record<string, [unknown, unknown]> | undefined, values: ChosenValues): PreviewedChange[] {
  const chosen = new Set([...values.keys()].map((pointer) => parsePointer(pointer)[0]))
  return Object.entries(changed ?? {}).flatMap(([name, [before, after]]) =>
    chosen.has(name) ? [] : [{ pointer: formatPointer([name]), before, after }],
  )
}
