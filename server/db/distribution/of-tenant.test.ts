import { describe, expect, it } from 'vitest'
import { ofTenant } from './of-tenant.ts'

const ROWS = `(select * from entity.site where tenant_oid = 'o''1')`

describe('a statement about one tenant', () => {
  it.each([
    ['a table with an alias', `select s.oid from entity.site s where s.oid = $1`, `select s.oid from ${ROWS} s where s.oid = $1`],
    ['a table without one', `select oid from entity.site where oid = $1`, `select oid from ${ROWS} site where oid = $1`],
    ['a table at the end of a subquery', `select (select count(*) from entity.site)`, `select (select count(*) from ${ROWS} site)`],
    ['a joined table', `select from tenant t join entity.site as s on true`, `select from tenant t join ${ROWS} as s on true`],
    ['a quoted table', `select from entity."edge-box" b`, `select from (select * from entity."edge-box" where tenant_oid = 'o''1') b`],
    [
      'the journal, but no table whose name begins like it',
      `select from journal j, journal_reseal_later x`,
      `select from (select * from journal where tenant_oid = 'o''1') j, journal_reseal_later x`,
    ],
    ['a function of a like name', `select from entity."site_search"($1) as x`, `select from entity."site_search"($1) as x`],
    ['a view, which has no such column of its own', `select from entity.tenant t`, `select from entity.tenant t`],
    ['the target of a deletion', `delete from entity.site where oid = $1`, `delete from entity.site where oid = $1`],
    ['the target of an insertion', `insert into entity.site select $1`, `insert into entity.site select $1`],
  ])('names the tenant beside %s', (_, text, expected) => {
    expect(ofTenant(text, `o'1`)).toBe(expected)
  })
})
