import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operations } from '../../../schemas/operations.ts'
import { permissionsOf, roles } from '../../../schemas/rights/rights.ts'
import { asService } from '../../../server/db/database.ts'
import { keepVerdict } from '../../../server/journal/keep-verdict.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { tellingMetrics } from '../../../server/notifications/telling-metrics.ts'
import { ThisCopy } from '../../../server/operations/this-copy.ts'
import { keepKey } from '../../../server/secret-key/key-state.ts'
import { rotateKey } from '../../../server/secret-key/rotate.ts'
import { apiWorld, places, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'
import { sql } from 'kysely'

describe.each(places)('the operations of an installation on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  const copies: ThisCopy[] = []
  const registry = new Registry()
  beforeAll(async () => {
    world = await apiWorld(place)
    world.database.activity.registerIn(registry)
    await keepKey(world.database)
    service = await wholeService(world.database, {}, { registry })
  })
  afterAll(async () => {
    await Promise.all(copies.map((copy) => copy.end()))
    await service.close()
    await world.dispose()
  })

  const ask = async (mail = OWNER) => {
    const answer = await service.app.inject({
      url: '/api/v1/operations',
      headers: { authorization: `Bearer ${await service.token(mail)}` },
    })
    return { status: answer.statusCode, text: answer.body, operations: (answer.json() as { data?: Operations[] }).data?.[0] }
  }
  const operations = async (): Promise<Operations> => {
    const { operations: found } = await ask()
    if (found === undefined) throw new Error('no operations')
    return found
  }
  const begin = async (): Promise<ThisCopy> => {
    const copy = new ThisCopy({ database: world.database, registry })
    copies.push(copy)
    copy.begin()
    await copy.tell()
    return copy
  }

  it('are for whoever the table of rights lets read the installation', async () => {
    expect((await ask()).status).toBe(200)
    for (const mail of ['vad@world.test', 'msp@world.test', 'reseller@world.test', 'diy@world.test'])
      expect((await ask(mail)).status, mail).toBe(403)
    for (const role of roles.filter((one) => one !== 'sa')) {
      const mail = `platform-${role.replace('_', '-')}@world.test`
      await world.grant(mail, 'platform', role)
      await world.prove(mail)
      expect((await ask(mail)).status, role).toBe(permissionsOf(role, 'po').has('installation:read') ? 200 : 403)
    }
    expect((await service.app.inject('/api/v1/operations')).statusCode).toBe(401)
  })

  it('tell the server, its migrations and how old the key is', async () => {
    const found = await operations()
    expect(found.database).toMatchObject({ kind: place === 'embedded' ? 'embedded' : 'postgres', role: 'primary' })
    expect(found.database.replication).toEqual(place === 'embedded' ? null : { isReadable: true, followers: [] })
    expect(found.database.version).toMatch(/^\d+/)
    expect(found.database.sizeBytes).toBeGreaterThan(1_000_000)
    expect(found.migrations.map(({ id }) => id)).toContain(312)
    expect(found.migrations.every(({ appliedAt }) => !Number.isNaN(Date.parse(appliedAt)))).toBe(true)
    expect(Date.parse(found.keySince ?? '')).toBeGreaterThan(Date.now() - 24 * 60 * 60 * 1000)
  })

  it('show each copy that has written of itself, and which one answered', async () => {
    const [one, other] = [await begin(), await begin()]
    const { copies: found } = await operations()
    expect(found.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted())
    const [copy] = found
    expect(copy).toMatchObject({ version: expect.stringMatching(/^\d/), silentSeconds: expect.any(Number), isHere: false })
    expect(copy?.figures.memoryBytes).toBeGreaterThan(10_000_000)
    expect(copy?.figures.pools).toEqual([{ name: 'primary', max: place === 'embedded' ? 1 : 20, used: expect.any(Number), waiting: 0 }])
    expect(copy?.figures.statements.map(({ name }) => name)).toContain('commit')
    await other.end()
    expect((await operations()).copies.map(({ id }) => id)).toEqual([one.id])
  })

  it('show a copy that was killed as silent, and forget it after an hour', async () => {
    const copy = await begin()
    const silent = (seconds: number) =>
      asService(world.database, (queries) =>
        sql`update service_copy set seen_at = now() - make_interval(secs => ${seconds}) where id = ${copy.id}`.execute(queries),
      )
    const found = async () => (await operations()).copies.find(({ id }) => id === copy.id)
    await silent(300)
    expect((await found())?.silentSeconds).toBeGreaterThanOrEqual(300)
    await silent(3_700)
    expect(await found()).toBeUndefined()
  })

  it('tell what the last verification of the journal found', async () => {
    expect((await operations()).verification).toBeNull()
    const verdict = await verifyJournal(world.database)
    await keepVerdict(world.database, verdict)
    const { chains, entries } = verdict
    expect((await operations()).verification).toEqual({ at: expect.any(String), chains, entries, faults: verdict.faults.length })
    await keepVerdict(world.database, { ...verdict, faults: [{ kind: 'gap', tenantOid: 'platform', at: '1' }] })
    expect((await operations()).verification?.faults).toBe(1)
  })

  it('tell what is still on its way, what is tried again, what was given up, and which webhooks do not answer', async () => {
    const none = { waiting: 0, retrying: 0, oldestSeconds: null }
    expect((await operations()).outbox).toEqual({
      stages: [
        { stage: 'changes', ...none, failed: null },
        { stage: 'mail', ...none, failed: 0 },
        { stage: 'webhook', ...none, failed: 0 },
      ],
      webhooks: { failing: 0, stopped: 0 },
    })
    await asService(world.database, async (queries) => {
      await sql`insert into outbox (tenant_oid, oid, tenant_path, action_id, first_seq, last_seq, written_at, tries)
        select ${world.oid['msp']}, 'o' || n, 'a.', 'a', 1, 1, now() - make_interval(secs => 100 * n), n from generate_series(1, 3) n`.execute(
        queries,
      )
      await sql`insert into delivery (tenant_oid, oid, watch_oid, person_oid, channel, kind, title, action_id, at, total, items, state, due_at, tries, attempts)
        select ${world.oid['msp']}, 'd' || n, 'w', 'p' || n, 'webhook', 'changes', 'Hidden title', 'a', now() - make_interval(secs => 1000 * n), 0, '[]', state, now(), 1, attempts::jsonb
        from (values (1, 'waiting', '[]'), (2, 'waiting', '[{"ms": 1}]'), (3, 'failed', '[{"ms": 1}]'), (4, 'delivered', '[]'), (5, 'withdrawn', '[]')) x(n, state, attempts)`.execute(
        queries,
      )
      await sql`insert into watch (tenant_oid, oid, tenant_path, owner_oid, name, audience, entities, actions, when_matching, bell, mail, webhook_url, is_active, failing_since, stopped_at)
        select ${world.oid['msp']}, 'w' || n, 'a.', 'p', 'Hidden title', 'own', '{}', '{}', false, false, false, 'https://hidden.example.org', n < 4, now(), case when n = 3 then now() end
        from generate_series(1, 4) n`.execute(queries)
    })
    const { outbox } = await operations()
    expect(outbox.webhooks).toEqual({ failing: 2, stopped: 1 })
    const [changes, mail, webhook] = outbox.stages
    expect(changes).toMatchObject({ waiting: 1, retrying: 2, failed: null })
    expect(changes?.oldestSeconds).toBeCloseTo(300, -2)
    expect(mail).toEqual({ stage: 'mail', ...none, failed: 0 })
    expect(webhook).toMatchObject({ waiting: 1, retrying: 1, failed: 1 })
    expect(webhook?.oldestSeconds).toBeCloseTo(2000, -2)

    const figures = new Registry()
    const metrics = tellingMetrics(figures)
    metrics.unsent(outbox.stages.slice(1))
    const text = await figures.metrics()
    expect(text).toContain('deliveries{channel="webhook",state="retrying"} 1')
    expect(text).toContain('deliveries{channel="mail",state="failed"} 0')
    expect(text).toMatch(/delivery_lag_seconds\{channel="webhook"\} 2\d{3}/)
  })

  it('name no person, no tenant and no value', async () => {
    expect((await ask()).text).not.toMatch(/world\.test|Olga|"platform"|msp|[Hh]idden/)
  })

  it('tell a new age of the key after it was replaced', async () => {
    await world.database.asOwner((queries) => sql`update secret_key set since = null`.execute(queries))
    expect((await operations()).keySince).toBeNull()
    await rotateKey(world.database, { from: world.database.secretKey, to: Buffer.alloc(32, 9) })
    const { rows } = await asService(world.database, (queries) =>
      sql<{ since: Date | null }>`select since from secret_key`.execute(queries),
    )
    expect(Date.parse(String(rows[0]?.since))).toBeGreaterThan(Date.now() - 60_000)
  })
})
