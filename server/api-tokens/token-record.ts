import { sql } from 'kysely'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import type { Role } from '../../schemas/tenancy.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Queries } from '../db/database.ts'
import { tableOf } from '../entities/model/field.ts'
import { orderKeysOf, searchText } from '../entities/model/record-texts.ts'
import type { NewEntry } from '../journal/append.ts'
import type { TenantNode } from '../policies/caller.ts'

/** The entity of tokens as people see them. */
export const API_TOKEN = 'api-token'

const schema = entitySchemas[API_TOKEN]
const table = sql.raw(tableOf(API_TOKEN))

/** A token without its secret. */
export interface TokenRecord {
  oid: string
  tenant: TenantNode
  name: string
  ownerOid: string
  ownerName: string
  role: Role | null
  /** ISO 8601. */
  expiresAt: string
  /** Last characters of the secret. */
  ending: string
}

/** Stores a token: its record, and the hash that it is recognised by. Requires access to all tenants. */
export async function storeToken(
  queries: Queries,
  token: TokenRecord,
  { hash, at, by }: { hash: string; at: Date; by: string },
): Promise<void> {
  const { oid, tenant, name, ownerOid, role, expiresAt, ending } = token
  const data = dataOf(token)
  await sql`insert into api_token (hash, oid, tenant_oid, tenant_path, person_oid, name, ending, role, created_at, expires_at)
    values (${hash}, ${oid}, ${tenant.oid}, ${tenant.path}, ${ownerOid}, ${name}, ${ending}, ${role}, ${at}::timestamptz, ${expiresAt}::timestamptz)`.execute(
    queries,
  )
  await sql`insert into ${table} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
    values (${tenant.oid}, ${tenant.path}, ${oid}, 1, ${JSON.stringify(data)}::jsonb, ${searchText(schema, data)}, ${JSON.stringify(orderKeysOf(schema, data))}::jsonb,
      ${at}::timestamptz, ${by}, ${at}::timestamptz, ${by})`.execute(queries)
}

/** Deletes a token's record and hash: it is refused from the next request on, by every copy. Answers whether there was one. */
export async function removeToken(queries: Queries, { oid, tenant }: Pick<TokenRecord, 'oid' | 'tenant'>): Promise<boolean> {
  await sql`delete from ${table} where tenant_oid = ${tenant.oid} and oid = ${oid}`.execute(queries)
  const { numAffectedRows } = await sql`delete from api_token where oid = ${oid}`.execute(queries)
  return Number(numAffectedRows) > 0
}

/** Journal entry of a token that was made or revoked. */
export function tokenEntry(token: TokenRecord, eventType: 'creation' | 'deletion'): NewEntry {
  const { tenant, oid, name } = token
  const side = eventType === 'creation' ? 'after' : 'before'
  const values = Object.entries(dataOf(token)).map(([field, value]) => [field, { [side]: value }] as const)
  const place = { [side]: tenant.oid, [`${side}Name`]: tenant.name }
  return {
    tenant,
    theme: schema['x-entity'].theme,
    entity: API_TOKEN,
    eventType,
    subject: { oid, name },
    revision: 1,
    details: { changes: { tenantOid: place, ...Object.fromEntries(values) } },
  }
}

function dataOf({ name, ownerOid, ownerName, role, expiresAt, ending }: TokenRecord): Rec {
  return { name, ownerOid, ownerName, ...(role !== null && { role }), expiresAt, ending }
}
