import pg from 'pg'
import { databaseHosts, type DatabaseHost } from '../db/connections/server-address.ts'
import { EnvError } from '../env/env-error.ts'

/** How long a server may take to answer. */
const PATIENCE_MS = 5_000

interface Answer {
  name: string
  /** Which cluster of a primary and its standbys the server belongs to; absent where it did not answer. */
  cluster?: string
  failure?: string
}

/** Throws `EnvError` where a server of `DATABASE_READ_URL` does not let the service in, or is none of those of `DATABASE_URL`. */
export async function checkStandbys(readUrl: string, databaseUrl: string): Promise<void> {
  const [standbys, primaries] = await Promise.all([answers(databaseHosts(readUrl, 'standby')), answers(databaseHosts(databaseUrl))])
  const silent = standbys.find(({ failure }) => failure !== undefined)
  if (silent !== undefined)
    throw new EnvError('DATABASE_READ_URL', `must name servers that let this service in; ${silent.name} does not (${silent.failure})`)
  const clusters = primaries.flatMap(({ cluster }) => cluster ?? [])
  const foreign = standbys.find(({ cluster = '' }) => clusters.length > 0 && !clusters.includes(cluster))
  if (foreign !== undefined)
    throw new EnvError('DATABASE_READ_URL', `must name standbys of the server in DATABASE_URL; ${foreign.name} follows another one`)
}

async function answers(hosts: readonly DatabaseHost[]): Promise<Answer[]> {
  return Promise.all(hosts.map(ask))
}

async function ask({ name, url }: DatabaseHost): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
  // The server may end the connection at any time.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
    return { name, cluster: rows[0]?.id ?? '' }
  } catch (error) {
    return { name, failure: (error instanceof Error && error.message.split('\n')[0]) || 'no answer' }
  } finally {
    await client.end().catch(() => undefined)
  }
}
