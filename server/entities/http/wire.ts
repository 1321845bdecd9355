import { sql, type RawBuilder } from 'kysely'
import type { FieldError, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { earlierNamesOf } from '../../../schemas/evolution/earlier-names.ts'
import { decode, type Decoded, type WireProblem } from '../../../schemas/wire/decode.ts'
import { encode } from '../../../schemas/wire/encode.ts'
import type { Labels, ObjectWire } from '../../../schemas/wire/object-wire.ts'
import { labelledRecords, wirePlace } from '../../../schemas/wire/pointers.ts'
import type { Database } from '../../db/database.ts'
import { mapInTurns } from '../../event-loop/in-turns.ts'
import { fieldError } from '../../plugins/english-text.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller } from '../../policies/caller.ts'
import { catalogueOf } from '../model/catalogue.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { fieldAt } from '../model/field-at.ts'
import { constant } from '../../db/constant.ts'
import { readTable } from '../records/own-records.ts'

/** Records of one entity to be sent. */
interface Outgoing {
  model: EntityModel
  records: readonly Rec[]
  /** Tenant whose overlay the call names; undefined for entities of tenants. */
  overlay: string | undefined
}

/** Records in the shapes of the specifications (`x-wire`). The names of all referenced records take one statement. */
export async function encodeRecords(database: Database, caller: Caller, { model, records, overlay }: Outgoing): Promise<Rec[]> {
  const { wire } = model
  if (wire === undefined) return [...records]
  const wanted = labelledRecords(records, wire)
  const labels = wanted.size === 0 ? undefined : await loadLabels(database, caller, { wanted, fields: labelFields(wire), overlay })
  return mapInTurns(records, (record) => encode(record, wire, labels === undefined ? {} : { labels }))
}

/** The name under which identifiers of an entity travel. */
export const oidName = ({ wire }: EntityModel): string => wire?.['oid']?.at.join('/') ?? 'oid'

/**
 * The result of a write with its records in the shapes of the specifications. Every item gets a record: of a deleted one only its identifier.
 */
export async function encodeResult(
  database: Database,
  caller: Caller,
  { model, result, overlay }: { model: EntityModel; result: PlanResult; overlay: string | undefined },
): Promise<PlanResult> {
  // What raised a request is answered with that request.
  const records = result.items.map(({ record, current, raised }) => (raised === undefined ? (current ?? record ?? {}) : {}))
  const encoded = await encodeRecords(database, caller, { model, records, overlay })
  const items = result.items.map((item, index) => {
    const { record, current, raised, oid } = item
    const sent = encoded[index] as ServedRecord
    if (current !== undefined) return { ...item, current: sent }
    if (record !== undefined) return { ...item, record: raised === undefined ? sent : record }
    return oid === undefined ? item : { ...item, record: { [raised === undefined ? oidName(model) : 'oid']: oid } as ServedRecord }
  })
  return { ...result, items }
}

/** The record that a body describes; throws a 400 with the place of every part that no record can have. */
export function decodeRecord(model: EntityModel, sent: Rec, at: string): Rec {
  if (model.wire === undefined) return sent
  const { record, problems } = decode(sent, model.wire, 'body')
  const earlier = decodeEarlier(record, model.wire, model)
  const all = [...problems, ...earlier.problems]
  if (all.length === 0) return earlier.record
  const errors = all.map(({ at: path, expected }) =>
    fieldError(`${at}${formatPointer(path)}`, `service.wire.${expected}`, { field: path.join('.') }),
  )
  throw new HttpProblem(400, errors[0]?.message ?? '', { errors })
}

/**
 * What was sent under earlier names of the record travels within as it does under the present ones. Fields that have another place on the wire
 * kept it when they were renamed.
 */
function decodeEarlier(record: Rec, wire: ObjectWire, { schema }: EntityModel): Decoded {
  const names = earlierNamesOf(schema)
  if (names === undefined) return { record, problems: [] }
  const problems: WireProblem[] = []
  const parts = Object.entries(record).map(([name, value]): [string, unknown] => {
    const [now = name, ...further] = names.place([name]).segments
    const rule = now === name || further.length > 0 ? undefined : wire[now]
    if (rule === undefined || rule.at.join('/') !== now) return [name, value]
    const inner = decode({ [now]: value }, { [now]: rule }, 'body')
    problems.push(...inner.problems.map(({ at: [, ...path], expected }) => ({ at: [name, ...path], expected })))
    return [name, inner.record[now]]
  })
  return { record: Object.fromEntries(parts), problems }
}

/** The errors of a write with pointers into the body as it was sent. */
export function encodePointers(model: EntityModel, errors: readonly FieldError[]): FieldError[] {
  const { wire } = model
  if (wire === undefined) return [...errors]
  return errors.map((error) => {
    const [, root = '', pointer = ''] = /^((?:\/data)?\/\d+)(\/.*)?$/s.exec(error.pointer) ?? []
    return pointer === '' ? error : { ...error, pointer: `${root}${formatPointer(wirePlace(parsePointer(pointer), wire))}` }
  })
}

interface WantedLabels {
  wanted: ReadonlyMap<string, ReadonlySet<string>>
  fields: ReadonlyMap<string, ReadonlySet<string>>
  overlay: string | undefined
}

async function loadLabels(database: Database, caller: Caller, { wanted, fields, overlay }: WantedLabels): Promise<Labels> {
  const catalogue = catalogueOf(database)
  const parts = [...wanted].map(([entity, oids]) => {
    const model = catalogue.model(entity)
    const names = [...(fields.get(entity) ?? [])]
    return labelRows(model, { names, oids: [...oids], overlay: model.meta.scope === 'overlay' ? overlay : undefined })
  })
  const { rows } = await database.withScope(caller.scopes(), (queries) =>
    sql<{ entity: string; oid: string; fields: Rec }>`${sql.join(parts, sql` union all `)}`.execute(queries),
  )
  const found = new Map(rows.map(({ entity, oid, fields: values }) => [`${entity} ${oid}`, values]))
  return (entity, oid) => found.get(`${entity} ${oid}`)
}

function labelRows(
  model: EntityModel,
  { names, oids, overlay }: { names: readonly string[]; oids: string[]; overlay: string | undefined },
): RawBuilder<unknown> {
  const pairs = names.flatMap((name) => {
    const field = fieldAt(model, name)
    // A field with read rights of its own is not shown by the record of another entity.
    return field?.sql === undefined || field.read !== undefined ? [] : [`${constant(name)}, ${field.sql('r')}`]
  })
  const within = overlay === undefined ? sql`` : sql`and r.tenant_oid = ${overlay}`
  return sql`select ${sql.raw(constant(model.name))} as entity, r.oid, jsonb_strip_nulls(jsonb_build_object(${sql.raw(pairs.join(', '))})) as fields
    from ${readTable(model, sql`unnest(${oids}::text[])`)} r where r.oid = any(${oids}::text[]) ${within}`
}

const fieldsByWire = new WeakMap<ObjectWire, ReadonlyMap<string, ReadonlySet<string>>>()

/** Fields of referenced records that are sent, by entity. */
function labelFields(wire: ObjectWire): ReadonlyMap<string, ReadonlySet<string>> {
  const known = fieldsByWire.get(wire)
  if (known !== undefined) return known
  const found = new Map<string, Set<string>>()
  addLabelFields(wire, found)
  fieldsByWire.set(wire, found)
  return found
}

function addLabelFields(wire: ObjectWire, found: Map<string, Set<string>>): void {
  for (const { entity, as, labels = {}, within } of Object.values(wire)) {
    if (entity !== undefined) {
      const names = found.get(entity) ?? new Set()
      for (const name of [...Object.keys(labels), ...(as === 'name' ? ['name'] : [])]) names.add(name)
      found.set(entity, names)
    }
    if (within !== undefined) addLabelFields(within, found)
  }
}
