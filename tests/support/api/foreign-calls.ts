import type { Catalogue, EntityModel } from '../../../server/entities/model/entity-model.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { sampleRecord } from '../samples/sample-record.ts'
import type { KnownRoute } from './whole-service.ts'

/** A call that names something of somebody else. */
export interface ForeignCall {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: unknown
}

/** What belongs to the caller, and what does not. */
export interface OwnAndForeign {
  /** A tenant that the caller administers. */
  own: string
  /** A record of the caller's. */
  ownRecord: { oid: string; entity: string }
  /** Tenants and records that the caller must not reach; `oid` is both where a record is a tenant. */
  foreign: readonly string[]
  /** An action that changed foreign records. */
  foreignAction: string
}

/** Every way in which the route can be given a foreign identifier; throws for a parameter that it does not know. */
export function foreignCalls({ method, url, parameters }: KnownRoute, catalogue: Catalogue, families: OwnAndForeign): ForeignCall[] {
  const models = [...catalogue.models.values()]
  const model = models.find(({ meta }) => meta.route === url)
  const themes = [...new Set(models.map(({ meta }) => meta.theme))]
  return families.foreign.flatMap((oid) => {
    const addresses = addressesOf(url, { oid, themes, families })
    const naming = parameters.filter((name) => /tenantOid$/i.test(name)).map((name) => `${url}?${name}=${oid}`)
    const plain = url.includes(':') || naming.length === 0 ? addresses : naming
    // A deletion by address says from which revision it was made, so that it gets as far as the record.
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

interface Named {
  oid: string
  families: OwnAndForeign
}

function addressesOf(url: string, { oid, themes, families }: Named & { themes: readonly string[] }): string[] {
  const values: Record<string, readonly string[]> = {
    ':oid': [oid],
    ':tenantId': [oid, families.own],
    ':overlay': [oid, families.ownRecord.oid],
    ':tenantOid': [oid, families.own, 'all'],
    ':theme': themes,
    ':id': [`${oid}.1`, `${families.own}.1.${oid}.1`],
    ':actionId': [families.foreignAction],
  }
  const start = url.includes(':tenantOid') && !url.includes(':id') ? { ...values, ':tenantOid': [oid] } : values
  return url.split('/').reduce<string[]>(
    (made, part) => {
      const options = part.startsWith(':') ? start[part] : [part]
      if (options === undefined) throw new Error(`${url}: no foreign value is known for ${part}`)
      return made.flatMap((before) => options.map((option) => (before === '/' ? `/${option}` : `${before}/${option}`)))
    },
    [''],
  )
}

function payloadsOf(
  method: string,
  url: string,
  { model, models, oid, families }: Named & { model: EntityModel | undefined; models: readonly EntityModel[] },
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

/** New records below a foreign tenant, foreign records, and own records that would move to, or point at, foreign ones. */
function planItems(model: EntityModel, { oid, families }: Named): Rec[] {
  const { meta, schema, references } = model
  const sample = sampleRecord(schema, 'foreign')
  const pointing = references.map(({ property }) => ({
    ...sample,
    ...(meta.parent !== undefined && { [meta.parent]: families.own }),
    [property]: oid,
  }))
  const creations = pointing.map((changes) => ({ action: 'create', changes }))
  const theirs = [
    { action: 'update', oid, revision: 1, changes: { [meta.label]: 'Taken over' } },
    { action: 'delete', oid, revision: 1 },
  ]
  const own = families.ownRecord.entity === model.name ? families.ownRecord.oid : undefined
  const moves =
    own === undefined ? [] : references.map(({ property }) => ({ action: 'update', oid: own, revision: 1, changes: { [property]: oid } }))
  return [...creations, ...theirs, ...moves]
}

function collectionPayloads(method: string, model: EntityModel, named: Named): Rec[] {
  const action = ({ POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as Record<string, string>)[method]
  return planItems(model, named)
    .filter((item) => item['action'] === action)
    .map(({ oid, revision, changes }) => ({ ...(changes as Rec | undefined), ...(oid !== undefined && { oid, revision }) }))
}
