import { fastify } from 'fastify'
import pg from 'pg'
import { bareQuery } from './bare-query.ts'

/** Bare Fastify that answers a search with the bare query of its term, and does nothing else. Prints its URL. */
async function main(): Promise<void> {
  const { url } = JSON.parse(process.argv[2] ?? '') as { url: string }
  const pool = new pg.Pool({ connectionString: url })
  const app = fastify()
  app.get<{ Querystring: { term: string } }>('/', async ({ query }) => ({ data: (await pool.query(bareQuery(query.term))).rows }))
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
  process.once('SIGTERM', () => process.exit(0))
}

await main()
