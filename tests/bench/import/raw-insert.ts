import pg from 'pg'

const BATCH = 5_000

/** A table whose rows are inserted again: its columns with their types, generated ones left out. */
interface Stored {
  table: string
  columns: Record<string, string>
  /** Condition for the children of the tenant `$1`. */
  where: string
}

const CUSTOMERS: Stored = {
  table: 'entity.customer',
  columns: {
    tenant_oid: 'text',
    tenant_path: 'text',
    oid: 'text',
    revision: 'int',
    data: 'jsonb',
    search_text: 'text',
    sort_keys: 'jsonb',
    created_at: 'timestamptz',
    created_by: 'text',
    updated_at: 'timestamptz',
    updated_by: 'text',
  },
  where: 'tenant_oid = $1',
}

const TENANTS: Stored = {
  table: 'public.tenant',
  columns: {
    oid: 'text',
    parent_oid: 'text',
    type: 'text',
    name: 'text',
    state: 'text',
    path: 'text',
    features: 'jsonb',
    last_label: 'bigint',
    created_at: 'timestamptz',
  },
  where: `parent_oid = $1 and type like '%customer'`,
}

/**
 * Seconds that a raw insert of a tenant's customers takes. A customer is a record and a node in the tree of tenants: both rows are
 * inserted, each into an empty table of the same layout with the same indexes, in batches, in one transaction. The journal is not:
 * it belongs to what an import does besides.
 */
export async function rawInsertSeconds(url: string, tenantOid: string): Promise<{ customers: number; tenants: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const customers = await copyOf(client, CUSTOMERS, tenantOid)
    const tenants = await copyOf(client, TENANTS, tenantOid)
    await client.query('begin')
    const seconds = { customers: await secondsOf(client, customers), tenants: await secondsOf(client, tenants) }
    const from = performance.now()
    await client.query('commit')
    seconds.tenants += (performance.now() - from) / 1000
    await client.query('drop table raw_customer, raw_tenant')
    return seconds
  } finally {
    await client.end()
  }
}

type Row = Record<string, unknown>

interface Copy {
  into: string
  columns: Stored['columns']
  rows: Row[]
}

/** The rows as texts, and an empty table for them. */
async function copyOf(client: pg.Client, { table, columns, where }: Stored, tenantOid: string): Promise<Copy> {
  const texts = Object.keys(columns).map((name) => `${name}::text`)
  const { rows } = await client.query<Row>(`select ${texts.join(', ')} from ${table} where ${where}`, [tenantOid])
  const into = `raw_${table.split('.')[1]}`
  await client.query(`create table ${into} (like ${table} including all)`)
  return { into, columns, rows }
}

async function secondsOf(client: pg.Client, { into, columns, rows }: Copy): Promise<number> {
  const names = Object.keys(columns)
  const lists = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  const text = `insert into ${into} (${names.join(', ')}) select * from unnest(${lists.join(', ')})`
  const from = performance.now()
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    await client.query(
      text,
      names.map((name) => batch.map((row) => row[name])),
    )
  }
  return (performance.now() - from) / 1000
}
