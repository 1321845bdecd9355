import { describe, expect, it } from 'vitest'
import { tablesWithoutTenant } from './statement-tenants.ts'

describe('tables of a statement that name no tenant', () => {
  it.each([
    ['select 1 from entity.site where oid = $1', ['entity.site']],
    ['select 1 from entity.site where tenant_oid = $1', []],
    ['select 1 from entity.site r where r.tenant_oid = any($1::text[]) and r.oid = $2', []],
    ['select 1 from entity.site r where r.tenant_oid = $1 or r.oid = $2', ['entity.site']],
    ['select 1 from entity.site r where r.tenant_oid <> $1', ['entity.site']],
    [`select 1 from (select * from entity."edge-box" where tenant_oid = 'a') b`, []],
    ['select 1 from entity.site s join entity.zone z on z.tenant_oid = s.tenant_oid where s.tenant_oid = $1', []],
    ['select 1 from entity.site s join entity.zone z on z.oid = s.oid where s.tenant_oid = $1', ['entity.zone']],
    ['select 1 from entity.site s join entity.zone z on z.tenant_oid = s.tenant_oid', ['entity.site', 'entity.zone']],
    ['select (select 1 from journal j where j.seq = 1) from entity.site where tenant_oid = $1', ['journal']],
    ['select (select 1 from entity.zone z where z.tenant_oid = r.tenant_oid) from entity.site r where r.tenant_oid = $1', []],
    ['with journal as (select 1) select * from journal', []],
    ['with found as (select * from journal) select * from found', ['journal']],
    ['select 1 from tenant union all select 1 from entity.site', ['entity.site']],
    ['update entity.site r set data = x.data from unnest($1::text[]) as x(oid) where r.oid = x.oid', ['entity.site']],
    ['update entity.site r set data = x.data from unnest($1::text[]) as x(tenant_oid) where r.tenant_oid = x.tenant_oid', []],
    ['delete from entity.site where oid = $1', ['entity.site']],
    ['insert into entity.site (tenant_oid, oid) values ($1, $2)', []],
    ['insert into entity.site (tenant_oid, oid) select tenant_oid, oid from entity.zone', ['entity.zone']],
    ['select 1 from entity.tenant', []],
  ])('%s', (text, expected) => {
    expect(tablesWithoutTenant(text).toSorted()).toEqual(expected)
  })
})
