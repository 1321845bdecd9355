import pg from 'pg'

export const ROWS = 1_000_000
const AT_ONCE = 50_000

/**
 * A million appliances of the platform in the form in which the service stores them, spread over the tenants that are there. Written
 * straight into the table: a million plans would take an hour, and are not what is measured.
 */
export async function plantMillion(url: string, tell: (step: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    tell(`planting appliances ${from + 1} to ${from + AT_ONCE}`)
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
      [from, from + AT_ONCE - 1],
    )
  }
  await client.query('vacuum analyze')
  await client.end()
}
