import pg from 'pg'

const BATCH = 5_000

/** A customer as it stands in its table. */
interface StoredCustomer {
  tenant_oid: string
  tenant_path: string
  oid: string
  revision: number
  data: string
  search_text: string
  sort_keys: string
  created_at: string
  created_by: string
  updated_at: string
  updated_by: string
}

const COLUMNS = [
  'tenant_oid',
  'tenant_path',
  'oid',
  'revision',
  'data',
  'search_text',
  'sort_keys',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

/** Seconds that inserting a tenant's customers takes into an empty table of the same layout with the same indexes, in batches, in one transaction. */
export async function rawInsertSeconds(url: string, tenantOid: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<StoredCustomer>(
      `select ${COLUMNS.map((name) => `${name}::text`).join(', ')} from entity.customer where tenant_oid = $1`,
      [tenantOid],
    )
    await client.query('create table raw_customer (like entity.customer including all)')
    const from = performance.now()
    await client.query('begin')
    for (let at = 0; at < rows.length; at += BATCH) await insert(client, rows.slice(at, at + BATCH))
    await client.query('commit')
    const seconds = (performance.now() - from) / 1000
    await client.query('drop table raw_customer')
    return seconds
  } finally {
    await client.end()
  }
}

async function insert(client: pg.Client, rows: readonly StoredCustomer[]): Promise<void> {
  await client.query(
    `insert into raw_customer (${COLUMNS.join(', ')}) select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::jsonb[], $6::text[], $7::jsonb[], $8::timestamptz[], $9::text[], $10::timestamptz[], $11::text[])`,
    COLUMNS.map((name) => rows.map((row) => row[name])),
  )
}
