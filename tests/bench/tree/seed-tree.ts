import pg from 'pg'

/** Tenants below each tenant of the level above: four levels of distributors, sellers, customers. 100,130 in all, six levels below the platform's own. */
const LEVELS = [
  { type: 'vad', each: 10 },
  { type: 'vad', each: 5 },
  { type: 'vad', each: 6 },
  { type: 'vad', each: 6 },
  { type: 'msp', each: 2 },
  { type: 'managed_customer', each: 26 },
] as const

/** Names of which every tenant has two and a number: searches for one find a sixteenth of the tree. */
const WORDS = `'{Harbour,Meridian,Granite,Cobalt,Lantern,Juniper,Falcon,Summit,Orchard,Cascade,Beacon,Willow,Quartz,Mariner,Saffron,Timber}'::text[]`

/** The mail address of the administrator of a distributor of the tree. */
export const DISTRIBUTOR = 'tree-1@demo.test'

/**
 * Adds a tree of 100,000 tenants to a demo database, each with its record, an administrator and two appliances, as the service stores them.
 * Writes directly to the tables: by plans it would take half an hour, and is not what is measured.
 */
export async function seedTree(url: string, showProgress: (step: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create temp table level (oid text, path text, name text, type text, depth integer, n integer);
    insert into level select oid, path, name, type, 0, 0 from tenant where type = 'po'`)
  for (const [depth, { type, each }] of LEVELS.entries()) {
    showProgress(`seeding level ${depth + 1} of the tree`)
    await client.query(
      `with made as (select l.oid as parent, l.path, i, l.n * ${each} + i as n from level l, generate_series(1, ${each}) i where l.depth = ${depth}),
        named as (select m.*, 'tree-${depth + 1}-' || m.n as oid, m.path || 'z' || m.i || '.' as own,
          (${WORDS})[1 + (m.n * 7 + ${depth}) % 16] || ' ' || (${WORDS})[1 + (m.n / 16 + m.n) % 16] || ' ' || m.n as name from made m),
        tenants as (insert into tenant (oid, parent_oid, type, name, path, licensing_mode)
          select oid, parent, '${type}', name, own, 'subscription' from named returning 1),
        kept as (insert into level select oid, own, name, '${type}', ${depth + 1}, n from named)
      insert into entity.${type === 'managed_customer' ? 'customer' : 'partner'} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
      select parent, own, oid, 1, jsonb_build_object('name', name, 'type', '${type}', 'state', 'active', 'contactName', 'Contact ' || n, 'contactEmail', 'contact-' || n || '@tree.test')
          || ${type === 'managed_customer' ? `'{"reporting": "standard"}'` : `'{"licensingMode": "subscription"}'`}::jsonb,
        concat(' ', name, ' Contact ', n, ' contact-', n, '@tree.test'), jsonb_build_object('name', lower(name)), now(), 'Bench', now(), 'Bench' from named`,
    )
  }
  showProgress('seeding people and appliances of the tree')
  await client.query(`insert into person (oid, mail, proven_mail, name)
    select 'p' || oid, case when oid = 'tree-1-1' then '${DISTRIBUTOR}' else oid || '@tree.test' end, case when oid = 'tree-1-1' then '${DISTRIBUTOR}' else oid || '@tree.test' end, 'Person of ' || name from level where depth > 0`)
  await client.query(
    `insert into user_role (tenant_oid, tenant_path, person_oid, role) select oid, path, 'p' || oid, 'admin' from level where depth > 0`,
  )
  await client.query(`insert into entity."user-role" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
    select l.oid, l.path, p.oid || '/' || l.oid, 1, jsonb_build_object('mail', p.mail, 'name', p.name, 'role', 'admin'), concat(' ', p.name, ' ', p.mail),
      jsonb_build_object('mail', p.mail, 'name', lower(p.name)), now(), 'Bench', now(), 'Bench' from level l join person p on p.oid = 'p' || l.oid where l.depth > 0`)
  await client.query(`insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
    select l.oid, l.path, 'a' || k || l.oid, 1, jsonb_build_object('serialNumber', serial, 'model', 'SDX 100', 'softwareVersion', '22.1.0', 'status', 'Assigned'),
      concat(' ', serial, ' SDX 100 22.1.0 Assigned '), jsonb_build_object('serialNumber', lower(serial), 'model', 'sdx 100'), now(), 'Bench', now(), 'Bench'
    from level l cross join generate_series(1, 2) k cross join lateral (select 'TX' || k || '-' || lpad(((l.n::bigint * 48271) % 1000003)::text, 7, '0') || '-' || l.depth as serial) s where l.depth > 0`)
  await client.query('vacuum analyze')
  await client.end()
}
