import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { places } from '../../support/api/api-world.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const SIDE = 60
/** The database makes a new plan for the first five calls of a statement on a connection, then reuses one. */
const WARM_CALLS = 8

describe.each(places)('pages of records that are not stored yet, on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
    await world.make('firewall/vpn/zones', { name: 'First', priority: 1 })
    await world.make('firewall/appsets', {
      name: 'First',
      priority: 1,
      type: 'portBased',
      portBasedApps: [{ protocolId: 6, ports: '80' }],
    })
    for (const table of ['firewall-vpn-zone', 'application-set']) await insertCopies(table)
  })
  afterAll(() => world.dispose())

  /** Copies the first record, directly in the table: the database has no statistics about the copies. */
  async function insertCopies(table: string): Promise<void> {
    const name = sql.table(`entity.${table}`)
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`insert into ${name} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select tenant_oid, tenant_path, oid || '-' || i, 1, data || jsonb_build_object('name', 'copy ' || i), search_text, sort_keys, now(), now()
        from ${name}, generate_series(2, ${SIDE}) i where data->>'name' = 'First' returning 1`.execute(queries),
    )
  }

  it.each(['firewall/internet/policies', 'firewall/vpn/policies'])('take time in proportion to their rows: %s', async (route) => {
    const timeOf = async (size: number): Promise<number> => {
      const times: number[] = []
      for (let call = 0; call < WARM_CALLS; call++) {
        const startMs = performance.now()
        const { status, body } = await world.ask('GET', `${route}?size=${size}`)
        times.push(performance.now() - startMs)
        expect([status, body.data.length]).toEqual([200, size])
      }
      return times.toSorted((a, b) => a - b)[WARM_CALLS / 2] ?? 0
    }
    const [small, large] = [await timeOf(50), await timeOf(1000)]
    // Twenty times the rows; comparing each row with each other would take four hundred times as long.
    expect(large).toBeLessThan(20 * small)
  })
})
