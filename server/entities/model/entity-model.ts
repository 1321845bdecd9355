import type { Validate } from '../../../schemas/vocabulary/schema/compiled-entity.ts'
import { compileRecordRights, type Access, type RecordRights } from '../../../schemas/rights/record-rights.ts'
import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import { resolveSchema, type SchemaSource } from '../../../schemas/vocabulary/schema/resolve-schema.ts'
import { storedVersionsOf, type StoredVersions } from '../../../schemas/evolution/stored-versions.ts'
import type { RecordMigrations } from '../../../schemas/evolution/record-migration.ts'
import { compileWire } from '../../../schemas/wire/compile-wire.ts'
import type { ObjectWire } from '../../../schemas/wire/object-wire.ts'
import type { AccessRule, EntityMeta, EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { TenantNode } from '../../policies/caller.ts'
import { fieldAt } from './field-at.ts'
import { COLUMNS, fieldOf, storageOf, tableOf, type Field, type RowSql } from './field.ts'
import { guardedIn, type GuardedPlace } from './guarded-places.ts'
import { pairSidesOf, type PairSides } from './pair-sides.ts'
import { referencesIn, type OutgoingReference } from './reference-paths.ts'

/** What the service derives once from a schema. */
export interface EntityModel extends RecordRights {
  name: string
  schema: EntitySchema
  /** What tables, functions and counts call it: the name that it had first. */
  storage: string
  /** Quoted table name. */
  table: string
  /** Quoted name of the SQL function that finds search candidates. */
  search: string
  fields: ReadonlyMap<string, Field>
  references: readonly OutgoingReference[]
  /** Nested places with read rights of their own; those of top-level properties are in their fields. */
  guarded: readonly GuardedPlace[]
  unique: readonly UniqueKey[]
  /** What its records are pairs of; undefined for other entities. */
  pairs: PairSides | undefined
  /** Derived fields computed in SQL, in the column order of a row. */
  derivedInSql: readonly Field[]
  /** Derived fields whose writes change the referenced record. */
  writtenThrough: readonly { name: string; ref: string; entity: string; field: string }[]
  /** Derived fields read from the record's tenant, which is loaded with every record anyway. */
  derivedFromTenant: readonly { name: string; from: TenantProperty }[]
  /** Stored properties: those in `data`, and the parent. */
  storedNames: readonly string[]
  /** How stored data relate to records; undefined if they ever had the present version. */
  versions: StoredVersions | undefined
  /** Properties that hold the time of creation or last change. */
  stamps: readonly { name: string; column: 'created_at' | 'updated_at' }[]
  /** How records travel in the calls of the specifications (`x-wire`); undefined if as stored. */
  wire: ObjectWire | undefined
  validate: Validate
  /** The model of another entity of the catalogue, e.g. of one that is referred to. */
  modelOf: (entity: string) => EntityModel | undefined
}

/** Whether lists and journals of a tenant include the records of its subtenants. An overlay's records belong to its customer alone. */
export function includesSubtenants({ scope }: EntityMeta, { type }: Pick<TenantNode, 'type'>): boolean {
  return scope !== 'overlay' || type === 'po'
}

/** Whether a list has records of one tenant alone. */
export function isOfOneTenant({ meta }: Pick<EntityModel, 'meta'>, tenant: TenantNode | 'all'): tenant is TenantNode {
  return tenant !== 'all' && !includesSubtenants(meta, tenant)
}

/** A set of fields whose values no two records share. `index` is the name of its unique index. */
export interface UniqueKey {
  index: string
  fields: readonly string[]
  because: string
}

const STAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

const TENANT_PROPERTIES = ['name', 'type', 'parentOid'] as const
/** Properties common to tenant records and nodes of the tenant tree. */
type TenantProperty = (typeof TENANT_PROPERTIES)[number]

/** Every entity of the service. */
export interface Catalogue {
  models: ReadonlyMap<string, EntityModel>
  /** Models of commands, which have forms and rules like records, but no table. */
  commands: ReadonlyMap<string, EntityModel>
  /** Throws on an unknown name; check foreign names with `models.get` first. */
  model(name: string): EntityModel
  /** References from any entity to this one; those to `tenant` count for every tenant entity. */
  referencesTo(name: string): { from: EntityModel; reference: OutgoingReference }[]
}

/** Derives all models; throws if a schema names an unknown entity, property or computation. */
export function createCatalogue(
  schemas: Record<string, EntitySchema>,
  validators: Record<string, Validate>,
  migrations: RecordMigrations = {},
): Catalogue {
  const models = new Map<string, EntityModel>()
  const commands = new Map<string, EntityModel>()
  const model = (name: string): EntityModel => {
    const found = models.get(name)
    if (found === undefined) throw new Error(`unknown entity '${name}'`)
    return found
  }
  const source: SchemaSource = (id) => schemas[id]
  const schemaOf = (name: string): EntitySchema => {
    const found = schemas[name]
    if (found === undefined) throw new Error(`unknown entity '${name}'`)
    return found
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const validate = validators[name]
    if (validate === undefined) throw new Error(`entity '${name}' has no compiled validator; run npm run generate`)
    const known = schema['x-entity'].command === undefined ? models : commands
    known.set(
      name,
      modelOf(resolveSchema(schema, source), {
        validate,
        sqlOf: (entity, field) => fieldSql(model(entity), field),
        schemaOf,
        source,
        migrations,
        modelOf: (entity) => models.get(entity),
      }),
    )
  }
  for (const one of models.values()) checkNames(one, model)
  return {
    models,
    commands,
    model,
    referencesTo: (name) => {
      const targets = model(name).meta.isTenant === true ? [name, 'tenant'] : [name]
      return [...models.values()].flatMap((from) =>
        from.references.filter(({ entity }) => targets.includes(entity)).map((reference) => ({ from, reference })),
      )
    },
  }
}

function modelOf(
  schema: EntitySchema,
  parts: Pick<Parameters<typeof fieldOf>[1], 'sqlOf' | 'schemaOf'> & {
    validate: Validate
    source: SchemaSource
    migrations: RecordMigrations
    modelOf: EntityModel['modelOf']
  },
): EntityModel {
  const meta = schema['x-entity']
  const access = (rule: AccessRule | undefined, where: string): Access | undefined =>
    rule && { when: compileCondition(rule.when, schema, { where, source: parts.source }), because: rule.because }
  const fields = new Map<string, Field>()
  for (const [name, column] of Object.entries(COLUMNS)) {
    fields.set(name, { name, schema: schema.properties[name] ?? { readOnly: true }, ...column, stored: false, foldCase: false })
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    const read = access(property['x-access']?.read, `x-access of ${name}`)
    const write = access(property['x-access']?.write, `x-access of ${name}`)
    if (!Object.hasOwn(COLUMNS, name))
      fields.set(name, {
        ...fieldOf(name, { schema, property, fields, sqlOf: parts.sqlOf, schemaOf: parts.schemaOf }),
        ...(read && { read }),
        ...(write && { write }),
      })
  }
  const references = referencesIn(schema)
  const unique = (schema['x-unique'] ?? []).map(({ fields: names, because }) => ({
    index: indexName('ux', `${meta.name}|${names.join('|')}`),
    fields: names,
    because,
  }))
  const derivedFromTenant = [...fields.values()].flatMap((field) => fromTenant(field, schema))
  const derivedInSql = [...fields.values()].filter(
    ({ name, derived, sql }) => derived !== undefined && sql !== undefined && !derivedFromTenant.some((one) => one.name === name),
  )
  const storedNames = [...fields.values()].filter((field) => field.stored || field.name === meta.parent).map(({ name }) => name)
  return {
    ...compileRecordRights(schema, parts.source),
    name: meta.name,
    schema,
    storage: storageOf(schema),
    table: tableOf(storageOf(schema)),
    search: tableOf(`${storageOf(schema)}_search`),
    fields,
    references,
    guarded: guardedIn(schema, parts.source),
    unique,
    pairs: pairSidesOf(schema, parts.schemaOf),
    derivedInSql,
    derivedFromTenant,
    writtenThrough: writtenThroughIn(schema),
    storedNames,
    stamps: stampsOf(schema),
    versions: storedVersionsOf({ schema, ...parts }),
    wire: compileWire(schema),
    validate: parts.validate,
    modelOf: parts.modelOf,
  }
}

/** `updatedAt`, `createdAt` and other properties with `x-derived.stamp`. */
function stampsOf({ properties }: EntitySchema): EntityModel['stamps'] {
  return Object.entries(properties).flatMap(([name, { 'x-derived': derived }]) => {
    const stamp = derived !== undefined && 'stamp' in derived ? derived.stamp : name
    return stamp === 'createdAt' || stamp === 'updatedAt' ? [{ name, column: STAMPS[stamp] }] : []
  })
}

/** A short, stable index name within PostgreSQL's limit of 63 characters. */
export function indexName(kind: 'ix' | 'ux', definition: string): string {
  let hash = 0xcbf29ce484222325n
  for (const character of definition) hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return `${kind}_${hash.toString(36)}`
}

function writtenThroughIn({ properties }: EntitySchema): EntityModel['writtenThrough'] {
  return Object.entries(properties).flatMap(([name, { 'x-derived': derived }]) => {
    if (derived === undefined || !('ref' in derived) || derived.write !== true) return []
    const entity = properties[derived.ref]?.['x-ref']?.entity
    return entity === undefined ? [] : [{ name, ref: derived.ref, entity, field: derived.field }]
  })
}

function fromTenant({ name, derived }: Field, schema: EntitySchema): { name: string; from: TenantProperty }[] {
  const { parent } = schema['x-entity']
  if (derived === undefined || !('ref' in derived) || derived.ref !== parent || schema.properties[parent]?.['x-ref']?.entity !== 'tenant')
    return []
  return TENANT_PROPERTIES.filter((property) => property === derived.field).map((from) => ({ name, from }))
}

/** SQL of a field's value; throws if there is none. */
export function fieldSql(model: EntityModel, name: string): RowSql {
  const sql = fieldAt(model, name)?.sql
  if (sql === undefined) throw new Error(`entity '${model.name}' has no readable field '${name}'`)
  return sql
}

/** Checks names that would otherwise fail only when their SQL runs. */
function checkNames(model: EntityModel, find: (name: string) => EntityModel): void {
  for (const field of model.fields.values()) field.sql?.('r')
  for (const { entity } of model.references) find(entity)
  const named = [...model.schema['x-sort'], ...model.schema['x-search'], ...model.unique.flatMap(({ fields }) => fields)]
  for (const name of named) fieldSql(model, name)
}
