import { EventEmitter, once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { lockedRows } from '../../../server/db/row-locks.ts'
import { lockNames } from '../../../server/db/sql-parts.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { earlierAnswer } from '../../../server/plan/idempotency.ts'
import { apiWorld, OWNER, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { exampleSchemas } from '../../support/api/example-service.ts'
import { runSql } from '../../support/service/administrator.ts'
import { isExhaustive } from '../../support/extent.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'

describe.each(places)('concurrent calls on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  const customer = (name: string): object => ({
    parentOid: world.oid['msp'],
    name,
    type: 'managed_customer',
    contactName: 'C',
    contactEmail: 'c@world.test',
  })
  const create = (name: string, headers: Record<string, string> = {}): Promise<Answer> =>
    world.call('POST', '/api/v1/customers', { body: { data: [customer(name)] }, headers })

  it('are refused by a unique index that only the next version knows, and store nothing', async () => {
    await world.database.asOwner((queries) =>
      sql`create unique index ux_next_version on entity.customer (tenant_oid, (data->>'contactName')) where data->>'contactName' = 'Shared'`.execute(
        queries,
      ),
    )
    const shared = (name: string): Promise<Answer> =>
      world.call('POST', '/api/v1/customers', { body: { data: [{ ...customer(name), contactName: 'Shared' }] } })
    expect((await shared('first to share')).status).toBe(201)
    const { status, body } = await shared('second to share')
    expect(status).toBe(409)
    expect(body['detail']).toContain('no two records may share')
    const { body: list } = await world.call('GET', '/api/v1/customers?filter=name==%22second%20to%20share%22')
    expect(list.data).toEqual([])
    await world.database.asOwner((queries) => sql`drop index entity.ux_next_version`.execute(queries))
  })

  it('lock any number of names with a limited number of locks, and each name still makes others wait', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `overlay ${index}`)
    const { heldLocks, steps } = await world.database.transaction(EVERYTHING, async (queries) => {
      await lockNames(queries, { kind: 'license', names })
      const { rows } = await sql<{
        count: string
      }>`select count(*) as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(queries)
      const done: string[] = []
      // The embedded database has one connection, so the next transaction waits in any case.
      const next = world.database.transaction(EVERYTHING, async (others) => {
        await lockNames(others, { kind: 'license', names: [names[7] ?? ''] })
        done.push('next')
      })
      await new Promise((resolve) => setTimeout(resolve, 150))
      done.push('first')
      return { heldLocks: Number(rows[0]?.count), steps: { done, next } }
    })
    await steps.next
    expect(steps.done).toEqual(['first', 'next'])
    expect(heldLocks).toBeLessThanOrEqual(512)
  })

  it('lose no update when 100 editors change one record', async () => {
    const { body } = await create('Edited')
    const oid = String(body.data[0]?.['oid'])
    const caller = await world.caller(OWNER)
    const edit = async (revision: number, text: string): Promise<{ revision: number; stored: boolean }> => {
      const items = [{ entity: 'customer', action: 'update' as const, oid, revision, changes: { contactDetails: text } }]
      const { result } = await applyPlan({ database: world.database, caller }, { items, source: 'editor', tenantOid: 'platform' })
      const [item] = result.items
      return { revision: Number(item?.record?.revision ?? item?.current?.revision), stored: result.applied }
    }
    // Each attempt sends the revision of the last answer, as the console does; many attempts are refused.
    const edits = isExhaustive && place === 'postgres' ? 100 : 5
    const editors = Array.from({ length: 100 }, async (_, editor) => {
      let revision = 1
      let stored = 0
      for (let round = 0; round < edits; round++) {
        const outcome = await edit(revision, `${editor}-${round}`)
        if (outcome.stored) {
          expect(outcome.revision).toBe(revision + 1)
          stored++
        }
        revision = outcome.revision
      }
      return stored
    })
    const stored = (await Promise.all(editors)).reduce((sum, one) => sum + one, 0)
    const final = (await world.call('GET', `/api/v1/customers/${oid}`)).body.data[0]
    expect(stored).toBeGreaterThan(0)
    expect(final?.['revision']).toBe(stored + 1)
    const entries = await world.call(
      'GET',
      `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers?limit=1000&filter=subject.oid==${oid};eventType==update`,
    )
    expect(entries.body.data).toHaveLength(Math.min(stored, 1000))
  })

  it('create each record once, although every second call is repeated with its idempotency key', async () => {
    const total = isExhaustive && place === 'postgres' ? 1_000 : 100
    const before = await count()
    let next = 0
    const worker = async (): Promise<void> => {
      for (let mine = next++; mine < total; mine = next++) {
        const headers = { 'idempotency-key': uuid() }
        const first = await create(`Dropped ${mine}`, headers)
        expect([201, 409]).toContain(first.status)
        if (mine % 2 === 0) expect(await create(`Dropped ${mine}`, headers)).toEqual(first)
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    expect((await count()) - before).toBe(total)
  })

  it('refuse a repetition while the first call still runs, even on another instance of the service', { tags: ['D-3.5'] }, async () => {
    const idempotencyKey = uuid()
    const caller = await world.caller(OWNER)
    const apply = (name: string): ReturnType<typeof applyPlan> => {
      const items = [{ entity: 'customer', action: 'create' as const, changes: { ...customer(name) } }]
      return applyPlan({ database: world.database, caller }, { items, source: 'api', tenantOid: 'platform' }, { idempotencyKey })
    }
    // The embedded database has one connection, so no other call can be halfway through there.
    const parentLock = place === 'postgres' ? await lockParent() : undefined
    const first = apply('Slow')
    await expect(apply('Slow')).rejects.toMatchObject({ status: 409, detail: expect.stringContaining('still running') })
    if (parentLock !== undefined) {
      // Asked before the first call holds the key, the other instance would take it for a moment and the first call would be refused.
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
      expect(await askAnotherInstance(idempotencyKey)).toContain('still running')
    }
    await parentLock?.release()
    expect((await first).status).toBe(200)
    expect(await apply('Slow')).toEqual(await first)
    await expect(apply('Slower')).rejects.toMatchObject({ status: 422 })
    const own = { as: 'msp@world.test', headers: { 'idempotency-key': idempotencyKey }, body: { data: [customer('Key of my own')] } }
    expect((await world.call('POST', '/api/v1/customers', own)).status).toBe(201)
  })

  it('refuse a repetition by a person whose roles have changed since, and change nothing', async () => {
    const [mail, headers] = ['moved@world.test', { 'idempotency-key': uuid() }]
    await world.grant(mail, world.oid['msp'] ?? '', 'admin')
    const send = (): Promise<Answer> =>
      world.call('PUT', '/api/v1/customers', {
        as: mail,
        headers,
        body: { data: [{ oid: world.oid['diy'], revision: 1, contactName: 'Moved' }] },
      })
    expect((await send()).status).toBe(200)
    await world.grant(mail, world.oid['otherMsp'] ?? '', 'viewer')
    expect((await send()).status).toBe(409)
    const create = (name: string): Promise<Answer> =>
      world.call('POST', '/api/v1/customers', { as: mail, headers, body: { data: [customer(name)] } })
    expect((await create('Never made')).status).toBe(422)
    expect((await world.call('GET', '/api/v1/customers?filter=name=="Never made"')).body.meta['totalCount']).toBe(0)
  })

  it('carry out identical calls with the same idempotency key once', async () => {
    const headers = { 'idempotency-key': uuid() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('Twin', headers)))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect((await world.call('GET', '/api/v1/customers?filter=name==Twin')).body.meta['totalCount']).toBe(1)
  })

  it('give every new tenant its own path, and leave the chains of the journal intact', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => create(`Path ${index}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const { rows } = await world.database.asOwner((queries) =>
      sql<{ paths: string; all: string }>`select count(distinct path) as paths, count(*) as all from tenant`.execute(queries),
    )
    expect(rows[0]?.paths).toBe(rows[0]?.all)
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('create no tenant below one that is deleted at the same time', async () => {
    const data = Array.from({ length: 20 }, (_, index) => ({
      parentOid: 'platform',
      name: `Short-lived ${index}`,
      type: 'msp',
      contactName: 'C',
      contactEmail: 's@world.test',
      createAdmin: false,
    }))
    const partners = (await world.call('POST', '/api/v1/partners', { body: { data } })).body.data
    const outcomes = partners.map(async ({ oid, name }) => {
      const child = { ...customer(`Orphan of ${String(name)}`), parentOid: oid }
      const [deletion, creation] = await Promise.all([
        world.call('DELETE', '/api/v1/partners', { body: { data: [{ oid, revision: 1 }] } }),
        world.call('POST', '/api/v1/customers', { body: { data: [child] } }),
      ])
      return [deletion.status === 200, creation.status === 201].filter(Boolean).length
    })
    expect(await Promise.all(outcomes)).toEqual(partners.map(() => 1))
  })

  /** Locks the partner, so that creations below it wait. */
  async function lockParent(): Promise<{ release: () => Promise<void> }> {
    const turns = new EventEmitter()
    const taken = once(turns, 'taken')
    const released = once(turns, 'released')
    const done = world.database.transaction(EVERYTHING, async (queries) => {
      await lockedRows(
        queries,
        { kind: 'tenant' },
        (lock) => sql<{ oid: string }>`select r.oid from tenant r where r.oid = ${world.oid['msp']} ${lock}`,
      )
      turns.emit('taken')
      await released
    })
    await taken
    return { release: () => (turns.emit('released'), done) }
  }

  /** How many calls wait for a lock. */
  async function countWaiting(): Promise<number> {
    const { rows } = await world.database.asOwner((queries) =>
      sql<{ calls: number }>`select count(distinct pid)::int as calls from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(queries),
    )
    return rows[0]?.calls ?? 0
  }

  /** What another instance answers, which knows of the calls of this one only from the database. */
  async function askAnotherInstance(key: string): Promise<string> {
    const caller = await world.caller(OWNER)
    return world.database
      .transaction(caller.scopes(), (queries) => earlierAnswer(queries, { caller, key, bodyHash: 'x' }))
      .then(String, String)
  }

  async function count(): Promise<number> {
    return Number((await world.call('GET', '/api/v1/customers?size=1')).body.meta['totalCount'])
  }
})

describe('several instances of the service', () => {
  let server: TestServer
  let instances: Database[] = []
  beforeAll(async () => {
    server = await testServer({ distributed: false })
  })
  afterEach(async () => {
    await Promise.all(instances.map((instance) => instance.close()))
    instances = []
  })
  afterAll(() => server.stop())

  async function openSix(url?: string): Promise<Database> {
    const at = { url: url ?? (await server.createDatabase()) }
    instances = await Promise.all(Array.from({ length: 6 }, () => openDatabase({ at, secretKey: Buffer.alloc(32) })))
    const [first] = instances
    if (first === undefined) throw new Error('no database was opened')
    return first
  }
  const migrateAll = (schemas: typeof exampleSchemas): Promise<boolean[]> =>
    Promise.all(instances.map((instance) => migrate(instance, schemas)))
  /** Collects the matching statements of all instances. */
  function collectStatements(pattern: RegExp): string[] {
    const texts: string[] = []
    for (const instance of instances) instance.onStatement((text) => pattern.test(text) && texts.push(text))
    return texts
  }

  it('migrate one database at the same time, and refuse one with other migrations', async () => {
    const first = await openSix()
    const change = (statement: string): Promise<unknown> => first.asOwner((queries) => sql.raw(statement).execute(queries))
    const tables = async (): Promise<unknown> => {
      const { rows } = await first.asOwner((queries) =>
        sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'entity' order by 1`.execute(queries),
      )
      return rows.map(({ name }) => name)
    }
    const creations = collectStatements(/create table\b.*\bpier\b/is)
    expect(await migrateAll(entitySchemas)).toContain(true)
    expect(await migrateAll(entitySchemas)).toEqual(instances.map(() => false))
    expect(await migrateAll({ ...entitySchemas, ...exampleSchemas })).toContain(true)
    // The others wait for the first instead of migrating, too.
    expect(creations).toHaveLength(1)
    expect(await tables()).toEqual(expect.arrayContaining(['partner', 'pier', 'ship']))
    await change(`insert into schema_version (id, name, checksum) values (9999, 'future', 'x')`)
    await expect(migrateAll(entitySchemas)).rejects.toThrow(/^The database was made by a newer version .*9999/)
    await change(`delete from schema_version where id = 9999; update schema_version set checksum = 'edited' where id = 2`)
    await expect(migrateAll(entitySchemas)).rejects.toThrow(/^Migration 2 \(entities\) differs from the one that made this database/)
  })

  it('migrate at the same time even on a server without advisory locks', async () => {
    const url = await server.createDatabase()
    await runSql(
      server.administratorUrl(url),
      'alter function pg_catalog.pg_advisory_xact_lock(bigint) rename to no_lock; alter function pg_catalog.pg_advisory_xact_lock(int, int) rename to no_lock',
    )
    await openSix(url)
    expect(await migrateAll(entitySchemas)).toContain(true)
    expect(await migrateAll(entitySchemas)).toEqual(instances.map(() => false))
  })

  it('grant again the table privileges that a restored database lacks', { tags: ['H-2.4'] }, async () => {
    const first = await openSix()
    await migrateAll(entitySchemas)
    const { app, search } = await first.roles()
    for (const role of [app, search]) {
      await first.asOwner((queries) => sql.raw(`revoke all on all tables in schema public, entity from ${role}`).execute(queries))
      expect(await migrateAll(entitySchemas)).toContain(true)
      expect(await migrateAll(entitySchemas)).toEqual(instances.map(() => false))
    }
    const read = (table: string): Promise<unknown> =>
      first.withScope(EVERYTHING, (queries) => sql.raw(`select from ${table}`).execute(queries))
    await expect(Promise.all(['tenant', 'entity.partner'].map(read))).resolves.toHaveLength(2)
  })

  it('open no more connections than their pool size, and cancel a statement that exceeds the timeout', async () => {
    const url = await server.createDatabase()
    const one = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32), poolSize: 2, statementTimeoutMs: 250 })
    instances = [one]
    const pids = Array.from({ length: 6 }, () =>
      one.asOwner((queries) => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(queries)),
    )
    expect(new Set((await Promise.all(pids)).map(({ rows }) => rows[0]?.pid)).size).toBe(2)
    await expect(one.asOwner((queries) => sql`select pg_sleep(20)`.execute(queries))).rejects.toMatchObject({ code: '57014' })
  })
})
