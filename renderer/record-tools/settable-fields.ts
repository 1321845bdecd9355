import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { parsePointer, valueAt, withValueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { layoutOf } from '../editor/layout/layout.ts'
import type { Layout } from '../editor/layout/layout.ts'
import type { PageProps } from '../host.tsx'
import { rowListOf } from './taken-rows.ts'

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
export function settableFields(shape: PageProps): SettableField[] {
  const fields = layoutOf(shape.schema, shape.screen, false).fields
  return changeableFields(shape).filter(({ pointer }) => !singly.includes(fields.get(pointer)?.field.widget ?? ''))
}

/** The lists of rows that the editor can change in a stored record: others can take their rows over. */
export function takeableFields(shape: PageProps): SettableField[] {
  const fields = layoutOf(shape.schema, shape.screen, false).fields
  return changeableFields(shape).filter(({ pointer }) => rowListOf(fields.get(pointer)?.field.property ?? {}) !== undefined)
}

/** The fields that the editor can change in a stored record and that several may have alike. */
function changeableFields({ schema, screen }: PageProps): SettableField[] {
  const { fields } = layoutOf(schema, screen, false)
  const unique = uniqueFields(schema)
  const shownOnly = new Set([...(screen.editor?.readOnly ?? []), ...unique].map((field) => `/${field}`))
  return [...fields].flatMap(([pointer, { section }]) => {
    const path = parsePointer(pointer)
    const isFixed = path.some((_, index) => isFixedAt(schema, path.slice(0, index + 1)))
    return isFixed || shownOnly.has(pointer) ? [] : [{ pointer, section }]
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
