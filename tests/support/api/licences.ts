import { sql } from 'kysely'
import { monthAfter, monthOf } from '../../../schemas/vocabulary/months.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { tableOf } from '../../../server/entities/model/field.ts'
import { apiWorld, type Answer, type ApiWorld, type Place } from './api-world.ts'

/** A world with a reseller in consumption mode (`seller`, with the customers `shop` and `shop2`) and a partner in subscription mode (`msp`). */
export async function licenceWorld(place: Place): Promise<ApiWorld> {
  const world = await apiWorld(place)
  const partner = await plant(world, 'partners', {
    name: 'seller',
    type: 'reseller',
    parentOid: world.oid['vad'],
    licensingMode: 'consumption',
  })
  world.oid['seller'] = partner
  for (const name of ['shop', 'shop2'])
    world.oid[name] = await plant(world, 'customers', { name, type: 'diy_customer', parentOid: partner })
  return world
}

async function plant(world: ApiWorld, plural: string, record: Rec): Promise<string> {
  const { name } = record
  const contact = { contactName: `Contact of ${String(name)}`, contactEmail: `${String(name)}@world.test`, createAdmin: true }
  const { status, body } = await world.call('POST', `/api/v1/${plural}`, { body: { data: [{ ...record, ...contact }] } })
  if (status !== 201) throw new Error(JSON.stringify(body))
  await world.prove(contact.contactEmail)
  return String(body.data[0]?.['oid'])
}

/** The month `later` months from now, as `YYYY-MM`. */
export const month = (later: number): string => monthAfter(monthOf(new Date()), later) ?? ''

/** Calls a command in a tenant; the tenant and the tenants in the body are short names, e.g. `shop`. */
export function command(
  world: ApiWorld,
  verb: string,
  { tenant = 'platform', as, body, key, dryRun = false }: { tenant?: string; as?: string; body: Rec; key?: string; dryRun?: boolean },
): Promise<Answer> {
  const oidOf = (value: unknown): unknown => (typeof value === 'string' ? (world.oid[value] ?? value) : value)
  const { tenantId, assignTo, ...rest } = body
  return world.call('POST', `/api/licensing/v2/licenses/cmd/${verb}/${world.oid[tenant] ?? tenant}${dryRun ? '?dryRun=true' : ''}`, {
    ...(as !== undefined && { as }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    body: { tenantId: oidOf(tenantId), ...(assignTo !== undefined && { assignTo: oidOf(assignTo) }), ...rest },
  })
}

/** A group as request bodies describe it: starting `later` months from now, `duration` months long. */
export const group = (licenseType: string, licenseSize: string, [later, duration]: readonly [number, number]): Rec => ({
  licenseType,
  licenseSize,
  startDate: month(later),
  duration,
})

/** Adds licences as the platform owner. */
export async function add(world: ApiWorld, tenantId: string, { count, ...licences }: Rec & { count: number }): Promise<void> {
  const { status, body } = await command(world, 'create', { body: { tenantId, group: licences, count } })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** The licences of a tenant and the tenants below it, as the person `as` sees them. */
export async function inventory(
  world: ApiWorld,
  tenant: string,
  { as, query = '' }: { as?: string; query?: string } = {},
): Promise<Answer> {
  return world.call(
    'GET',
    `/api/licensing/v2/licenses/inventory/${world.oid[tenant] ?? tenant}?size=1000${query}`,
    as === undefined ? {} : { as },
  )
}

/** Every stored group. */
export async function storedGroups(world: ApiWorld): Promise<{ tenantOid: string; count: number; data: Rec }[]> {
  const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
    sql<{ tenant_oid: string; data: Rec }>`select tenant_oid, data from entity.license`.execute(queries),
  )
  return rows.map(({ tenant_oid, data }) => ({ tenantOid: tenant_oid, count: Number(data['count']), data }))
}

/** Inserts an empty row of an entity that has no create call; returns its oid. */
export async function plantRow({ database }: ApiWorld, entity: string, tenantOid: string): Promise<string> {
  const oid = `row of ${tenantOid}`
  await database.transaction(EVERYTHING, (queries) =>
    sql`insert into ${sql.raw(tableOf(entity))} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select t.oid, t.path, ${oid}, 1, '{}', '', '{}', now(), now() from tenant t where t.oid = ${tenantOid} on conflict do nothing`.execute(
      queries,
    ),
  )
  return oid
}
