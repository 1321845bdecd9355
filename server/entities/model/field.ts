import { type FieldType, foldsCase, typeOf } from '../../../schemas/filter/field-type.ts'
import type { Access } from '../../../schemas/rights/record-rights.ts'
import type { Derived, EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { constant } from '../../db/constant.ts'
import { versionedSql } from './versioned-sql.ts'
import { orderColumns } from '../../domain/entity-sql.ts'
import { computed } from '../../domain/computed.ts'

/** A property with its SQL and access rules. */
export interface Field {
  name: string
  schema: PropertySchema
  type: FieldType
  /** Typed SQL expression for a row under an alias; absent when only computed after reading. */
  sql?: (alias: string) => string
  /** JSON path of the value in the stored record; absent where it is computed, or where rows of earlier versions have it elsewhere. */
  jsonPath?: string
  /** Sort expression, if it differs from the value. */
  order?: (alias: string) => string
  derived?: Derived
  /** Stored in the record's `data`. */
  stored: boolean
  /** Free text sorts ignoring case; enumerated and derived values do not. */
  foldCase: boolean
  /** Field-level rights. Absent: those of the record. */
  read?: Access
  write?: Access
}

/** A typed SQL expression of a row under an alias. */
export type RowSql = (alias: string) => string

/** Table columns that back properties of the same name. */
export const COLUMNS: Record<string, { type: FieldType; sql: (alias: string) => string }> = {
  oid: { type: 'text', sql: (alias) => `${alias}.oid` },
  revision: { type: 'number', sql: (alias) => `${alias}.revision` },
  createdAt: { type: 'moment', sql: (alias) => `${alias}.created_at` },
  createdBy: { type: 'text', sql: (alias) => `${alias}.created_by` },
  updatedAt: { type: 'moment', sql: (alias) => `${alias}.updated_at` },
  updatedBy: { type: 'text', sql: (alias) => `${alias}.updated_by` },
}

interface FieldParts {
  schema: EntitySchema
  property: PropertySchema
  fields: ReadonlyMap<string, Field>
  /** SQL of a field of another entity; throws if there is none. */
  sqlOf: (entity: string, name: string) => RowSql
  /** Schema of another entity. */
  schemaOf: (entity: string) => EntitySchema
}

/** Derives how a property is stored and read. */
export function fieldOf(name: string, { schema, property, ...parts }: FieldParts): Field {
  const derived = property['x-derived']
  if (schema['x-entity'].parent === name) {
    return { name, schema: property, type: 'text', sql: (alias) => `${alias}.tenant_oid`, stored: false, foldCase: false }
  }
  if (derived === undefined) {
    const type = typeOf(property)
    const stored = property['x-transient'] !== true
    const readable = stored && property['x-secret'] !== true
    const column = orderColumns[schema['x-entity'].name]?.[name]
    const version =
      schema['x-evolution'] &&
      versionedSql(schema['x-evolution'], { name, property, type, isRequired: schema.required?.includes(name) === true })
    const sql = (alias: string): string => (version === undefined ? extract(`${alias}.data`, name, type) : typed(version(alias), type))
    return {
      name,
      schema: property,
      type,
      ...(readable && { sql }),
      ...(version === undefined && { jsonPath: jsonPathOf([name]) }),
      ...(column !== undefined && { order: (alias: string) => `${alias}.${column}` }),
      stored,
      foldCase: foldsCase(property),
    }
  }
  const column = 'stamp' in derived ? COLUMNS[derived.stamp] : undefined
  if (column !== undefined) return { name, schema: property, ...column, stored: false, foldCase: false }
  const sql = derivedSql(derived, parts)
  const one = 'compute' in derived ? computed[derived.compute] : undefined
  return {
    name,
    schema: property,
    type: typeOf(property),
    derived,
    stored: false,
    foldCase: typeOf(property) === 'text',
    ...(sql && { sql }),
    ...(one && 'sql' in one && one.order && { order: one.order }),
    ...(isParentName(derived, schema) && { order: parentOrder }),
  }
}

/** Sort expression of the parent's name: the tenant's folded name, because folding names row by row takes long. */
const parentOrder: RowSql = (alias) => `(select h.order_key from tenant h where h.oid = ${alias}.tenant_oid)`

function isParentName(derived: Derived, { 'x-entity': { parent } }: EntitySchema): boolean {
  return 'ref' in derived && derived.ref === parent && derived.field === 'name'
}

/** SQL of a JSON expression as a typed value. */
function typed(json: string, type: FieldType): string {
  if (type === 'json') return `(${json})`
  const text = `((${json})#>>'{}')`
  return type === 'number' || type === 'boolean' ? `${text}::${type === 'number' ? 'numeric' : 'boolean'}` : text
}

/** A JSON path, as in SQL, from a place within a record. */
export const jsonPathOf = (names: readonly string[], from = '$'): string => from + names.map((name) => `.${JSON.stringify(name)}`).join('')

/** SQL of a typed property of a JSON expression. */
export function extract(json: string, name: string, type: FieldType): string {
  const key = constant(name)
  if (type === 'json') return `(${json}->${key})`
  if (type === 'number') return `(${json}->>${key})::numeric`
  if (type === 'boolean') return `(${json}->>${key})::boolean`
  return `(${json}->>${key})`
}

function derivedSql(derived: Derived, { fields, sqlOf, schemaOf }: Omit<FieldParts, 'schema' | 'property'>): RowSql | undefined {
  if ('stamp' in derived) return undefined
  if ('compute' in derived) {
    const one = computed[derived.compute]
    if (one === undefined) throw new Error(`no computation '${derived.compute}' in server/domain/computed.ts`)
    return 'sql' in one ? one.sql : undefined
  }
  if ('count' in derived) {
    const types = childTypes(schemaOf(derived.count), derived)
    if (types !== undefined)
      return (alias) =>
        `(select count(*) from tenant c where c.parent_oid = ${alias}.oid and c.type in (${types.map(constant).join(', ')}))`
    return (alias) => {
      const by = sqlOf(derived.count, derived.by)('c')
      const where = Object.entries(derived.where ?? {}).map(
        ([name, value]) => ` and ${sqlOf(derived.count, name)('c')} = ${literalOf(value)}`,
      )
      return `(select count(*) from ${tableOf(storageOf(schemaOf(derived.count)))} c where ${by} = ${alias}.oid${where.join('')})`
    }
  }
  return (alias) => {
    const reference = fields.get(derived.ref)
    const entity = reference?.schema['x-ref']?.entity
    if (entity === undefined || reference?.sql === undefined) throw new Error(`x-derived: '${derived.ref}' is no reference`)
    return `(select ${sqlOf(entity, derived.field)('f')} from ${tableOf(storageOf(schemaOf(entity)))} f where ${isOfOverlay(schemaOf(entity)) ? `f.tenant_oid = ${alias}.tenant_oid and ` : ''}f.oid = ${reference.sql(alias)})`
  }
}

/** The types of tenants directly below that are counted. Their own table stands on every server of a distributed database, which their records do not. */
function childTypes(
  { 'x-entity': meta, properties }: EntitySchema,
  { by, where }: Extract<Derived, { count: string }>,
): string[] | undefined {
  return meta.isTenant === true && by === meta.parent && where === undefined ? (properties['type']?.enum as string[]) : undefined
}

/** References to records of an overlay stay within it. */
const isOfOverlay = ({ 'x-entity': { scope } }: EntitySchema): boolean => scope === 'overlay'

function literalOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return constant(value)
  throw new Error('x-derived: `where` compares with texts, numbers and booleans only')
}

/** Name of an entity's table: renaming an entity leaves it alone. */
export function storageOf(schema: EntitySchema): string {
  return schema['x-evolution']?.table ?? schema['x-entity'].name
}

/** Quoted name of an entity's table. */
export function tableOf(name: string): string {
  return `entity.${quoted(name)}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
