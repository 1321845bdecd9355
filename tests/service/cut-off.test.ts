import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanResult } from '../../schemas/plan.ts'
import { createClient } from '../../src/http/client.ts'
import { runSql } from '../support/service/administrator.ts'
import { createPartner, expectStoredOnce, expectWholeJournal, PLAIN_SERVICE } from '../support/service/away.ts'
import { startBalancedCopies, type BalancedCopies, type Balancer } from '../support/service/balancer.ts'
import type { RunningService } from '../support/service/service.ts'

const ROWS = 2_000
/** An import that has to wait takes longer than this. */
const SHUTDOWN_SECONDS = '5'

describe('an import that the console sends to a copy of the service which ends', () => {
  let world: BalancedCopies
  let balancer: Balancer
  let copies: readonly RunningService[] = []
  let [url, administratorUrl] = ['', '']
  beforeAll(async () => {
    // The plan of a slow statement would wait for the locked table, too.
    world = await startBalancedCopies({ ...PLAIN_SERVICE, SHUTDOWN_SECONDS, SLOW_STATEMENT_MS: '0' })
    ;({ balancer, copies, url, administratorUrl } = world)
  })
  afterAll(() => world.stop())

  it('is undone there, and made once by another copy, without a word to the person', async () => {
    const names = Array.from({ length: ROWS }, (_, row) => `Imported ${row}`)
    const tenantOid = await createPartner(copies[1]?.origin ?? '', 'Importer')
    const locker = new pg.Client({ connectionString: administratorUrl })
    locker.on('error', () => undefined)
    await locker.connect()
    await locker.query('begin; lock table journal in access exclusive mode')
    const imported = sendImport(tenantOid, names)
    imported.catch(() => undefined)
    await expect.poll(waitingForLock, { timeout: 30_000 }).toBe(1)
    expect(await copies[0]?.end('SIGTERM')).toBe(0)
    expect(balancer.answers).toEqual(['0 503'])
    await locker.end()
    expect((await imported).counts).toEqual({ applied: ROWS, unchanged: 0, refused: 0 })
    expect(balancer.answers.at(-1)).toBe('1 200')
    await expectStoredOnce(administratorUrl, 'Imported', { acknowledged: names, open: [] })
    await expectWholeJournal(url)
  })

  /** Sends the plan of an import as the console does. */
  function sendImport(tenantOid: string, names: readonly string[]): Promise<PlanResult> {
    const client = createClient({ token: () => undefined, overlayOid: () => undefined, renew: async () => false, end: () => undefined })
    const items = names.map((name, row) => ({
      entity: 'customer',
      action: 'create',
      changes: { name, apoDomain: `${row}.example`, type: 'managed_customer', contactName: 'C', contactEmail: `${row}@load.test` },
    }))
    const body = new Blob([JSON.stringify({ items, source: 'import', tenantOid })])
    return client.request<PlanResult>('POST', `${balancer.origin}/api/v1/plans`, { body })
  }

  async function waitingForLock(): Promise<number> {
    const [row] = await runSql<{ count: number }>(
      administratorUrl,
      `select count(*)::integer from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return row?.count ?? 0
  }
})
