import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queries } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { appendEntries, writtenEntry } from '../../../server/journal/append.ts'
import { findEntries } from '../../../server/journal/read-entries.ts'
import { findInWhole } from '../../../server/journal/whole-journal.ts'
import type { EntityModel } from '../../../server/entities/model/entity-model.ts'
import type { TenantNode } from '../../../server/policies/caller.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'

const [ENTRIES, TENANTS, BATCH, PAGE] = [20_000, 10, 1_000, 20]

/** Rows that the connection has read since its figures were last collected. */
async function read(queries: Queries): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as n
    from pg_stat_xact_user_tables where relname like 'journal\\_%'`.execute(queries)
  return rows[0]?.n ?? 0
}

// How one server finds its rows; a cluster has fewer of them on each.
describe('a long journal', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres', { distributed: false })
    const { database } = world
    for (let first = 0; first < ENTRIES; first += BATCH) {
      const action = { id: `a${first}`, source: 'api' as const, at: new Date(), principal: { oid: 'p', name: 'P' } }
      const entries = Array.from({ length: BATCH }, (_, index) => {
        const name = `t${index % TENANTS}`
        const tenant = { oid: name, name, path: `z.${name}.` }
        const subject = { oid: `s${index}`, name: 'Site' }
        return writtenEntry({ tenant, theme: 'Grown', entity: 'site', eventType: 'update', subject, details: { changes: {} } }, action)
      })
      await database.transaction(EVERYTHING, (queries) => appendEntries(queries, { entries, action, secretKey: database.secretKey }))
    }
    await database.asOwner((queries) => sql`analyze journal`.execute(queries))
  })
  afterAll(() => world.dispose())

  it('is read a page at a time, without the rest', async () => {
    const fetched = await world.database.withinTenant(EVERYTHING, 't7', async (queries) => {
      const before = await read(queries)
      const where = [sql<boolean>`j.tenant_oid = ${'t7'} and j.theme = ${'Grown'}`]
      expect(await findEntries(queries, { where, limit: PAGE, order: 'desc', within: 'tenant' })).toHaveLength(PAGE)
      return (await read(queries)) - before
    })
    expect(fetched).toBeGreaterThanOrEqual(PAGE)
    expect(fetched).toBeLessThan(3 * PAGE)
  })

  it.each([
    ['a tenant', 'diy_customer', 1],
    ['a tenant and those below it', 'msp', TENANTS],
  ] as const)('is read without the rest over all entities, too, of %s', async (_what, type, tenants) => {
    const path = tenants === 1 ? 'z.t7.' : 'z.'
    const tenant: TenantNode = { oid: 't7', name: 't7', type, parentOid: null, path, state: 'active', features: {} }
    const themes = ['Grown', ...Array.from({ length: 30 }, (_, index) => `Other ${index}`)]
    const models = themes.map((theme) => ({ meta: { theme, scope: 'tenant', resource: 'customers' } }) as unknown as EntityModel)
    const caller = await world.caller(OWNER)
    const fetched = await world.database.withScope(EVERYTHING, async (queries) => {
      const before = await read(queries)
      expect(await findInWhole(queries, caller, { tenant, models, where: [], limit: PAGE, order: 'desc' })).toHaveLength(PAGE)
      return (await read(queries)) - before
    })
    // Of each tenant a page of keys, and the entries of one.
    expect(fetched).toBeLessThan((tenants + 2) * PAGE * 2)
  })
})
