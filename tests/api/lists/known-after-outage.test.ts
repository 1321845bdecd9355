import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { openDatabase } from '../../../server/db/database.ts'
import { FOUND } from '../../../server/entities/list/known-counts.ts'
import { prepare, worldOn, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { changeDirectly } from '../../support/api/change-directly.ts'
import { keepHouse } from '../../support/api/keep-house.ts'
import { createPlainDatabase, replaceUrlParts, runSql } from '../../support/service/administrator.ts'
import { startServers } from '../../support/service/standbys.ts'

/** Boxes of the customer: enough for a table in which a filter's rows are remembered. */
const MANY = FOUND.inRows + 1_000
const FEW = 7
const FILTER = 'wans.*.mtu==1280'

/** Appliances of the platform owner: several buckets of a ranked list, the last of which holds the few that begin otherwise. */
const APPLIANCES = { sn: 6_000, sx: 40 }
const SIZE = 20

interface Appliance {
  key: string
  serial: string
  status: string
}
/** Pages far into the ranked list, and searches for one and two letters: what each asks for, and which of all rows it has. */
const RANKED: { query: string; rows(all: Appliance[]): Appliance[]; page: number }[] = [
  { query: '', rows: (all) => all, page: 150 },
  { query: '&sort=-serialNumber', rows: (all) => all.toReversed(), page: 200 },
  { query: '&condition=FilterStatusInstock', rows: (all) => all.filter(({ status }) => status === 'In Stock'), page: 180 },
  ...['s', 'sn', 'SX', 'zz'].map((term) => ({
    query: `&filter=${encodeURIComponent(searchFilter(entitySchemas.appliance['x-search'], term) ?? '')}`,
    rows: (all: Appliance[]) => all.filter(({ key }) => key.startsWith(term.toLowerCase())),
    page: 1,
  })),
]

// Servers of its own, which die: two copies of the service follow whichever accepts writes.
describe('counts, rows and buckets that a copy remembers while its database goes away', () => {
  let servers: Awaited<ReturnType<typeof startServers>>
  let database: { name: string; user: string }
  let accepting: TemporaryServer
  const copies: ApiWorld[] = []
  let customer = ''
  beforeAll(async () => {
    servers = await startServers(1)
    accepting = servers.primary
    const created = await createPlainDatabase(servers.primary.url)
    database = created
    // Servers of tests answer before a change is in their log.
    await runSql(servers.primary.url, `alter database ${created.name} set synchronous_commit = 'on'`)
    const both = [servers.primary, standby()].map(({ port }) => `127.0.0.1:${port}`).join(',')
    const url = created.url.replace(/@[^/]*/, `@${both}`)
    for (const _ of [1, 2])
      copies.push(
        await worldOn(await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7) }), {
          oid: { platform: 'platform' },
          close: () => Promise.resolve(),
        }),
      )
    await prepare(one().database)
    customer = await createCustomer(one())
    await changeDirectly(
      one().database,
      sql`insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, 'box' || i, 1, jsonb_build_object('name', 'box ' || i, 'serialNumber', 'S' || i,
          'wans', jsonb_build_object('wan1', jsonb_build_object('state', 'enabled', 'mtu', case when i <= ${FEW} then 1280 else 1500 end))),
          ' box ' || i || ' ', jsonb_build_object('name', 'box ' || i), now(), now() from generate_series(1, ${MANY}::integer) i, tenant t where t.oid = ${customer}`,
    )
    await changeDirectly(
      one().database,
      sql`with given as (select i, case when i <= ${APPLIANCES.sn} then 'SN-' else 'SX-' end || lpad(i::text, 6, '0') as serial from generate_series(1, ${APPLIANCES.sn + APPLIANCES.sx}::integer) i)
      insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, g.serial, 1, jsonb_build_object('serialNumber', g.serial, 'status', case when i % 3 = 0 then 'Assigned' else 'In Stock' end),
          ' ' || g.serial || ' ', jsonb_build_object('serialNumber', lower(g.serial)), now(), now() from given g, tenant t where t.type = 'po'`,
    )
    await keepHouse(one().database, 'list_ranks')
    await one().database.asOwner((queries) => sql`analyze entity."edge-box"`.execute(queries))
    await copies[1]?.call('GET', '/api/v1/partners')
  })
  afterAll(async () => {
    for (const copy of copies) await copy.dispose()
    await servers.stop()
  })

  const one = (): ApiWorld => copies[0] ?? expect.fail('there is no copy')
  const other = (): ApiWorld => copies[1] ?? expect.fail('there is no other copy')
  const standby = (): TemporaryServer => servers.standbys[0] ?? expect.fail('there is no standby')

  async function createCustomer({ call }: ApiWorld): Promise<string> {
    const contact = { contactName: 'C', contactEmail: 'c@world.test' }
    const partner = { parentOid: 'platform', type: 'msp', name: 'Partner', ...contact, createAdmin: false }
    const made = await call('POST', '/api/v1/partners', { body: { data: [partner] } })
    const parentOid = String(made.body.data[0]?.['oid'])
    const wanted = { parentOid, name: 'Customer', type: 'managed_customer', apoDomain: 'd1', ...contact }
    const { status, body } = await call('POST', `/api/v1/customers?parentTenantOid=${parentOid}`, { body: { data: [wanted] } })
    expect(status, JSON.stringify(body)).toBe(201)
    return String(body.data[0]?.['oid'])
  }

  /** The first answer of a list, and the statements that read it; where connections were ended, a call may be refused before. */
  async function answered({ call, database: { onStatement } }: ApiWorld, url: string, headers: Record<string, string> = {}) {
    const statements: string[] = []
    let body: Answer['body'] | undefined
    const stop = onStatement((text) => statements.push(text))
    const ask = async (): Promise<number> => {
      statements.length = 0
      const answer = await call('GET', url, { headers })
      body = answer.body
      return answer.status
    }
    await expect.poll(ask, { timeout: 30_000 }).toBe(200)
    stop()
    return { body: body ?? expect.fail('there is no answer'), statements }
  }

  /** Total and names of a list, and whether they were remembered. */
  async function list(copy: ApiWorld, filter = '') {
    const query = new URLSearchParams({ size: String(SIZE), ...(filter !== '' && { filter }) })
    const { body, statements: all } = await answered(copy, `/api/v1/edgeBoxes?${query}`, { 'x-overlay-oid': customer })
    const statements = all.filter((text) => text.includes('entity."edge-box"'))
    const isRemembered =
      !statements.some((text) => text.includes('as value from')) || statements.some((text) => text.includes('r.oid = any('))
    return { total: Number(body.meta['totalCount']), names: body.data.map(({ name }) => String(name)), isRemembered }
  }
  const totals = async (copy: ApiWorld) => [(await list(copy)).total, (await list(copy, FILTER)).total]

  /** The total and the page of each question of a ranked list, and whether its counts and buckets were remembered. */
  async function ranked(copy: ApiWorld) {
    const found = []
    for (const { query, page } of RANKED) {
      const { body, statements } = await answered(copy, `/api/inventory/v1/appliances/platform?size=${SIZE}&page=${page}${query}`)
      const isRemembered = !statements.some((text) => text.includes('list_rank'))
      found.push({ total: body.meta['totalCount'], serials: body.data.map(({ serialNumber }) => serialNumber), isRemembered })
    }
    return found
  }
  /** The same, as the server has them that takes writes. */
  async function rankedByServer() {
    const all = await runSql<Appliance>(
      replaceUrlParts(accepting.url, { pathname: `/${database.name}` }),
      `select lower(data->>'serialNumber') as key, data->>'serialNumber' as serial, data->>'status' as status from entity.appliance
        order by lower(data->>'serialNumber') collate "C"`,
    )
    return RANKED.map(({ rows, page }) => {
      const found = rows(all)
      return { total: found.length, serials: found.slice((page - 1) * SIZE, page * SIZE).map(({ serial }) => serial) }
    })
  }
  /** The first answers are right, and so are those by what is remembered of them. */
  async function expectRanked(copy: ApiWorld): Promise<void> {
    const wanted = await rankedByServer()
    // Counted, then remembered as nothing changes, then read.
    for (const isRemembered of [undefined, undefined, true])
      expect(await ranked(copy)).toEqual(wanted.map((answer) => ({ ...answer, isRemembered: isRemembered ?? expect.any(Boolean) })))
  }

  /** Both lists, remembered, and the ranked one. */
  async function remembered(copy: ApiWorld): Promise<number[]> {
    // The first list of a copy tells how large the table is, the next one counts.
    for (const _ of [1, 2]) await totals(copy)
    const lists = [await list(copy), await list(copy, FILTER)]
    expect(lists.map(({ isRemembered }) => isRemembered)).toEqual([true, true])
    await expectRanked(copy)
    return lists.map(({ total }) => total)
  }

  /** Another copy adds a box that the filter finds, and appliances at both ends of their list. */
  const add = (name: string): Promise<void> =>
    changeDirectly(
      other().database,
      sql`with box as (insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select tenant_oid, tenant_path, ${name}, 1, data || jsonb_build_object('name', ${name}::text, 'serialNumber', ${name}::text), ' ' || ${name} || ' ',
          jsonb_build_object('name', ${name}::text), now(), now() from entity."edge-box" where oid = 'box1')
        insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select tenant_oid, tenant_path, serial, 1, data || jsonb_build_object('serialNumber', serial), ' ' || serial || ' ',
          jsonb_build_object('serialNumber', lower(serial)), now(), now()
          from entity.appliance, unnest(array['SN-0-' || ${name}::text, 'SX-0-' || ${name}::text]) serial where oid = 'SN-000001'`,
    )
  const serverProcesses = (server: TemporaryServer) =>
    runSql<{ pid: number }>(server.url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const kill = async (server: TemporaryServer): Promise<void> =>
    server.end(
      'SIGKILL',
      (await serverProcesses(server)).map(({ pid }) => pid),
    )

  it('are right at once where connections are ended, and another copy changes a record meanwhile', async () => {
    expect(await remembered(one())).toEqual([MANY, FEW])
    await runSql(
      servers.primary.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}' and pid <> pg_backend_pid()`,
    )
    await expect
      .poll(
        async () =>
          add('cut').then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    expect(await totals(one())).toEqual([MANY + 1, FEW + 1])
    await expectRanked(one())
  })

  it('are right after the server was killed right behind a change, and has started again', async () => {
    expect(await remembered(one())).toEqual([MANY + 1, FEW + 1])
    await add('killed')
    await kill(servers.primary)
    await servers.primary.start()
    expect(await totals(one())).toEqual([MANY + 2, FEW + 2])
    await expectRanked(one())
  })

  it('do not show what was lost with the primary, nor miss what the new one was told', async () => {
    const [{ written } = { written: '' }] = await runSql<{ written: string }>(
      servers.primary.url,
      'select pg_current_wal_lsn()::text as written',
    )
    await expect
      .poll(() => runSql(standby().url, `select pg_last_wal_replay_lsn() >= '${written}'::pg_lsn as "isThere"`), { timeout: 30_000 })
      .toEqual([{ isThere: true }])
    // The standby gets nothing any more; the copy sees and remembers a change that goes down with the primary.
    await runSql(standby().url, `alter system set primary_conninfo = ''`)
    await runSql(standby().url, 'select pg_reload_conf()')
    await expect.poll(() => runSql(standby().url, 'select from pg_stat_wal_receiver'), { timeout: 30_000 }).toEqual([])
    await add('lost')
    expect(await remembered(one())).toEqual([MANY + 3, FEW + 3])
    await kill(servers.primary)
    await runSql(standby().url, 'select pg_promote()')
    accepting = standby()
    expect(await totals(one())).toEqual([MANY + 2, FEW + 2])
    await expectRanked(one())
    expect((await list(one(), FILTER)).names).not.toContain('lost')
    expect(await remembered(one())).toEqual([MANY + 2, FEW + 2])
    await add('new')
    await add('newer')
    expect(await totals(one())).toEqual([MANY + 4, FEW + 4])
    expect((await list(one(), FILTER)).names).toEqual(expect.arrayContaining(['cut', 'killed', 'new', 'newer']))
    await expectRanked(one())
  })
})
