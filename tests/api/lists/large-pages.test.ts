import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { places } from '../../support/api/api-world.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const SIDE = 60
/** The database plans a statement anew for its first five calls on a connection, then once for all. */
const WARM_CALLS = 8

describe.each(places)('pages of records that nobody has stored yet, on %s', (place) => {
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
    for (const table of ['firewall-vpn-zone', 'application-set']) await copies(table)
  })
  afterAll(() => world.dispose())

  /** More of a kind, straight into the table: no statistics tell the database of them. */
  async function copies(table: string): Promise<void> {
    const name = sql.table(`entity.${table}`)
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`insert into ${name} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select tenant_oid, tenant_path, oid || '-' || i, 1, data || jsonb_build_object('name', 'copy ' || i), search_text, sort_keys, now(), now()
        from ${name}, generate_series(2, ${SIDE}) i where data->>'name' = 'First'`.execute(queries),
    )
  }

  it.each(['firewall/internet/policies', 'firewall/vpn/policies'])('cost what their rows cost: %s', async (route) => {
    const timeOf = async (size: number): Promise<number> => {
      const times: number[] = []
      for (let call = 0; call < WARM_CALLS; call++) {
        const from = performance.now()
        const { status, body } = await world.ask('GET', `${route}?size=${size}`)
        times.push(performance.now() - from)
        expect([status, body.data.length]).toEqual([200, size])
      }
      return times.toSorted((a, b) => a - b)[WARM_CALLS / 2] ?? 0
    }
    const [small, large] = [await timeOf(50), await timeOf(1000)]
    // Twenty times the rows. Compared with one another they would be four hundred times the work.
    expect(large).toBeLessThan(20 * small)
  })
})
