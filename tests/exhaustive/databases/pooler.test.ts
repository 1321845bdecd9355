import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { runSql, createPlainDatabase } from '../../support/service/administrator.ts'
import { proveInstallation } from '../../support/service/installation.ts'
import { repeatReadsMixed, expectedReads, writeMixed } from '../../support/service/mixed-calls.ts'
import { POOL_SIZE, startPooler, type Pooler } from '../../support/service/pooler.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

const SECRET_KEY = '07'.repeat(32)
const [READS, WRITES, WIDTH] = [400, 30, 24]

describe('the first start of a service behind a transaction pooler', () => {
  it('makes tables and demo data, and works with them', { tags: ['H-2.7'] }, async () => {
    const server = await startPostgres()
    try {
      const { url, user } = await createPlainDatabase(server.url)
      const pooler = await startPooler(server, [user])
      await proveInstallation(pooler.through(url), { demo: true }).finally(() => pooler.stop())
    } finally {
      await server.stop()
    }
  })
})

describe('a service behind a transaction pooler', () => {
  let server: TemporaryServer
  let pooler: Pooler
  const copies: RunningService[] = []
  let [url, user] = ['', '']
  beforeAll(async () => {
    server = await startPostgres()
    ;({ url, user } = await createPlainDatabase(server.url))
    pooler = await startPooler(server, [user])
    const env = { DATABASE_URL: pooler.through(url), SECRET_KEY }
    copies.push(await startService({ env }))
    copies.push(await startService({ env }))
  })
  afterAll(async () => {
    await Promise.all(copies.map((copy) => copy.dispose()))
    await pooler?.stop()
    await server.stop()
  })

  it('shows everyone the same data as without a pooler, however many call at once', { tags: ['H-2.5'] }, async () => {
    const alone = await startService({ env: { DATABASE_URL: url, SECRET_KEY } })
    const questions = await expectedReads(alone).finally(() => alone.dispose())
    expect(new Set(questions.map(({ answer }) => answer.slice(0, 3)))).toEqual(new Set(['200', '403', '404']))
    expect(await repeatReadsMixed(questions, { copies, calls: READS, width: WIDTH })).toEqual([])
    // More callers than connections: their transactions shared the same ones.
    const [connections] = await runSql<{ count: number }>(server.url, 'select count(*)::integer from pg_stat_activity where usename = $1', [
      user,
    ])
    expect(connections?.count).toBeGreaterThan(0)
    expect(connections?.count).toBeLessThanOrEqual(POOL_SIZE)
  })

  it('writes each record into the tenant of its caller', { tags: ['H-2.6'] }, async () => {
    expect(await writeMixed({ copies, calls: WRITES, width: WIDTH }, 'pooled')).toEqual([])
  })
})
