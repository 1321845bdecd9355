import { describe, expect, it } from 'vitest'
import { statementName } from './statement-name.ts'

describe('the name of a statement', () => {
  it.each([
    ['select * from entity."customer" e where e.name = $1', 'select customer'],
    ['select count(*) from (select 1 from "tenant" t) x', 'select tenant'],
    ['with a as (select oid from tenant) insert into entity.box (oid) select oid from a on conflict do update set x = 1', 'insert box'],
    ['select 1 from person where oid = $1 for update', 'select person'],
    ['select 1 from person p for no key update of p', 'select person'],
    ['select 1 from person for update skip locked', 'select person'],
    ['update only "journal_head" set seq = $1', 'update journal_head'],
    ['DELETE FROM rate_count where ends_at < now()', 'delete rate_count'],
    ['select s.stamp from person_stamp($1) as s(stamp)', 'select person_stamp'],
    ['select r.oid from entity."edge-box" r', 'select edge-box'],
    ['insert into "entity"."ip-engine" (oid) values ($1)', 'insert ip-engine'],
    ['update entity."edge-box" r set data = $1', 'update edge-box'],
    ['create trigger a after insert or update on person for each row execute function b()', 'create'],
    ['do $$ begin delete from site; end $$', 'do'],
    ['select 1', 'select'],
    ['with a as (select oid from tenant) select count(*) from a', 'select tenant'],
    ['with recursive a (oid) as (select 1), "b" as materialized (select 2 from a) select from b join tenant on true', 'select tenant'],
    ['with a as (values (1)) select from a where exists (select from site)', 'select site'],
    ['with a as (values (1)) select from a', 'select a'],
    ['select from (select 1) x cross join lateral (select from site) y', 'select site'],
    ['with a as (select 1), b as not materialized (select 2 from only site, a) select from b', 'select site'],
    ['select extract(epoch from ends_at) from rate_count where a is distinct from b', 'select rate_count'],
    [`begin; select set_config('role', 'app', true)`, 'begin'],
    [`set local app.scopes = 'a'`, 'set'],
    ['COMMIT', 'commit'],
    ['rollback', 'rollback'],
    ['explain (generic_plan) select from site', 'explain'],
  ])('says what it does to which table: %s', (text, name) => {
    expect(statementName(text)).toBe(name)
  })
})
