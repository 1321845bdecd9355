import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase } from '../../support/service/administrator.ts'
import { repeatReadsMixed, expectedReads, writeMixed } from '../../support/service/mixed-calls.ts'
import { startPooler, type Pooler } from '../../support/service/pooler.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

const SECRET_KEY = '07'.repeat(32)
const [READS, WRITES, WIDTH] = [5_000, 1_000, 40]

describe.each(['bundled', 15] as const)('a service behind a transaction pooler on PostgreSQL %s', (programs) => {
  let server: TemporaryServer
  let pooler: Pooler
  const copies: RunningService[] = []
  let url = ''
  beforeAll(async () => {
    server = await startPostgres({ programs })
    const database = await createPlainDatabase(server.url)
    url = database.url
    pooler = await startPooler(server, [database.user])
    const env = { DATABASE_URL: pooler.through(url), SECRET_KEY }
    // Started together on an empty database: they wait for each other, through the pooler too.
    copies.push(...(await Promise.all([1, 2, 3].map(() => startService({ env })))))
  })
  afterAll(async () => {
    await Promise.all(copies.map((copy) => copy.dispose()))
    await pooler?.stop()
    await server.stop()
  })

  it(`responds to ${READS} concurrent calls of people with different rights as to each call alone`, { tags: ['H-2.5'] }, async () => {
    const alone = await startService({ env: { DATABASE_URL: url, SECRET_KEY } })
    const questions = await expectedReads(alone).finally(() => alone.dispose())
    expect(new Set(questions.map(({ answer }) => answer.slice(0, 3)))).toEqual(new Set(['200', '403', '404']))
    expect(await repeatReadsMixed(questions, { copies, calls: READS, width: WIDTH })).toEqual([])
  })

  it(`writes ${WRITES} records of several tenants, each into its own`, { tags: ['H-2.6'] }, async () => {
    expect(await writeMixed({ copies, calls: WRITES, width: WIDTH }, 'pooled')).toEqual([])
  })
})
