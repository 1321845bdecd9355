import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Database } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { orderKeysOf, searchText } from '../../../server/entities/model/record-texts.ts'

const enabled = { state: 'enabled', access: { upBandwidth: 20_000, downBandwidth: 100_000 } }

let planted = 0

/** Stores an edge box without checking rules, with only the fields that live troubleshooting reads. Name and serial number are unique. */
export async function plantBox(database: Database, overlayOid: string, changes: Rec = {}): Promise<string> {
  const wans = { wan1: enabled, wan2: enabled, wan3: { state: 'disabled' } }
  const number = ++planted
  return plantRecord(database, {
    table: 'edge-box',
    overlayOid,
    data: { name: `Example <North> ${number}`, serialNumber: `0A1B2C${number}`, wans, ...changes },
  })
}

/** Stores a transport network. */
export function plantNetwork(database: Database, overlayOid: string, name: string): Promise<string> {
  return plantRecord(database, { table: 'transport-network', overlayOid, data: { name } })
}

/** Stores a record without checking rules or rights, with its search text and sort keys. */
export async function plantRecord(
  database: Database,
  { table, overlayOid, data }: { table: string; overlayOid: string; data: Rec },
): Promise<string> {
  const schema: EntitySchema = entitySchemas[table as EntityName]
  const oid = schema['x-entity'].singleton === true ? overlayOid : uuid()
  const [found, order] = [searchText(schema, data), JSON.stringify(orderKeysOf(schema, data))]
  await database.transaction(EVERYTHING, (queries) =>
    sql`insert into ${sql.raw(`entity."${table}"`)} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select t.oid, t.path, ${oid}, 1, ${JSON.stringify(data)}::jsonb, ${found}, ${order}::jsonb, now(), now() from tenant t where t.oid = ${overlayOid} returning 1`.execute(
      queries,
    ),
  )
  return oid
}

/** Stores an application of the SaaS catalogue, which all overlays share. */
export async function plantApplication(database: Database, data: Rec): Promise<string> {
  const oid = uuid()
  const schema = entitySchemas['saas-application']
  const [found, order] = [searchText(schema, data), JSON.stringify(orderKeysOf(schema, data))]
  const { name, category = null, disabled = null, deleted = null } = data
  await database.asOwner((queries) =>
    sql`insert into saas_application (oid, name, category, disabled, deleted, search_text, sort_keys)
      values (${oid}, ${name}, ${category}, ${disabled}, ${deleted}, ${found}, ${order}::jsonb)`.execute(queries),
  )
  return oid
}
