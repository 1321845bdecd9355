import { RequestError, type Abilities, type ListQuery } from '../../../renderer/data/data-source.ts'
import type { Can, ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import { canCommand, canOf, isImplicit, type RightsContext } from '../../../schemas/rights/record-rights.ts'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntityMeta, Rec } from '../../../schemas/vocabulary/types.ts'
import { decode } from '../../../schemas/wire/decode.ts'
import { pairOid } from '../../../schemas/matrix.ts'
import { recordIn } from '../answers.ts'
import type { HttpClient, RequestOptions } from '../client.ts'
import { entityShape, type EntityShape } from './entity-shape.ts'
import { withComputed, withLicensingMode, withReferenced } from './derived-values.ts'
import { withIdentifiers } from './names.ts'
import { matcherOf, PREDICATE, predicateIn, sorted } from './select-rows.ts'
import { WholeLists } from './whole-lists.ts'

/** What reading from services that know only the calls of the specifications takes. */
export interface UpstreamPorts {
  client: HttpClient
  overlayOid: () => string | undefined
  abilitiesOf: (entity: string) => Abilities
  /** What the person may do in a tenant, by the tenant context. */
  rightsIn: (entity: string, tenantOid: string) => RightsContext
}

/** A record as the service sent it, and as the console knows it. */
export interface Received {
  sent: Rec
  record: ServedRecord
}

/** The tenant in which the person works, and the identifier of a record whose service sends none. */
interface Place {
  tenantOid: string
  oid?: string
  /** Whether they are all records of the list. */
  isWhole?: boolean
}

interface Completing {
  records: readonly Rec[]
  /** As the service sent them, in the same order. */
  sent: readonly Rec[]
  tenantOid: string
  isWhole: boolean
}

type Query = NonNullable<RequestOptions['query']>

/** Reads records of services that filter nothing and say nothing of rights, revisions or counts. */
export class UpstreamReader {
  readonly lists: WholeLists

  constructor(readonly ports: UpstreamPorts) {
    this.lists = new WholeLists(ports.client, ports.overlayOid)
  }

  /** A page of a list, which the console filters, orders and counts itself. */
  async list(entity: string, query: ListQuery): Promise<ListAnswer> {
    const shape = await entityShape(entity)
    const { tenantOid, page, size, filter, condition = 'all', sort, after } = query
    const all = (await this.all(entity, tenantOid, predicateIn(filter))).map(({ record }) => record)
    const rights = this.ports.rightsIn(entity, tenantOid)
    const matching = all.filter(matcherOf(filter, shape.schema))
    const holds = (name: string) => (record: Rec) => shape.tabs.get(name)?.({ record, context: rights.context }) ?? true
    const counts = Object.fromEntries([...shape.tabs.keys()].map((name) => [name, matching.filter(holds(name)).length]))
    const found = sorted(matching.filter(holds(condition)), sort ?? defaultOrder(shape), shape.schema)
    const can = collectionCan(shape, rights)
    const meta = { totalCount: found.length, page, size, counts, can }
    if (after !== undefined) return walked(found, { after, size, meta })
    const from = (page - 1) * size
    return { data: found.slice(from, from + size), meta }
  }

  /** One record. Rejects with a 404 where the service has none. */
  async one(entity: string, oid: string, tenantOid: string): Promise<Received> {
    const shape = await entityShape(entity)
    const { meta } = shape
    if (meta.pairs === undefined && meta.specified?.one !== false) {
      const found = await this.single(meta, oid, tenantOid)
      if (found !== undefined) return this.received(shape, found, { tenantOid, ...(isImplicit(meta) && { oid }) })
    }
    const listed = (await this.all(entity, tenantOid)).find(({ record }) => record.oid === oid)
    if (listed === undefined) throw new RequestError({ status: 404, messages: [`There is no such record: ${oid}`] })
    return listed
  }

  /** The record as one call sends it; undefined where the service has no call for one, or no such record. */
  private async single({ route, scope, singleton, tenantParam }: EntityMeta, oid: string, tenantOid: string): Promise<Rec | undefined> {
    const path = singleton === true && scope === 'overlay' ? route : `${route}/${encodeURIComponent(oid)}`
    const named = scope === 'tenant' && tenantParam !== undefined && tenantOid !== 'all' ? { tenantOid } : {}
    try {
      return recordIn(await this.ports.client.request<unknown>('GET', path, { query: named }))
    } catch (error) {
      if (singleton !== true && error instanceof RequestError && (error.status === 404 || error.status === 405)) return undefined
      throw error
    }
  }

  /** Records that were decoded already, with what their service does not say of them. */
  async recordsOf(entity: string, decoded: readonly Rec[], tenantOid: string): Promise<ServedRecord[]> {
    return this.completed(await entityShape(entity), { records: decoded, sent: decoded, tenantOid, isWhole: false })
  }

  async collectionCan(entity: string, tenantOid: string): Promise<Can> {
    return collectionCan(await entityShape(entity), this.ports.rightsIn(entity, tenantOid))
  }

  /** All records of a list, or those that fulfil a named condition of the service. */
  async all(entity: string, tenantOid: string, predicate?: string): Promise<Received[]> {
    const shape = await entityShape(entity)
    const rows = await this.rows(shape.meta, tenantOid, predicate)
    const records = await this.decoded(shape, rows, { tenantOid, isWhole: predicate === undefined })
    return rows.map((sent, index) => ({ sent, record: records[index] as ServedRecord }))
  }

  /** All records of a list as the service sends them. A list that the specifications divide is joined. */
  private async rows(meta: EntityMeta, tenantOid: string, predicate?: string): Promise<Rec[]> {
    const { route, listRoute, specified, tenantParam, parts, scope } = meta
    if (specified?.list !== undefined) return (await this.lists.of(specified.list.route, {}, specified.list.firstPage)).rows
    const query: Query = {
      [tenantParam ?? 'tenantOid']: scope === 'overlay' || tenantOid === 'all' ? undefined : tenantOid,
      ...(predicate !== undefined && { filter: `${PREDICATE}==${predicate}` }),
    }
    if (listRoute !== undefined) return (await this.lists.of(listRoute.replace('{tenantOid}', encodeURIComponent(tenantOid)), {})).rows
    if (parts === undefined) return (await this.lists.of(route, query)).rows
    const lists = await Promise.all(Object.keys(parts).map((part) => this.lists.of(`${route}/${part}`, query)))
    const found = new Map(lists.flatMap(({ rows }) => rows.map((row) => [JSON.stringify(row['id'] ?? row), row] as const)))
    return [...found.values()]
  }

  private async received(shape: EntityShape, sent: Rec, at: Place): Promise<Received> {
    const [record] = await this.decoded(shape, [sent], at)
    return { sent, record: record as ServedRecord }
  }

  private decoded(shape: EntityShape, sent: readonly Rec[], { tenantOid, oid, isWhole = false }: Place): Promise<ServedRecord[]> {
    const { wire } = shape
    const plain = sent.map((one) => (wire === undefined ? { ...one } : decode(one, wire, 'answer').record))
    const records = oid === undefined ? plain : plain.map((record) => ({ ...record, oid }))
    return this.completed(shape, { records, sent, tenantOid, isWhole })
  }

  private async completed(shape: EntityShape, { records, sent, tenantOid, isWhole }: Completing): Promise<ServedRecord[]> {
    // The names of an entity's own list are known already.
    const rowsOf = async (entity: string): Promise<readonly Rec[]> =>
      isWhole && entity === shape.meta.name ? records : this.referenced(entity, tenantOid)
    const identified = await withIdentifiers(records, { sent, wire: shape.wire }, rowsOf)
    const named = await withReferenced(identified, shape.schema, rowsOf)
    const complete = shape.meta.name === 'tenant' ? await withLicensingMode(named, rowsOf) : named
    return complete.map((record, index) => this.served(shape, { record, sent: sent[index] ?? record }, tenantOid))
  }

  /** The records of another entity, for their names; none where the person may not see them. */
  async referenced(entity: string, tenantOid: string): Promise<Rec[]> {
    try {
      return (await this.all(entity, tenantOid)).map(({ record }) => record)
    } catch (error) {
      if (error instanceof RequestError) return []
      throw error
    }
  }

  /** The record with what this product's service says besides: its identifier, and what the person may do with it. */
  private served(shape: EntityShape, { record, sent }: { record: Rec; sent: Rec }, tenantOid: string): ServedRecord {
    const { meta, rights, commands } = shape
    const own = this.ports.rightsIn(meta.name, tenantOid)
    const identified = { ...record, oid: identifierOf(record, shape), revision: Number(record['revision'] ?? 0) }
    const known = withComputed(identified, { ...shape, sent }, own)
    const can: Can = commands.length > 0 ? canCommand(commands, own, known) : canOf(rights, known, own)
    return { ...known, can: meta.specified?.delete === false ? { ...can, delete: noCall } : can } as ServedRecord
  }
}

/** The identifier of a record; where the service sends none, what people know it by. */
function identifierOf(record: Rec, { meta, schema }: EntityShape): string {
  const [one, other] = (meta.pairs?.of ?? []).map((name) => record[name])
  if (typeof one === 'string' && typeof other === 'string') return pairOid(isSymmetric(schema, meta) ? 'upper' : 'full', one, other)
  const oid = record['oid'] ?? record['id']
  if (typeof oid === 'string' || typeof oid === 'number') return String(oid)
  return schema['x-key'].map((field) => String(fieldValue(record, field) ?? '')).join('/')
}

/** Whether both sides of a pair are records of the same entity. */
function isSymmetric({ properties }: EntityShape['schema'], { pairs }: EntityMeta): boolean {
  const [one, other] = (pairs?.of ?? []).map((name) => properties[name]?.['x-ref']?.entity)
  return one === other
}

/** A step of a walk in the order of identifiers. */
function walked(
  records: readonly ServedRecord[],
  { after, size, meta }: { after: string; size: number; meta: ListAnswer['meta'] },
): ListAnswer {
  const rest = records.filter(({ oid }) => oid > after).toSorted((one, other) => (one.oid < other.oid ? -1 : 1))
  const data = rest.slice(0, size)
  const last = rest.length > size ? data.at(-1)?.oid : undefined
  return { data, meta: { ...meta, ...(last !== undefined && { next: last }) } }
}

/** A list in a manual order is shown in it, another as the service of this product orders it. */
const defaultOrder = ({ meta, schema }: EntityShape): ListQuery['sort'] => {
  const by = meta.order?.by ?? schema['x-sort'][0]
  return by === undefined ? undefined : { by, order: 'asc' }
}

/** What the specifications print no call for, other services cannot do. */
const noCall: Can[string] = { because: 'service.because.noCall' }

/** What may be done with the list as a whole. */
function collectionCan({ meta, commands }: EntityShape, { context, rights }: RightsContext): Can {
  const allow = (operation: 'create' | 'update'): Can[string] =>
    rights.has(meta.resource, operation) ? true : { because: `service.because.${operation}` }
  const can = { journal: allow('update'), ...canCommand(commands, { context, rights }) }
  if (meta.readOnly === true || meta.writtenByCommands === true) return can
  const importable = { ...can, import: allow('update') }
  if (meta.creation === false || meta.pairs !== undefined) return importable
  return { ...importable, create: meta.specified?.create === false ? noCall : allow('create') }
}
