import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { isEntityName, type EntityName } from '../../schemas/generated/entity-names.ts'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import { wireTables } from '../../schemas/generated/wire-tables.ts'
import { didYouMean, hintFor } from '../../schemas/vocabulary/names.ts'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import { rowSchema } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { EntityMeta, EntitySchema, PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { ObjectWire } from '../../schemas/wire/object-wire.ts'
import { CommandError } from './command-error.ts'

/** What the command line knows of an entity. */
export interface Entity {
  name: EntityName
  meta: EntityMeta
  schema: EntitySchema
  wire: ObjectWire | undefined
  /** Fields by which a record of a file finds its stored record. */
  key: string[]
}

/** An entity by its name or plural, e.g. `site` or `sites`. */
export async function entityNamed(text: string): Promise<Entity> {
  const name = isEntityName(text) ? text : Object.values(entityMeta).find(({ plural }) => plural === text)?.name
  if (name === undefined || !isEntityName(name) || entityMeta[name].command !== undefined) {
    const names = Object.values(entityMeta).filter(({ command }) => command === undefined)
    const hint = hintFor(
      text,
      names.map((one) => one.name),
    )
    throw new CommandError(`There is no entity '${hint.name}'${didYouMean(hint)}`)
  }
  const schema = await loadSchema(name)
  return { name, meta: entityMeta[name], schema, wire: wireTables[name], key: schema['x-key'] }
}

/** By what a record gives each part of its key: the identifier of a referenced record, or its name. */
export type KeyForm = readonly ('value' | 'name')[]

/** How a record gives its key; undefined if a part of it is missing. */
export function keyFormOf(entity: Entity, record: Rec, tenant: { oid: string }): KeyForm | undefined {
  const forms = entity.key.map((path) => {
    if (keyPart(entity, record, { path, tenant }) !== undefined) return 'value'
    return textOf(fieldValue(record, path)) === undefined ? undefined : 'name'
  })
  return forms.every((form) => form !== undefined) ? forms : undefined
}

/** Text of a record's key in some form; undefined if a part of it is missing. */
export function keyOf(entity: Entity, record: Rec, { form, tenant }: { form: KeyForm; tenant: { oid: string } }): string | undefined {
  const parts = entity.key.map((path, index) =>
    form[index] === 'name' ? textOf(fieldValue(record, path)) : keyPart(entity, record, { path, tenant }),
  )
  return parts.includes(undefined) ? undefined : JSON.stringify(parts)
}

/** A part of a key may be the name of a referenced record, which files may give by its identifier; the parent is the tenant unless it is named. */
function keyPart({ schema, meta }: Entity, record: Rec, { path, tenant }: { path: string; tenant: { oid: string } }): string | undefined {
  const derived = schema.properties[path]?.['x-derived']
  const source = (derived !== undefined && 'ref' in derived ? derived.ref : undefined) ?? path
  const isParent = meta.parent !== undefined && source === meta.parent && fieldValue(record, path) === undefined
  return textOf(fieldValue(record, source) ?? (isParent ? tenant.oid : undefined))
}

const textOf = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value))

/** The parts of a record's key that people do not write, e.g. of a policy the names of its zones: files need them to find it again. */
export function keyBeside(entity: Entity, record: Rec, { part, tenant }: { part: Rec; tenant: { oid: string } }): Rec {
  const missing = entity.key.filter((path) => keyPart(entity, part, { path, tenant }) === undefined && record[path] !== undefined)
  return Object.fromEntries(missing.map((path) => [path, record[path]]))
}

/** What people may write of a record: what the service computes, hides or never tells is left out. */
export function writablePart(schema: Pick<PropertySchema, 'properties'>, record: Rec): Rec {
  const kept: Rec = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = record[name]
    if (value === undefined || isToldOnly(property) || property['x-secret'] === true) continue
    kept[name] = writableValue(property, value)
  }
  return kept
}

function writableValue(property: PropertySchema, value: unknown): unknown {
  const rows = rowSchema(property)
  if (Array.isArray(value)) return rows === undefined ? value : value.map((row) => writableValue(rows, row))
  if (typeof value !== 'object' || value === null) return value
  if (property.properties !== undefined) return writablePart(property, value as Rec)
  return rows === undefined ? value : Object.fromEntries(Object.entries(value).map(([key, row]) => [key, writableValue(rows, row)]))
}

function isToldOnly(property: PropertySchema): boolean {
  return property.readOnly === true || property['x-derived'] !== undefined || property['x-removed'] !== undefined
}
