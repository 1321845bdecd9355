import { describe, expect, it } from 'vitest'
import { unlikeCitus } from './citus-forms.ts'

const LIST = 'limits rows of a distributed table for each element of a list'
const REFERENCE = 'asks a distributed table for each row of one that every server has'
const PLACE = 'asks where rows of a distributed table stand'
const LOCAL = 'reads a table of the coordinator beside a distributed one'
const ORDER = 'collects rows of several servers in the order of a subquery without a limit'

describe('forms of a statement that Citus refuses or answers otherwise', () => {
  it.each([
    [
      `with heads as (select h.tenant_oid from journal_head h), keys as (select x.* from heads h cross join unnest($1::text[]) p(theme)
        cross join lateral (select j.seq from journal j where j.tenant_oid = h.tenant_oid and j.theme = p.theme order by j.seq limit 20) x) select * from keys`,
      [LIST],
    ],
    [
      'select 1 union all (select x.seq from unnest($1::text[]) p(theme) cross join lateral (select j.seq from journal j where j.theme = p.theme limit 2) x)',
      [LIST],
    ],
    ['select x.seq from journal_head h cross join lateral (select j.seq from journal j where j.tenant_oid = h.tenant_oid limit 20) x', []],
    ['select x.seq from unnest($1::text[]) p(theme) cross join lateral (select j.seq from journal j where j.theme = p.theme) x', []],
    ['select t.oid from tenant t where exists (select from entity.site r where r.tenant_oid = t.oid)', [REFERENCE]],
    ['select t.oid, (select count(*) from entity.site r where r.tenant_oid = t.oid) from tenant t', [REFERENCE]],
    [
      `select t.oid from tenant t where exists (select from (select * from entity.site where tenant_oid = 'a') r where r.tenant_oid = t.oid)`,
      [],
    ],
    ['select t.oid from tenant t where t.oid in (select r.tenant_oid from entity.site r)', []],
    ['select r.oid, (select t.name from tenant t where t.oid = r.tenant_oid) from entity.site r', []],
    [`select 'site', (select json_agg(p) from (select r.oid from entity.site r order by r.oid) p)`, [ORDER]],
    [`select 'site', (select json_agg(p) from (select r.oid from entity.site r order by r.oid limit 5) p)`, []],
    [`select (select json_agg(p order by p.oid) from (select r.oid from entity.site r order by r.oid) p)`, []],
    ['with page as (select r.oid from entity.site r order by r.oid) select json_agg(page) from page', []],
    [`select j.seq, j.tableoid <> 'journal_2026_01'::regclass as elsewhere from journal j`, [PLACE]],
    [
      `delete from journal j using json_to_recordset($1::json) as x(seq bigint) where j.seq = x.seq and j.tableoid <> 'x'::regclass`,
      [PLACE],
    ],
    ['select ctid from person', []],
    ['select h.tenant_oid from journal_head h left join journal_archived a on a.tenant_oid = h.tenant_oid', [LOCAL]],
    [
      'insert into journal (seq) select p.seq from journal p where not exists (select from journal_archived a where a.seq >= p.seq)',
      [LOCAL],
    ],
    ['select a.seq from journal_archived a', []],
  ])('%s', (text, expected) => {
    expect(unlikeCitus(text)).toEqual(expected)
  })
})
