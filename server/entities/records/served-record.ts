import type { Can, ServedRecord } from '../../../schemas/plan.ts'
import { earlierNamesOf } from '../../../schemas/evolution/earlier-names.ts'
import { withoutLaterVersion } from '../../../schemas/evolution/stored-versions.ts'
import { canOf, objectionTo } from '../../../schemas/rights/record-rights.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { todayUtc } from '../../deprecation/deprecated-answer.ts'
import { computed } from '../../domain/computed.ts'
import { fieldError } from '../../plugins/english-text.ts'
import { hasSecrets } from './secrets.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller, Rights, TenantNode } from '../../policies/caller.ts'
import { hiddenPaths, visibleValue } from '../model/guarded-places.ts'
import { ruleContext, tenantOf } from './tenant-context.ts'
import type { EntityModel } from '../model/entity-model.ts'
import type { Field } from '../model/field.ts'
import { entrySchema, SECRET_MARK } from '../../../schemas/vocabulary/schema/property-schema.ts'

/** A row as read by list and single-record queries. */
export interface StoredRow {
  oid: string
  tenant_oid: string
  tenant_path: string
  revision: number
  data: Rec
  created_at: string
  updated_at: string
  updated_by: string | null
  /** Values of derived fields: those computed in SQL and those of the tenant (`completeRow`). */
  derived: Rec
  /** What a later version of the service stored and this one does not know; only of rows that are read to be written. */
  aside?: Rec
}

/** Columns of a `StoredRow` under an alias. */
export function rowColumns(model: EntityModel, alias: string): string {
  const derived = model.derivedInSql.map((field) => `'${field.name}', ${field.sql?.(alias) ?? 'null'}`).join(', ')
  const a = alias
  return `${a}.oid, ${a}.tenant_oid, ${a}.tenant_path, ${a}.revision, ${a}.data, ${a}.created_at, ${a}.updated_at, ${a}.updated_by, json_strip_nulls(json_build_object(${derived})) as derived`
}

/** Adds the values derived from the record's tenant, and brings stored data into the present version. */
export function completeRow<T extends StoredRow>(model: EntityModel, row: T, node: TenantNode): T {
  row.data = dataOf(model, row.data)
  for (const { name, from } of model.derivedFromTenant) row.derived[name] = node[from]
  return row
}

/** The stored properties of a record, whatever version the row has. */
export function dataOf({ versions, schema }: EntityModel, data: Rec): Rec {
  if (versions !== undefined) return versions.present(data)
  return data['$version'] === undefined && data['$aside'] === undefined ? data : withoutLaterVersion(data, schema)
}

/** The record for rules and conditions: all fields, secrets still encrypted. */
export function recordOf(model: EntityModel, row: StoredRow): Rec {
  const { parent } = model.meta
  // Not a spread: objects that grow after one are slow to read.
  const record: Rec = Object.assign({}, row.data, row.derived)
  record.oid = row.oid
  record.revision = row.revision
  if (parent !== undefined) record[parent] = row.tenant_oid
  for (const { name, column } of model.stamps) record[name] = instant(row[column])
  return record
}

/** Rights and context of the reader in one tenant, computed once for all its records. */
export interface Reader {
  caller: Caller
  node: TenantNode
  rights: Rights
  /** Context of the record's tenant. */
  context: RuleContext
  /** Context of the tenant in which the person works, for conditions on operations. @default `context` */
  acting?: RuleContext
}

export function readerOf(caller: Caller, node: TenantNode, model: EntityModel): Reader {
  const rights = caller.rightsOn(node)
  return { caller, node, rights, context: ruleContext(node, { user: caller.oid, rights, resource: model.meta.resource }) }
}

/**
 * The reader while working in a tenant, which may differ from the record's. For entities with `rightsOfContext` the rights on the
 * current tenant count: a customer's people may only view what their partner assigned to them.
 */
export function actingIn(model: EntityModel, reader: Reader, at: TenantNode | 'all'): Reader {
  if (model.meta.rightsOfContext !== true || at === 'all') return { ...reader, acting: { ...reader.context, tenant: tenantOf(at) } }
  const rights = reader.caller.rightsOn(at)
  const context = { ...reader.context, can: rights.can(model.meta.resource) }
  return { ...reader, rights, context, acting: { ...context, tenant: tenantOf(at) } }
}

/** What serving a record requires besides copying it; little for most entities. */
interface Serving {
  computed: readonly { name: string; compute: string }[]
  guarded: readonly Field[]
  secret: readonly Field[]
}

const servings = new WeakMap<EntityModel, Serving>()

function servingOf(model: EntityModel): Serving {
  const known = servings.get(model)
  if (known !== undefined) return known
  const fields = [...model.fields.values()]
  const serving = {
    computed: fields.flatMap(({ name, derived, sql }) =>
      derived !== undefined && 'compute' in derived && sql === undefined ? [{ name, compute: derived.compute }] : [],
    ),
    guarded: fields.filter(({ read }) => read !== undefined),
    secret: fields.filter(({ schema }) => hasSecrets(schema)),
  }
  servings.set(model, serving)
  return serving
}

/** The record as served: without unreadable fields and secrets, with `can` and `lastModified`. */
export function servedRecord(model: EntityModel, row: StoredRow, reader: Reader): ServedRecord {
  const { computed: later, guarded, secret } = servingOf(model)
  const record = recordOf(model, row)
  for (const { name, compute: by } of later) record[name] = compute(by, record, reader)
  const can = canOf(model, record, reader)
  const hidden = guarded.filter((field) => !isReadable(field, record, reader.context))
  for (const name of Object.keys(record)) if (!model.fields.has(name)) delete record[name]
  for (const { name } of hidden) delete record[name]
  if (model.guarded.length > 0) hideWithin(record, hiddenPaths(model, reader.context, record))
  for (const { name, schema } of secret) if (record[name] !== undefined) replaceSecret(record, name, schema)
  const served = withoutEnded(model, record)
  served['can'] = can
  served['lastModified'] = { date: instant(row.updated_at), user: row.updated_by ?? '' }
  return served as ServedRecord
}

/** The record without fields whose day has come (`x-removed`): a client that sends a whole record back sends none of them. */
export function withoutEnded({ schema }: Pick<EntityModel, 'schema'>, record: Rec): Rec {
  const names = earlierNamesOf(schema)
  return names === undefined ? record : names.served(record, todayUtc())
}

function hideWithin(record: Rec, hidden: ReturnType<typeof hiddenPaths>): void {
  for (const [name = ''] of hidden) if (record[name] !== undefined) record[name] = visibleValue(name, record[name], hidden)
}

/** Converts PostgreSQL's timestamp text to ISO format. */
function instant(text: string): string {
  // As JSON of most rows has it; three of each record.
  if (text.length === UTC.length && text.endsWith('+00:00')) return `${text.slice(0, -'+00:00'.length)}Z`
  return new Date(text).toISOString()
}

const UTC = '2026-01-31T12:00:00.000+00:00'

function compute(name: string, record: Rec, reader: Reader): unknown {
  const one = computed[name]
  return one !== undefined && 'compute' in one ? one.compute(record, reader) : undefined
}

/** Evaluates the field-level read right of `x-access`. */
export function isReadable({ read }: Field, record: Rec, context: RuleContext): boolean {
  return read === undefined || read.when.holds({ record, context })
}

/** Whether the reader may use a field in filters and sort orders, whatever the record. */
export function isSelectable(field: Field, context: RuleContext): boolean {
  return isReadable(field, {}, context)
}

/** Replaces secrets by their marks, at any depth. */
function replaceSecret(record: Rec, name: string, schema: PropertySchema): void {
  const value = record[name]
  delete record[name]
  // An empty secret gets no mark.
  if (schema['x-secret'] !== true) record[name] = withoutSecrets(value, schema)
  else if (value !== null) record[SECRET_MARK] = true
}

/** The value with secrets replaced by their marks. */
export function withoutSecrets(value: unknown, schema: PropertySchema): unknown {
  if (Array.isArray(value)) return schema.items === undefined ? value : value.map((item) => withoutSecrets(item, schema.items ?? {}))
  const { properties } = schema
  const entry = entrySchema(schema)
  if (typeof value !== 'object' || value === null || (properties ?? entry) === undefined) return value
  const served: Rec = {}
  for (const [name, inner] of Object.entries(value)) {
    const property = properties?.[name] ?? entry ?? {}
    if (property['x-secret'] !== true) served[name] = withoutSecrets(inner, property)
    else if (inner !== null) served[SECRET_MARK] = true
  }
  return served
}

/** Locale key of why these records cannot be read here (`x-operations.read`). */
export function unreadable(model: EntityModel, context: RuleContext): string | undefined {
  return objectionTo(model, 'read', { record: {}, context })?.because
}

/** `can` of the journal, if the schema has a condition for it (`x-operations.journal`). */
export function journalCan(model: EntityModel, context: RuleContext): Can[string] | undefined {
  if (model.operations.journal === undefined) return undefined
  const objection = objectionTo(model, 'journal', { record: {}, context })
  return objection === undefined ? true : { because: objection.because }
}

/** Throws if these records cannot be read here: 403, or the status in the schema. */
export function refuseUnreadable(model: EntityModel, context: RuleContext): void {
  const objection = objectionTo(model, 'read', { record: {}, context })
  if (objection === undefined) return
  const error = fieldError('', objection.because)
  throw new HttpProblem(objection.status, error.message, { errors: [error] })
}
