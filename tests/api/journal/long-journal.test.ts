import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queries } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { appendEntries, writtenEntry } from '../../../server/journal/append.ts'
import { entryId, findEntries, following, type FoundEntry } from '../../../server/journal/read-entries.ts'
import { findInWhole } from '../../../server/journal/whole-journal.ts'
import type { EntityModel } from '../../../server/entities/model/entity-model.ts'
import { subtree, type TenantNode } from '../../../server/policies/caller.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'

const [ENTRIES, TENANTS, BATCH, PAGE] = [20_000, 10, 1_000, 20]
/** Over which time the entries were written: most of a month, the last week included. */
const SPAN_MS = 20 * 24 * 60 * 60 * 1000

/** Rows that the connection has read since its figures were last collected. */
async function read(queries: Queries): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as n
    from pg_stat_xact_user_tables where relname like 'journal\\_%'`.execute(queries)
  return rows[0]?.n ?? 0
}

const tenantOf = (type: TenantNode['type'], path: string): TenantNode => ({
  oid: 't7',
  name: 't7',
  type,
  parentOid: null,
  path,
  state: 'active',
  features: {},
})
const modelsOf = (themes: string[]): EntityModel[] =>
  themes.map((theme) => ({ meta: { theme, scope: 'tenant', resource: 'customers' } }) as EntityModel)

// How one server finds its rows; a cluster has fewer of them on each.
describe('a long journal', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres', { distributed: false })
    const { database } = world
    const startMs = Date.now() - SPAN_MS
    for (let first = 0; first < ENTRIES; first += BATCH) {
      const action = {
        id: `a${first}`,
        source: 'api' as const,
        at: new Date(startMs + (SPAN_MS * first) / ENTRIES),
        principal: { oid: 'p', name: 'P' },
      }
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

  it.each(['of one entity', 'of everything'])('is read a page at a time by a partner, too, and whole by and by: %s', async (what) => {
    const caller = await world.caller(OWNER)
    const page = (after?: FoundEntry): Promise<FoundEntry[]> =>
      world.database.withScope(EVERYTHING, (queries) => {
        const request = { limit: after ? BATCH : PAGE, order: 'desc' as const }
        if (what === 'of everything') {
          const whole = { ...request, tenant: tenantOf('msp', 'z.'), models: modelsOf(['Grown', 'Other']), where: [] }
          return findInWhole(queries, caller, { ...whole, ...(after && { after: entryId(after.entry) }) })
        }
        const rest = after ? [following(entryId(after.entry), { ...request, within: 'subtree' })] : []
        const where = [sql<boolean>`j.theme = ${'Grown'}`, ...rest]
        return findEntries(queries, { ...request, where, within: 'subtree', range: subtree('z.') })
      })
    const found: FoundEntry[] = []
    for (let next = await page(); next.length > 0; next = await page(found.at(-1))) found.push(...next)
    const expected = await world.database.withScope(EVERYTHING, (queries) =>
      sql<{ id: string }>`select j.tenant_oid || '.' || j.seq as id from journal j where j.theme = ${'Grown'}
        order by j.created_at desc, j.tenant_oid, j.seq desc`.execute(queries),
    )
    expect(expected.rows).toHaveLength(ENTRIES)
    expect(found.map(({ entry }) => entryId(entry))).toEqual(expected.rows.map(({ id }) => id))
  })

  it.each([
    ['a tenant', 'diy_customer', 1],
    ['a tenant and those below it', 'msp', TENANTS],
  ] as const)('is read without the rest over all entities, too, of %s', async (_what, type, tenants) => {
    const tenant = tenantOf(type, tenants === 1 ? 'z.t7.' : 'z.')
    const models = modelsOf(['Grown', ...Array.from({ length: 30 }, (_, index) => `Other ${index}`)])
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
