import pg from 'pg'

export const BOXES = 1_000_000
const BATCH_SIZE = 50_000

/**
 * Inserts a million edge boxes of one overlay as the service stores them, made from one that it stored itself. One in four has a disabled WAN 2, each WAN is on one of
 * three networks, and one box in ten thousand has a small MTU. Writes to the table, whose indexes are made anew afterwards.
 */
export async function seedBoxes(url: string, tenantOid: string, showProgress: (step: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'entity' and tablename = 'edge-box' and indexname not like '%pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index entity."${name}"`)
  for (let from = 0; from < BOXES; from += BATCH_SIZE) {
    showProgress(`seeding edge boxes ${from + 1} to ${from + BATCH_SIZE}`)
    await client.query(
      `with networks as (select array_agg(oid order by data->>'name') as oids from entity."transport-network" where tenant_oid = $3 and data->>'name' in ('Internet', 'LTE', 'MPLS')),
        model as (select r.* from entity."edge-box" r where r.tenant_oid = $3 and r.data->>'mode' = 'spoke' and r.data#>>'{wans,wan2,state}' = 'enabled' order by length(r.data::text) limit 1),
        made as (select i, (i::bigint * 48271) % 2147483647 as r from generate_series($1::integer, $2::integer) as i)
      insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
      select m.tenant_oid, m.tenant_path, gen_random_uuid()::text, 1,
        m.data || jsonb_build_object('name', 'box ' || g.i, 'serialNumber', 'BNC-' || g.i, 'wans', jsonb_build_object(
          'wan1', m.data#>'{wans,wan1}' || jsonb_build_object('transportNetwork', n.oids[1 + (g.r % 3)::integer], 'mtu', case when g.i % 10000 = 0 then 1280 else 1500 end),
          'wan2', case when g.r % 4 = 0 then (m.data#>'{wans,wan2}') - 'transportNetwork' || '{"state":"disabled"}'
            else m.data#>'{wans,wan2}' || jsonb_build_object('transportNetwork', n.oids[1 + (g.r / 7 % 3)::integer]) end,
          'wan3', m.data#>'{wans,wan3}')),
        ' box ' || g.i || ' BNC-' || g.i || ' ', jsonb_build_object('name', 'box ' || g.i, 'serialNumber', 'bnc-' || g.i), now(), 'Bench', now(), 'Bench'
      from made g cross join model m cross join networks n`,
      [from + 1, from + BATCH_SIZE, tenantOid],
    )
  }
  for (const { definition } of indexes) {
    showProgress(definition.replace(/ ON entity.*? USING/, ''))
    await client.query(definition)
  }
  await client.query('vacuum analyze')
  await client.end()
}
