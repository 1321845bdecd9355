import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { SearchGroup } from '../../../schemas/search.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { searchRecords } from '../../../server/search/search-records.ts'
import { apiWorld, bothPlaces, type ApiWorld } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'

/** Rows of a table that is upgraded while others write. */
const MANY = 5_001

describe.each(bothPlaces)('the search over all entities for what stands deep in records, on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
    const overlayOid = world.oid['managed']!
    const site = await plantRecord(world.database, { table: 'site', overlayOid, data: { name: 'Zaandam "Noord", 2' } })
    const connection = { localIpAddress: '172.31.7.1', psk: 'hunter-secret-9' }
    const wan1 = { ipAddress: '203.0.113.77', externalGatewayConnections: [connection] }
    const data = { name: 'deep-1', serialNumber: 'D-1', site, wans: { wan1 }, lan: { interfaces: [{}, { ipAddress: '10.44.0.1' }] } }
    await plantRecord(world.database, { table: 'edge-box', overlayOid, data })
    for (const [name, ipAddress] of [
      ['aaa', '10.44.0.10'],
      ['bbb', '110.44.0.1'],
    ])
      await plantRecord(world.database, {
        table: 'edge-box',
        overlayOid,
        data: { name, serialNumber: name, lan: { mgtInterface: { ipAddress } } },
      })
    const customer = { name: 'Ünal, "Best" \\ Söhne', contactEmail: 'kaya@uenal.test', apoDomain: 'hidden-domain.test' }
    await plantRecord(world.database, {
      table: 'request',
      overlayOid: world.oid['msp']!,
      data: { type: 'create', status: 'open', details: 'wish', customer },
    })
  })
  afterAll(() => world.dispose())

  /** Hits as `name: field = value`. */
  async function found(term: string, { as, tenant = 'msp' }: { as?: string; tenant?: string } = {}): Promise<string[]> {
    const parameters = new URLSearchParams({ term, tenantOid: world.oid[tenant]! })
    const { status, body } = await world.call('GET', `/api/v1/search?${parameters}`, as === undefined ? {} : { as })
    expect(status, JSON.stringify(body)).toBe(200)
    const groups = body.data as unknown as SearchGroup[]
    return groups.flatMap(({ hits }) =>
      hits.map(({ record, match }) => `${String(record['name'] ?? record['details'])}: ${match.field} = ${match.value}`),
    )
  }

  it('finds boxes by their addresses, the same before what begins with it and what contains it', async () => {
    expect(await found('203.0.113.77')).toEqual(['deep-1: wans/wan1/ipAddress = 203.0.113.77'])
    expect(await found('10.44.0.1')).toEqual([
      'deep-1: lan/interfaces/1/ipAddress = 10.44.0.1',
      'aaa: lan/mgtInterface/ipAddress = 10.44.0.10',
      'bbb: lan/mgtInterface/ipAddress = 110.44.0.1',
    ])
  })

  it('finds boxes by the name of their site', async () => {
    const named = 'Zaandam "Noord", 2'
    expect((await found('m "noord", 2')).toSorted()).toEqual([`${named}: name = ${named}`, `deep-1: siteName = ${named}`])
  })

  it('finds names with letters that JSON writes otherwise', async () => {
    for (const term of ['ünal, "be', 't" \\ söhne', 'KAYA@uenal'])
      expect(await found(term), term).toEqual([expect.stringMatching(/^wish: customer\/(name|contactEmail) = /)])
  })

  it('shows nobody what the tenant, a right of its own, or its being secret keeps from them', async () => {
    expect(await found('203.0.113.77', { as: 'diy@world.test', tenant: 'diy' })).toEqual([])
    expect(await found('zaandam', { as: 'diy@world.test', tenant: 'diy' })).toEqual([])
    expect(await found('203.0.113.77', { as: 'otherMsp@world.test', tenant: 'otherMsp' })).toEqual([])
    expect(await found('172.31.7.1')).toEqual(['deep-1: wans/wan1/externalGatewayConnections/0/localIpAddress = 172.31.7.1'])
    await world.grant('watcher@world.test', world.oid['managed']!, 'viewer')
    const caller = await world.caller('watcher@world.test')
    const rightsOn: typeof caller.rightsOn = (...node) => {
      const rights = caller.rightsOn(...node)
      return { ...rights, can: (resource) => ({ ...rights.can(resource), readExternalGateway: false }) }
    }
    const matches = async (term: string, as: typeof caller): Promise<string[]> =>
      (await searchRecords(world.database, as, { term, tenant: 'all', size: 5 })).flatMap(({ hits }) =>
        hits.map(({ match }) => match.value),
      )
    expect(await matches('172.31.7.1', caller)).toEqual(['172.31.7.1'])
    expect(await matches('172.31.7.1', { ...caller, rightsOn })).toEqual([])
    expect(await matches('203.0.113.77', { ...caller, rightsOn })).toEqual(['203.0.113.77'])
    expect(await found('hunter-secret')).toEqual([])
    expect(await found('hidden-domain')).toEqual([])
  })

  it('finds what was there before an upgrade, also in a table that others write to meanwhile', async () => {
    const tables = ['vrrp-profile', 'edge-box']
    await world.database.asOwner(async (queries) => {
      for (const table of tables) {
        const { rows } = await sql<{
          name: string
        }>`select attname as name from pg_attribute where attname like 'find\\_%' and not attisdropped
          and attrelid = ${`entity."${table}"`}::regclass`.execute(queries)
        expect(rows).toHaveLength(1)
        await sql.raw(`alter table entity."${table}" drop column ${rows[0]?.name} cascade`).execute(queries)
        await sql.raw(`drop function entity."${table}_search_find"(text, text, text, bigint)`).execute(queries)
      }
      await sql`update entity_version set checksum = 'before' where entity = any(${tables}::text[])`.execute(queries)
      await sql`update schema_version set checksum = 'before' where id = 0`.execute(queries)
    })
    const overlayOid = world.oid['diy']!
    await plantRecord(world.database, { table: 'vrrp-profile', overlayOid, data: { name: 'old', multicastPeeringIp: { ip: '224.9.9.9' } } })
    await world.database.asOwner((queries) =>
      sql`insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, 'many-' || n, 1, jsonb_build_object('name', 'many ' || n, 'lan', jsonb_build_object('lanGatewayIp', '10.9.' || n / 250 || '.' || n % 250)),
          ' many ' || n, '{}', now(), now() from tenant t, generate_series(1, ${sql.lit(MANY)}) n where t.oid = ${overlayOid} returning 1`.execute(
        queries,
      ),
    )
    expect(await migrate(world.database, entitySchemas)).toBe(true)
    expect(await found('224.9.9')).toEqual(['old: multicastPeeringIp/ip = 224.9.9.9'])
    expect(await found('203.0.113.77')).toEqual(['deep-1: wans/wan1/ipAddress = 203.0.113.77'])
    expect(await found('10.9.19.241')).toEqual(['many 4991: lan/lanGatewayIp = 10.9.19.241'])
  })
})
