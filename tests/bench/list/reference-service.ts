import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { fastify } from 'fastify'
import pg from 'pg'
import { cases } from './cases.ts'
import { PAGE_SIZE } from './list-case.ts'

/** The database to read; passed as JSON in the only argument of the process. */
export interface ReferenceOptions {
  at: { url: string } | { dataDir: string }
}

type Query = (statement: { name: string; text: string; values: unknown[] }) => Promise<Record<string, unknown>[]>

async function openQuery({ at }: ReferenceOptions): Promise<Query> {
  const client = 'url' in at ? new pg.Pool({ connectionString: at.url, max: 10 }) : await embeddedClient(at.dataDir)
  return async (statement) => (await client.query(statement)).rows
}

/** Opens the embedded database through the client that the service uses, which supports named prepared statements. */
async function embeddedClient(dataDir: string): Promise<pg.Client> {
  const engine = await PGlite.create({ dataDir, extensions: { pg_trgm } })
  const client = new pg.Client({ ...createPgConfig(engine) } as pg.ClientConfig)
  await client.connect()
  return client
}

/** Bare Fastify with one prepared statement per call: no token, no permissions, no tenant isolation. Prints its URL. */
async function main(): Promise<void> {
  const runQuery = await openQuery(JSON.parse(process.argv[2] ?? '') as ReferenceOptions)
  const app = fastify()
  for (const { name: list, calls, statement, recordOf } of cases) {
    for (const { name, where, values } of calls) {
      const prepared = { name: `${list}_${name}`, text: statement(where) }
      app.get<{ Querystring: { tenant: string; page: string } }>(`/${list}/${name}`, async ({ query }) => {
        const page = Number(query.page)
        const rows = await runQuery({ ...prepared, values: [query.tenant, ...values, PAGE_SIZE, (page - 1) * PAGE_SIZE] })
        return { data: rows.map(recordOf), meta: { totalCount: Number(rows[0]?.['total'] ?? 0), page, size: PAGE_SIZE } }
      })
    }
  }
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
  process.once('SIGTERM', () => process.exit(0))
}

await main()
