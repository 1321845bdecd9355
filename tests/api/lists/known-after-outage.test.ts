import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { openDatabase } from '../../../server/db/database.ts'
import { FOUND } from '../../../server/entities/list/known-counts.ts'
import { prepare, worldOn, type ApiWorld } from '../../support/api/api-world.ts'
import { changeDirectly } from '../../support/api/change-directly.ts'
import { createPlainDatabase, runSql } from '../../support/service/administrator.ts'
import { startServers } from '../../support/service/standbys.ts'

/** Boxes of the customer: enough for a table in which a filter's rows are remembered. */
const MANY = FOUND.inRows + 1_000
const FEW = 7
const FILTER = 'wans.*.mtu==1280'

// Servers of its own, which die: two copies of the service follow whichever accepts writes.
describe('counts and rows that a copy remembers while its database goes away', () => {
  let servers: Awaited<ReturnType<typeof startServers>>
  let database: { name: string; user: string }
  const copies: ApiWorld[] = []
  let customer = ''
  beforeAll(async () => {
    servers = await startServers(1)
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

  /** Total and names of a list, and whether they were remembered; a connection that was ended may refuse once. */
  async function list({ call, database: { onStatement } }: ApiWorld, filter = '') {
    const statements: string[] = []
    const stop = onStatement((text) => text.includes('entity."edge-box"') && statements.push(text))
    const query = new URLSearchParams({ size: '20', ...(filter !== '' && { filter }) })
    const ask = () => call('GET', `/api/v1/edgeBoxes?${query}`, { headers: { 'x-overlay-oid': customer } })
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)
    statements.length = 0
    const { body } = await ask()
    stop()
    const isRemembered =
      !statements.some((text) => text.includes('as value from')) || statements.some((text) => text.includes('r.oid = any('))
    return { total: Number(body.meta['totalCount']), names: body.data.map(({ name }) => String(name)), isRemembered }
  }
  const totals = async (copy: ApiWorld) => [(await list(copy)).total, (await list(copy, FILTER)).total]

  /** Both lists, remembered. */
  async function remembered(copy: ApiWorld): Promise<number[]> {
    // The first list of a copy tells how large the table is, the next one counts.
    for (const _ of [1, 2]) await totals(copy)
    const lists = [await list(copy), await list(copy, FILTER)]
    expect(lists.map(({ isRemembered }) => isRemembered)).toEqual([true, true])
    return lists.map(({ total }) => total)
  }

  /** Another copy adds a box that the filter finds. */
  const addBox = (name: string): Promise<void> =>
    changeDirectly(
      other().database,
      sql`insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select tenant_oid, tenant_path, ${name}, 1, data || jsonb_build_object('name', ${name}::text, 'serialNumber', ${name}::text), ' ' || ${name} || ' ',
          jsonb_build_object('name', ${name}::text), now(), now() from entity."edge-box" where oid = 'box1'`,
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
          addBox('cut').then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    expect(await totals(one())).toEqual([MANY + 1, FEW + 1])
  })

  it('are right after the server was killed right behind a change, and has started again', async () => {
    expect(await remembered(one())).toEqual([MANY + 1, FEW + 1])
    await addBox('killed')
    await kill(servers.primary)
    await servers.primary.start()
    expect(await totals(one())).toEqual([MANY + 2, FEW + 2])
  })

  it('do not show what was lost with the primary, nor miss what the new one was told', async () => {
    // The standby gets nothing any more; the copy sees and remembers a change that goes down with the primary.
    await runSql(standby().url, `alter system set primary_conninfo = ''`)
    await runSql(standby().url, 'select pg_reload_conf()')
    await expect.poll(() => runSql(standby().url, 'select from pg_stat_wal_receiver'), { timeout: 30_000 }).toEqual([])
    await addBox('lost')
    expect(await remembered(one())).toEqual([MANY + 3, FEW + 3])
    await kill(servers.primary)
    await runSql(standby().url, 'select pg_promote()')
    expect(await totals(one())).toEqual([MANY + 2, FEW + 2])
    expect((await list(one(), FILTER)).names).not.toContain('lost')
    expect(await remembered(one())).toEqual([MANY + 2, FEW + 2])
    await addBox('new')
    await addBox('newer')
    expect(await totals(one())).toEqual([MANY + 4, FEW + 4])
    expect((await list(one(), FILTER)).names).toEqual(expect.arrayContaining(['cut', 'killed', 'new', 'newer']))
  })
})
