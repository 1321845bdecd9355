import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { fastify } from 'fastify'
import pg from 'pg'
import { calls, PAGE_SIZE, type ListCall } from './calls.ts'

/** Where the same records are, and where to listen. */
export interface ReferenceOptions {
  at: { url: string } | { dataDir: string }
}

type Run = (call: ListCall, values: unknown[]) => Promise<Record<string, unknown>[]>

/** The statement that somebody would write by hand for this page: the same records with the same derived values, and their number. */
function statementOf({ where }: ListCall): string {
  return `select r.oid, r.revision, r.data, r.tenant_oid, r.updated_at, r.updated_by, p.name as parent_name, count(*) over() as total,
      (select count(*) from entity.partner c where c.tenant_oid = r.oid) as partner_count,
      (select count(*) from entity.customer c where c.tenant_oid = r.oid) as customer_count,
      (select count(*) from user_role u where u.tenant_oid = r.oid) as user_count
    from entity.partner r join tenant p on p.oid = r.tenant_oid
    where r.tenant_oid = $1 and ${where} order by r.sort_keys->>'name' collate "C", r.oid limit $3 offset $4`
}

async function openRun({ at }: ReferenceOptions): Promise<Run> {
  const client = 'url' in at ? new pg.Pool({ connectionString: at.url, max: 10 }) : await embeddedClient(at.dataDir)
  return async (call, values) => (await client.query({ name: call.name, text: statementOf(call), values })).rows
}

/** The embedded database through the same client as the service's, which prepares statements by name. */
async function embeddedClient(dataDir: string): Promise<pg.Client> {
  const engine = await PGlite.create({ dataDir, extensions: { pg_trgm } })
  const client = new pg.Client({ ...createPgConfig(engine) } as pg.ClientConfig)
  await client.connect()
  return client
}

/** Bare Fastify with one prepared statement: no token, no rights, no tenant isolation. Prints its address. */
async function main(): Promise<void> {
  const run = await openRun(JSON.parse(process.argv[2] ?? '') as ReferenceOptions)
  const app = fastify()
  for (const call of calls) {
    app.get<{ Querystring: { tenant: string; page: string } }>(`/${call.name}`, async ({ query }) => {
      const rows = await run(call, [query.tenant, ...call.values, PAGE_SIZE, (Number(query.page) - 1) * PAGE_SIZE])
      return { data: rows.map(recordOf), meta: { totalCount: Number(rows[0]?.['total'] ?? 0), page: Number(query.page), size: PAGE_SIZE } }
    })
  }
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
  process.once('SIGTERM', () => process.exit(0))
}

function recordOf(row: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(row['data'] as object),
    oid: row['oid'],
    revision: row['revision'],
    parentOid: row['tenant_oid'],
    parentName: row['parent_name'],
    partnerCount: Number(row['partner_count']),
    customerCount: Number(row['customer_count']),
    userCount: Number(row['user_count']),
    updatedAt: row['updated_at'],
    updatedBy: row['updated_by'],
  }
}

await main()
