import type { Catalogue, EntityModel } from '../../../server/entities/model/entity-model.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { sampleRecord } from '../samples/sample-record.ts'
import type { KnownRoute } from './whole-service.ts'

/** A call that names a tenant or record outside the caller's tenant. */
export interface ForeignCall {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: unknown
}

/** Tenants and records inside and outside the caller's tenant. */
export interface OwnAndForeign {
  /** A tenant that the caller administers. */
  own: string
  /** A record in the caller's tenant. */
  ownRecord: { oid: string; entity: string }
  /** Oids of tenants and records that the caller must not reach. */
  foreign: readonly string[]
  /** Id of an action that changed foreign records. */
  foreignAction: string
}

/** Every call that passes a foreign identifier to the route; throws for a path parameter that this file does not know. */
export function foreignCalls({ method, url, parameters }: KnownRoute, catalogue: Catalogue, families: OwnAndForeign): ForeignCall[] {
  const models = [...catalogue.models.values()]
  const model = models.find(({ meta }) => meta.route === url)
  const themes = [...new Set(models.map(({ meta }) => meta.theme))]
  return families.foreign.flatMap((oid) => {
    const addresses = addressesOf(url, { oid, themes, families })
    const tenantQueries = parameters.filter((name) => /tenantOid$/i.test(name)).map((name) => `${url}?${name}=${oid}`)
    const plain = url.includes(':') || tenantQueries.length === 0 ? addresses : tenantQueries
    // A deletion by URL needs a revision, else it would be refused before the record is looked up.
    const queried = method === 'DELETE' && parameters.includes('revision') ? plain.map((address) => `${address}?revision=1`) : plain
    const headers = { 'x-overlay-oid': oid }
    const calls = [...queried, ...(plain === addresses ? [] : addresses)].map((address): ForeignCall => ({
      method,
      url: address,
      headers,
    }))
    const payloads = payloadsOf(method, url, { model, models, oid, families })
    return payloads.length === 0 ? calls : payloads.flatMap((payload) => calls.map((call) => ({ ...call, payload })))
  })
}

interface ForeignTarget {
  oid: string
  families: OwnAndForeign
}

function addressesOf(url: string, { oid, themes, families }: ForeignTarget & { themes: readonly string[] }): string[] {
  const values: Record<string, readonly string[]> = {
    ':oid': [oid],
    ':delivery': [oid],
    ':entity': ['partner', 'customer'],
    ':tenantId': [oid, families.own],
    ':overlay': [oid, families.ownRecord.oid],
    ':tenantOid': [oid, families.own, 'all'],
    ':theme': themes,
    ':id': [`${oid}.1`, `${families.own}.1.${oid}.1`],
    ':actionId': [families.foreignAction],
  }
  const start = url.includes(':tenantOid') && !url.includes(':id') ? { ...values, ':tenantOid': [oid] } : values
  return url.split('/').reduce<string[]>(
    (urls, part) => {
      const options = part.startsWith(':') ? start[part] : [part]
      if (options === undefined) throw new Error(`${url}: no foreign value is known for ${part}`)
      return urls.flatMap((before) => options.map((option) => (before === '/' ? `/${option}` : `${before}/${option}`)))
    },
    [''],
  )
}

function payloadsOf(
  method: string,
  url: string,
  { model, models, oid, families }: ForeignTarget & { model: EntityModel | undefined; models: readonly EntityModel[] },
): unknown[] {
  if (model !== undefined) return collectionPayloads(method, model, { oid, families }).map((data) => ({ data: [data] }))
  if (url.includes('/cmd/')) {
    const group = { licenseType: 'Edge', licenseSize: 'S', startDate: '2026-01', duration: 12 }
    const { own } = families
    return [
      { tenantId: oid, group, count: 1 },
      { tenantId: own, group, count: 1, assignTo: oid },
    ]
  }
  if (url.endsWith('/sessions')) return [{ data: [{ edgeBoxId: oid, edgeBoxName: 'Taken over' }] }]
  if (url === '/api/v1/profile' && method === 'PUT') return [{ data: [{ oid, name: 'Mallory' }] }]
  if (url !== '/api/v1/plans' || method !== 'POST') return []
  const written = models.filter(({ meta }) => meta.readOnly !== true)
  return written.flatMap((one) =>
    [families.own, oid].flatMap((tenantOid) =>
      planItems(one, { oid, families }).map((item) => ({ source: 'api', tenantOid, items: [{ entity: one.name, ...item }] })),
    ),
  )
}

/** Creates that refer to a foreign record, writes to foreign records, and updates that would make an own record refer to a foreign one. */
function planItems(model: EntityModel, { oid, families }: ForeignTarget): Rec[] {
  const { meta, schema, references } = model
  const sample = sampleRecord(schema, 'foreign')
  const referring = references.map(({ property }) => ({
    ...sample,
    ...(meta.parent !== undefined && { [meta.parent]: families.own }),
    [property]: oid,
  }))
  const creations = referring.map((changes) => ({ action: 'create', changes }))
  const foreignWrites = [
    { action: 'update', oid, revision: 1, changes: { [meta.label]: 'Taken over' } },
    { action: 'delete', oid, revision: 1 },
  ]
  const own = families.ownRecord.entity === model.name ? families.ownRecord.oid : undefined
  const moves =
    own === undefined ? [] : references.map(({ property }) => ({ action: 'update', oid: own, revision: 1, changes: { [property]: oid } }))
  return [...creations, ...foreignWrites, ...moves]
}

function collectionPayloads(method: string, model: EntityModel, target: ForeignTarget): Rec[] {
  const action = ({ POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as Record<string, string>)[method]
  return planItems(model, target)
    .filter((item) => item['action'] === action)
    .map(({ oid, revision, changes }) => ({ ...(changes as Rec | undefined), ...(oid !== undefined && { oid, revision }) }))
}
