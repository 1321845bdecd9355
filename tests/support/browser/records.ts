import { equals } from '../../../renderer/data/filters/rsql.ts'
import type { ListAnswer, PlanItem, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { NavigationScreen } from '../../../src/screen-addresses.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { schemaOf } from './editor-page.ts'
import type { Places } from './places.ts'
import { distinct, sampleFileOf } from '../samples/sample-fixtures.ts'
import { candidates, sampleRecord } from '../samples/sample-record.ts'
import { recordsOfAnswer } from '../api/wire-calls.ts'
import type { RunningService } from '../service/service.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

type Entry = Pick<NavigationScreen, 'entity'>

/** Reads and writes records through the API, by default as the platform owner. */
export interface Records {
  /** The current record; `undefined` if it does not exist. */
  read(entry: Entry, oid: string): Promise<ServedRecord | undefined>
  /** Creates a valid record below the first tenant that accepts one; `seed` (letters and digits) makes its texts unique. */
  make(entry: Entry, seed: string): Promise<ServedRecord>
  /** The first record of the demo world, or a new one if there is none. */
  some(entry: Entry): Promise<ServedRecord>
  /** Creates records until there are at least `count`. */
  atLeast(entry: Entry, count: number): Promise<void>
  /** Number of records with the value in a field. */
  count(entry: Entry, path: string, value: string): Promise<number>
  /** Changes the current revision of a record. Throws if the service refuses. */
  change(entry: Entry, oid: string, changes: Rec): Promise<void>
  remove(entry: Entry, oid: string): Promise<void>
}

export function recordsOf(service: RunningService, places: Places, mail = 'owner@demo.test'): Records {
  const ask = async <T>(path: string, headers: Record<string, string> = {}): Promise<T | undefined> => {
    const answer = await service.call(mail, path, { headers })
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`${path} answers with status ${answer.status}`)
    return recordsOfAnswer(path, (await answer.json()) as T)
  }
  const plan = async (entry: Entry, item: Omit<PlanItem, 'entity'>): Promise<PlanResult> => {
    const items = [{ entity: entry.entity, ...item }]
    const body = JSON.stringify({ items, source: 'editor', tenantOid: places.tenantOid(entry) })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return (await (await service.call(mail, '/api/v1/plans', { method: 'POST', body, headers })).json()) as PlanResult
  }
  const read = async (entry: Entry, oid: string): Promise<ServedRecord | undefined> =>
    (await ask<{ data: [ServedRecord] }>(places.call(entry, { oid }), places.headers(entry)))?.data[0]

  const apply = async (entry: Entry, action: 'update' | 'delete', { oid, changes }: { oid: string; changes?: Rec }): Promise<void> => {
    const record = await read(entry, oid)
    const result = await plan(entry, { action, oid, ...(record && { revision: record.revision }), ...(changes && { changes }) })
    if (!result.applied) throw new Error(JSON.stringify(result))
  }

  /** Possible parent tenants of the entity's records; `[undefined]` if records name no parent. */
  const parentsFor = async (entry: Entry): Promise<unknown[]> => {
    const schema = schemaOf(entry)
    const { parent } = schema['x-entity']
    if (parent === undefined) return [undefined]
    const types = schema.properties[parent]?.['x-ref']?.where?.['type'] ?? []
    const filter = types.length === 0 ? '' : `&filter=${encodeURIComponent(`type=in=(${types.join(',')})`)}`
    return (await ask<{ data: ServedRecord[] }>(`/api/v1/tenants?tenantOid=platform&size=1${filter}`))?.data.map(({ oid }) => oid) ?? []
  }

  /** A token is made by the call of whoever is to have it. */
  const makeToken = async (entry: Entry, name: string): Promise<ServedRecord> => {
    const expiresAt = new Date(Date.now() + WEEK_MS).toISOString()
    const body = JSON.stringify({ data: [{ name, tenantOid: places.tenantOid(entry), expiresAt }] })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await service.call(mail, '/api/v1/profile/apiTokens', { method: 'POST', body, headers })
    const { data } = (await answer.json()) as { data?: [{ oid: string }] }
    const made = data && (await read(entry, data[0].oid))
    if (made === undefined) throw new Error(`No token could be made: ${answer.status}`)
    return made
  }

  const make = async (entry: Entry, seed: string): Promise<ServedRecord> => {
    if (entry.entity === 'api-token') return makeToken(entry, seed)
    const schema = schemaOf(entry)
    const { parent } = schema['x-entity']
    const refused: PlanResult[] = []
    for (const parentOid of await parentsFor(entry)) {
      const sample = { ...sampleRecord(schema, seed), ...(parent !== undefined && { [parent]: parentOid }) }
      for (const changes of candidates(schema, sample)) {
        const result = await plan(entry, { action: 'create', changes })
        if (result.applied && result.items[0]?.record) return result.items[0].record
        refused.push(result)
      }
    }
    // Rules may require more than a generated record holds; samples of overlay entities satisfy them.
    const [sample] = schema['x-entity'].scope === 'overlay' ? sampleFileOf(entry.entity).valid : []
    if (sample && !JSON.stringify(sample).includes('"@')) {
      const result = await plan(entry, { action: 'create', changes: distinct(schema, sample.record, ` ${seed}`) })
      if (result.applied && result.items[0]?.record) return result.items[0].record
      refused.push(result)
    }
    throw new Error(`No ${entry.entity} could be made: ${JSON.stringify(refused)}`)
  }

  const firstRecords = async (entry: Entry, size: number): Promise<ServedRecord[]> =>
    (await ask<{ data: ServedRecord[] }>(places.call(entry, { query: `size=${size}` }), places.headers(entry)))?.data ?? []

  return {
    read,
    make,
    some: async (entry) => {
      const own = entityMeta[entry.entity].singleton === true ? await read(entry, places.tenantOid(entry)) : undefined
      return own ?? (await firstRecords(entry, 1))[0] ?? make(entry, 'some')
    },
    atLeast: async (entry, count) => {
      for (let made = (await firstRecords(entry, count)).length; made < count; made++) await make(entry, `some${made}`)
    },
    count: async (entry, path, value) => {
      const query = `size=1&filter=${encodeURIComponent(equals(path, value))}`
      return (await ask<ListAnswer>(places.call(entry, { query }), places.headers(entry)))?.meta.totalCount ?? 0
    },
    change: (entry, oid, changes) => apply(entry, 'update', { oid, changes }),
    remove: (entry, oid) => apply(entry, 'delete', { oid }),
  }
}
