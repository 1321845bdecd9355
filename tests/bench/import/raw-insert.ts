import pg from 'pg'

const BATCH_SIZE = 5_000

/** A table whose rows are inserted again into a copy, with the types of its columns; generated columns are left out. */
export interface StoredTable {
  table: string
  columns: Record<string, string>
  /** SQL condition for the rows that belong to the tenant `$1`. */
  where: string
}

const RECORD = {
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
}

export const CUSTOMERS: StoredTable = { table: 'entity.customer', columns: RECORD, where: 'tenant_oid = $1' }

export const USERS: StoredTable = { table: 'entity."user-role"', columns: RECORD, where: 'tenant_oid = $1' }

export const ROLES: StoredTable = {
  table: 'public.user_role',
  columns: { tenant_oid: 'text', tenant_path: 'text', person_oid: 'text', role: 'text', revision: 'int', created_at: 'timestamptz' },
  where: 'tenant_oid = $1',
}

/** SQL condition for people with a role in the tenant `$1`. */
const HAS_ROLE_IN_TENANT = 'in (select person_oid from user_role where tenant_oid = $1)'

export const PEOPLE: StoredTable = {
  table: 'public.person',
  columns: {
    oid: 'text',
    mail: 'text',
    name: 'text',
    locale: 'text',
    subject: 'text',
    all_access: 'boolean',
    state: 'text',
    created_at: 'timestamptz',
  },
  where: `oid ${HAS_ROLE_IN_TENANT}`,
}

export const INVITATIONS: StoredTable = {
  table: 'public.invitation',
  columns: { person_oid: 'text', created_at: 'timestamptz', completed_at: 'timestamptz' },
  where: `person_oid ${HAS_ROLE_IN_TENANT}`,
}

export const TENANTS: StoredTable = {
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
 * Inserts the stored rows of a tenant into empty copies of their tables (same columns, same indexes), in batches and in one transaction.
 * Returns the seconds per table and, last, of the commit. Leaves the journal out, because writing it is part of the import's overhead.
 */
export async function rawInsertSeconds(url: string, tenantOid: string, tables: readonly StoredTable[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const copies: TableCopy[] = []
    for (const table of tables) copies.push(await createCopy(client, table, tenantOid))
    await client.query('begin')
    const seconds: number[] = []
    for (const copy of copies) seconds.push(await insertSeconds(client, copy))
    const start = performance.now()
    await client.query('commit')
    seconds.push((performance.now() - start) / 1000)
    await client.query(`drop table ${copies.map(({ into }) => into).join(', ')}`)
    return seconds
  } finally {
    await client.end()
  }
}

type Row = Record<string, unknown>

interface TableCopy {
  into: string
  columns: StoredTable['columns']
  rows: Row[]
}

/** Reads the rows as text, and creates an empty copy of the table. */
async function createCopy(client: pg.Client, { table, columns, where }: StoredTable, tenantOid: string): Promise<TableCopy> {
  const texts = Object.keys(columns).map((name) => `${name}::text`)
  const { rows } = await client.query<Row>(`select ${texts.join(', ')} from ${table} where ${where}`, [tenantOid])
  const into = `raw_${table.replaceAll(/\W+/g, '_')}`
  await client.query(`create table ${into} (like ${table} including all)`)
  return { into, columns, rows }
}

async function insertSeconds(client: pg.Client, { into, columns, rows }: TableCopy): Promise<number> {
  const names = Object.keys(columns)
  const lists = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  const text = `insert into ${into} (${names.join(', ')}) select * from unnest(${lists.join(', ')})`
  const start = performance.now()
  for (let offset = 0; offset < rows.length; offset += BATCH_SIZE) {
    const batch = rows.slice(offset, offset + BATCH_SIZE)
    await client.query(
      text,
      names.map((name) => batch.map((row) => row[name])),
    )
  }
  return (performance.now() - start) / 1000
}
