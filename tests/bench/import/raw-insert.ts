import pg from 'pg'

const BATCH = 5_000

/** A table whose rows are inserted again: its columns with their types, generated ones left out. */
export interface Stored {
  table: string
  columns: Record<string, string>
  /** Condition for the children of the tenant `$1`. */
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

export const CUSTOMERS: Stored = { table: 'entity.customer', columns: RECORD, where: 'tenant_oid = $1' }

export const USERS: Stored = { table: 'entity."user-role"', columns: RECORD, where: 'tenant_oid = $1' }

export const ROLES: Stored = {
  table: 'public.user_role',
  columns: { tenant_oid: 'text', tenant_path: 'text', person_oid: 'text', role: 'text', revision: 'int', created_at: 'timestamptz' },
  where: 'tenant_oid = $1',
}

/** Whoever has a role there. */
const THERE = 'in (select person_oid from user_role where tenant_oid = $1)'

export const PEOPLE: Stored = {
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
  where: `oid ${THERE}`,
}

export const INVITATIONS: Stored = {
  table: 'public.invitation',
  columns: { person_oid: 'text', created_at: 'timestamptz', completed_at: 'timestamptz' },
  where: `person_oid ${THERE}`,
}

export const TENANTS: Stored = {
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
 * Seconds that a raw insert of what a tenant's rows are stored as takes, table by table: into empty tables of the same layout with the
 * same indexes, in batches, in one transaction. The journal is not: it belongs to what an import does besides.
 */
export async function rawInsertSeconds(url: string, tenantOid: string, stored: readonly Stored[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const copies: Copy[] = []
    for (const table of stored) copies.push(await copyOf(client, table, tenantOid))
    await client.query('begin')
    const seconds: number[] = []
    for (const copy of copies) seconds.push(await secondsOf(client, copy))
    const from = performance.now()
    await client.query('commit')
    seconds.push((performance.now() - from) / 1000)
    await client.query(`drop table ${copies.map(({ into }) => into).join(', ')}`)
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
  const into = `raw_${table.replaceAll(/\W+/g, '_')}`
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
