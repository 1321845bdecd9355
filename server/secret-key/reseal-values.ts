import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { isDistributed } from '../db/distribution/connections.ts'
import { entityViews } from '../db/ddl/entity-views.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { seal, unseal } from '../identity/sealed.ts'
import { secretName } from '../notifications/webhook-secret.ts'
import { resealSecrets } from '../entities/records/secrets.ts'

const BATCH = 500

/** Options of a key rotation. */
export interface Rotation {
  from: Buffer
  to: Buffer
  /** Rows per transaction. @default 500 */
  batchSize?: number
  /** Called after every transaction. */
  committed?: () => void
}

/** A stored row that may hold sealed values, and the name that it is found by. */
interface StoredRow {
  key: string
  value: unknown
}

/** One place where sealed values are kept. */
interface SealedPlace {
  /** For people: what names a value that opens with neither key. */
  name: string
  /** The next rows behind a key, locked; in the order of their keys. */
  read(queries: Queries, after: string, limit: number): Promise<StoredRow[]>
  /** The value with what is sealed in it sealed anew by `again`. */
  reseal(row: StoredRow, again: Again): unknown
  write(queries: Queries, key: string, value: unknown): Promise<unknown>
}

/** Seals a sealed text anew, bound to its name. */
type Again = (sealed: string, name: string) => string

/**
 * Seals every stored value anew that is under the old key, in small transactions. What is under the new key already stays, so it can
 * be repeated from any point. Answers the places of values that open with neither key; those stay as they are.
 */
export async function resealValues(database: Database, rotation: Rotation): Promise<string[]> {
  const unreadable: string[] = []
  for (const place of [serviceSecrets, identityStore, webhookSecrets('secret'), webhookSecrets('former_secret'), ...recordPlaces(database)])
    unreadable.push(...(await resealPlace(database, place, rotation)))
  return unreadable
}

async function resealPlace(
  database: Database,
  place: SealedPlace,
  { from, to, batchSize = BATCH, committed }: Rotation,
): Promise<string[]> {
  const unreadable: string[] = []
  let after = ''
  for (;;) {
    const rows = await database.asOwner(async (queries) => {
      const found = await place.read(queries, after, batchSize)
      for (const row of found) {
        const turned = resealed(place, row, { from, to })
        if (turned.isUnreadable) unreadable.push(`${place.name} ${row.key}`)
        if (turned.isChanged) await place.write(queries, row.key, turned.value)
      }
      return found
    })
    committed?.()
    if (rows.length < batchSize) return unreadable
    after = rows.at(-1)?.key ?? after
  }
}

function resealed(
  place: SealedPlace,
  row: StoredRow,
  { from, to }: { from: Buffer; to: Buffer },
): { value: unknown; isChanged: boolean; isUnreadable: boolean } {
  let [isChanged, isUnreadable] = [false, false]
  const value = place.reseal(row, (sealed, name) => {
    if (opened(sealed, name, to) !== undefined) return sealed
    const text = opened(sealed, name, from)
    if (text === undefined) {
      isUnreadable = true
      return sealed
    }
    isChanged = true
    return seal(text, name, to)
  })
  return { value, isChanged, isUnreadable }
}

function opened(sealed: string, name: string, key: Buffer): string | undefined {
  try {
    return unseal(sealed, name, key)
  } catch {
    return undefined
  }
}

const serviceSecrets: SealedPlace = {
  name: 'service_secret',
  async read(queries, after, limit) {
    const { rows } = await sql<StoredRow>`select name as key, value from service_secret
      where name collate "C" > ${after} order by name collate "C" limit ${limit} for update`.execute(queries)
    return rows
  },
  reseal: ({ key, value }, again) => again(String(value), key),
  write: (queries, key, value) => sql`update service_secret set value = ${String(value)} where name = ${key}`.execute(queries),
}

/** Its rows are bound to model and identifier, which is what their key is, too. */
const identityStore: SealedPlace = {
  name: 'identity_store',
  async read(queries, after, limit) {
    const [model, id] = partsOf(after)
    const { rows } = await sql<StoredRow>`select model || '/' || id as key, payload->>'sealed' as value from identity_store
      where (model, id) > (${model}, ${id}) order by model, id limit ${limit} for update`.execute(queries)
    return rows
  },
  reseal: ({ key, value }, again) => again(String(value), key),
  write(queries, key, value) {
    const [model, id] = partsOf(key)
    return sql`update identity_store set payload = payload || jsonb_build_object('sealed', ${String(value)}::text)
      where model = ${model} and id = ${id}`.execute(queries)
  },
}

/** Secrets of webhooks, each bound to its subscription. */
const webhookSecrets = (column: 'secret' | 'former_secret'): SealedPlace => ({
  name: `watch ${column}`,
  async read(queries, after, limit) {
    const [tenantOid, oid] = partsOf(after)
    const { rows } = await sql<StoredRow>`select tenant_oid || '/' || oid as key, ${sql.raw(column)} as value from watch
      where (tenant_oid, oid) > (${tenantOid}, ${oid}) and ${sql.raw(column)} is not null order by tenant_oid, oid limit ${limit} for update`.execute(
      queries,
    )
    return rows
  },
  reseal: ({ key, value }, again) => again(String(value), secretName(partsOf(key)[1])),
  write(queries, key, value) {
    const [tenantOid, oid] = partsOf(key)
    return sql`update watch set ${sql.raw(column)} = ${String(value)} where tenant_oid = ${tenantOid} and oid = ${oid}`.execute(queries)
  },
})

/** Records of every entity, whatever its schema says today: what an earlier one called a secret is still sealed. */
function recordPlaces(database: Database): SealedPlace[] {
  const models = [...catalogueOf(database).models.values()].filter(({ name }) => entityViews[name] === undefined)
  return models.map(({ name, table }) => ({
    name,
    async read(queries, after, limit) {
      const [tenantOid, oid] = partsOf(after)
      // Rows on several servers cannot be locked by one statement; nobody writes records while the key is replaced.
      const lock = sql.raw(isDistributed(queries) ? '' : 'for update')
      const { rows } = await sql<StoredRow>`select tenant_oid || '/' || oid as key, data as value from ${sql.raw(table)}
        where (tenant_oid, oid) > (${tenantOid}, ${oid}) and strpos(data::text, '"sealed"') > 0 order by tenant_oid, oid limit ${limit} ${lock}`.execute(
        queries,
      )
      return rows
    },
    reseal: ({ key, value }, again) => resealSecrets(value as Rec, partsOf(key)[1], again),
    write(queries, key, value) {
      const [tenantOid, oid] = partsOf(key)
      return sql`update ${sql.raw(table)} set data = ${JSON.stringify(value)}::jsonb where tenant_oid = ${tenantOid} and oid = ${oid}`.execute(
        queries,
      )
    },
  }))
}

/** The two columns of a key; the first never holds a slash. */
function partsOf(key: string): [first: string, second: string] {
  const [first = '', ...rest] = key.split('/')
  return [first, rest.join('/')]
}
