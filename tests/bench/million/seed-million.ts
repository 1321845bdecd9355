import pg from 'pg'

export const ROWS = 1_000_000
const BATCH_SIZE = 50_000

/**
 * Inserts a million appliances of the platform as the service stores them, distributed over the existing tenants. Writes directly to
 * the table: creating them through the API would take an hour, and is not what is measured.
 */
export async function seedMillion(url: string, showProgress: (step: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let from = 0; from < ROWS; from += BATCH_SIZE) {
    showProgress(`seeding appliances ${from + 1} to ${from + BATCH_SIZE}`)
    await client.query(
      `with holders as (select array_agg(oid order by path) as oids, array_agg(path order by path) as paths, count(*)::integer as n from tenant),
        made as (select i, (i::bigint * 48271) % 2147483647 as r from generate_series($1::integer, $2::integer) as i),
        named as (select m.i, m.r, h.oids[case when m.r % 5 < 3 then 1 else 1 + (m.r % h.n)::integer end] as owner,
          h.paths[case when m.r % 5 < 3 then 1 else 1 + (m.r % h.n)::integer end] as path,
          (array['SDX1','SDL1','SDX4','SDR4','SDX9'])[1 + (m.r % 5)::integer] || '-' || lpad((m.r % 2553)::text, 4, '0') || '-' || lpad(m.i::text, 7, '0') as serial,
          (array['SDX 100','SDX 120 LTE','SDX 400','SDX 450 R','SDX 2400'])[1 + (m.r % 5)::integer] as model,
          (array['rack 4','spare','lab','loan','returned','batch 7'])[1 + (m.r % 600)::integer] as tag,
          (array['21.4.3','22.1.0','22.2.1','22.3.0-rc2'])[1 + (m.r % 4)::integer] as version from made m cross join holders h)
      insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
      select owner, path, gen_random_uuid()::text, 1,
        jsonb_strip_nulls(jsonb_build_object('serialNumber', serial, 'model', model, 'tag', tag, 'softwareVersion', version, 'status', s.status)),
        concat(' ', serial, ' ', model, ' ', tag, ' ', version, ' ', s.status, ' '),
        jsonb_build_object('serialNumber', lower(serial), 'model', lower(model)), now(), 'Bench', now(), 'Bench'
      from named cross join lateral (select case when path = 'a.' then 'In Stock' else 'Assigned' end as status) s`,
      [from, from + BATCH_SIZE - 1],
    )
  }
  await client.query('vacuum analyze')
  await client.end()
}
