import { sql } from 'kysely'
import type { Plan, PlanItem, PlanResult } from '../../../schemas/plan.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { rollBackWith } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { ipEngineHooks, rebuildIpEngines } from '../../../server/domain/ip-engines.ts'
import { orderKeysOf, searchText } from '../../../server/entities/model/record-texts.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { OWNER, type ApiWorld } from '../api/api-world.ts'

/** Writes devices in one overlay as the platform owner. */
export interface DeviceWrites {
  /** Applies plan items; throws if one is refused. */
  write(...items: PlanItem[]): Promise<PlanResult>
  create(entity: string, changes: Rec): Promise<string>
  update(entity: string, oid: string, changes: Rec): Promise<void>
  remove(entity: string, oid: string): Promise<void>
  /** The stored revision of a record; 0 if there is none. */
  revision(entity: string, oid: string): Promise<number>
}

export function deviceWrites(world: ApiWorld, tenantOid: string): DeviceWrites {
  const write = async (...items: PlanItem[]): Promise<PlanResult> => {
    const plan: Plan = { items, source: 'api', tenantOid }
    const { result, status } = await applyPlan({ database: world.database, caller: await world.caller(OWNER) }, plan)
    if (status !== 200) throw new Error(`refused: ${JSON.stringify(result.items.flatMap(({ errors }) => errors ?? []))}`)
    return result
  }
  const revision = (entity: string, oid: string): Promise<number> =>
    world.database.withScope(EVERYTHING, async (queries) => {
      const { rows } = await sql<{ revision: number }>`select revision from ${sql.table(`entity.${entity}`)} where oid = ${oid}`.execute(
        queries,
      )
      return rows[0]?.revision ?? 0
    })
  return {
    write,
    revision,
    create: async (entity, changes) => String((await write({ entity, action: 'create', changes })).items[0]?.oid),
    update: async (entity, oid, changes) =>
      void (await write({ entity, action: 'update', oid, revision: await revision(entity, oid), changes })),
    remove: async (entity, oid) => void (await write({ entity, action: 'delete', oid, revision: await revision(entity, oid) })),
  }
}

/** An appliance in the inventory; `undefined` once it is removed. */
export type StockedAppliance = { serialNumber: string; status: string; model?: string; softwareVersion?: string } | undefined

/** Stores, changes or removes an appliance directly, because no call assigns appliances to customers. Updates the device list, as every write does. */
export async function stockAppliance(
  world: ApiWorld,
  { tenantOid, oid }: { tenantOid: string; oid: string },
  next: StockedAppliance,
): Promise<void> {
  const caller = await world.caller(OWNER)
  await world.database.transaction(EVERYTHING, async (queries) => {
    const { rows: tenants } = await sql<{ path: string }>`select path from tenant where oid = ${tenantOid}`.execute(queries)
    const tenantPath = tenants[0]?.path ?? ''
    const { rows } = await sql<{ data: Rec }>`delete from entity.appliance where oid = ${oid} returning data`.execute(queries)
    const before = rows[0]?.data
    if (next !== undefined)
      await sql`insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        values (${tenantOid}, ${tenantPath}, ${oid}, 1, ${JSON.stringify(next)}::jsonb, ${searchText(entitySchemas.appliance, next)}, ${JSON.stringify(orderKeysOf(entitySchemas.appliance, next))}::jsonb, now(), now())`.execute(
        queries,
      )
    const row = { oid, tenantOid, tenantPath, record: next ?? before ?? {}, transient: {} }
    const context = { queries, caller, tenants: new Map(), now: new Date() }
    const hooks = ipEngineHooks['appliance']
    if (next === undefined) await hooks?.deleted?.([row], context)
    else if (before === undefined) await hooks?.created?.([row], context)
    else await hooks?.updated?.([{ before, row }], context)
  })
}

/** The `wans` of a box: an uplink is enabled if a transport network is given for it. */
export function uplinks(networks: Partial<Record<'wan1' | 'wan2' | 'wan3', string>>): Rec {
  const uplink = (name: 'wan1' | 'wan2' | 'wan3'): Rec => {
    const transportNetwork = networks[name]
    return transportNetwork === undefined
      ? { state: 'disabled' }
      : {
          state: 'enabled',
          interfaceMode: 'L3',
          dhcpEnabled: true,
          publicIp: '198.51.100.7',
          transportNetwork,
          access: { upBandwidth: 1000, downBandwidth: 1000 },
        }
  }
  return { wan1: uplink('wan1'), wan2: uplink('wan2'), wan3: uplink('wan3') }
}

/** The rows of an overlay's combined device list: as stored, and as rebuilt from the devices. Changes nothing. */
export async function storedAndRebuilt(world: ApiWorld, tenantOid: string): Promise<{ stored: unknown; rebuilt: unknown }> {
  const outcome = await world.database.transaction(EVERYTHING, async (queries) => {
    const rows = async (): Promise<unknown> =>
      (
        await sql`select tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at from entity."ip-engine" where tenant_oid = ${tenantOid} order by oid`.execute(
          queries,
        )
      ).rows
    const stored = await rows()
    await rebuildIpEngines(queries, [tenantOid])
    throw rollBackWith({ stored, rebuilt: await rows() })
  })
  return outcome as { stored: unknown; rebuilt: unknown }
}
