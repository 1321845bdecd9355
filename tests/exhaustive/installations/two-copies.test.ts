import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

const SECRET_KEY = '07'.repeat(32)

let server: TestServer
let copies: RunningService[] = []

beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await Promise.all(copies.map((copy) => copy.dispose()))
  await server.stop()
})

describe('two copies of the service that start at once on an empty PostgreSQL server', () => {
  it('create the demo data once, and both serve it', { tags: ['D-1.1'] }, async () => {
    const DATABASE_URL = await server.createDatabase()
    const env = { DATABASE_URL, SECRET_KEY, OIDC_CLIENT_ID: '', DATABASE_POOL_SIZE: '3', DATABASE_STATEMENT_TIMEOUT: '30' }
    copies = await Promise.all([startService({ env }), startService({ env })])
    const totals = await Promise.all(copies.map(({ origin }) => countOf(`${origin}/api/v1/partners?size=1`)))
    expect(totals).toEqual([20, 20])
    await Promise.all(copies.flatMap(({ origin }) => Array.from({ length: 20 }, () => countOf(`${origin}/api/v1/partners?size=1`))))
    expect(await connectionsOf(DATABASE_URL)).toBe(6)
  })

  async function connectionsOf(connectionString: string): Promise<number> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'sdwan-service'`,
    )
    await client.end()
    return Number(rows[0]?.count)
  }

  async function countOf(address: string): Promise<number> {
    const answer = (await (await fetch(address)).json()) as { meta: { totalCount: number } }
    return answer.meta.totalCount
  }
})
