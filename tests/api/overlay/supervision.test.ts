import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertSummary } from '../../../schemas/supervision.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import type { TenantNode } from '../../../server/policies/caller.ts'
import { overlayOf } from '../../../server/user-api/overlay.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { plantBox, plantNetwork } from '../../support/api/live-boxes.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const RULE = { name: 'Slow', metric: 'latency', threshold: 1, severity: 'warning', enabled: true }

describe.each(places)('the alerts of an overlay on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  let box: string
  beforeAll(async () => {
    world = await apiWorld(place)
    service = await wholeService(world.database)
    const transportNetwork = await plantNetwork(world.database, overlay(), 'MPLS')
    const wan1 = { state: 'enabled', transportNetwork, access: { upBandwidth: 1000, downBandwidth: 5000 } }
    box = await plantBox(world.database, overlay(), { wans: { wan1, wan2: { state: 'disabled' }, wan3: { state: 'disabled' } } })
    await world.grant('managed@world.test', overlay(), 'admin')
    await world.grant('diy@world.test', overlay('diy'), 'sa')
    await world.grant('net@world.test', overlay(), 'network_manager')
    await world.grant('stock@world.test', world.oid['msp'] ?? '', 'inventory_manager')
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })
  const overlay = (name = 'managed'): string => world.oid[name] ?? ''

  async function summary(as = 'managed@world.test', of = overlay()): Promise<{ status: number; body: AlertSummary }> {
    const url = `/supervision/alerting-config/${of}/api/v1/alertSummary`
    const answer = await service.app.inject({ url, headers: { authorization: `Bearer ${await service.token(as)}` } })
    return { status: answer.statusCode, body: answer.json() }
  }
  /** Stores rules as somebody; the status. */
  async function watch(rules: Rec[], as = 'managed@world.test'): Promise<number> {
    const [stored] = (await world.call('GET', `/api/v1/alertSettings/${overlay()}`)).body.data
    const data = [{ oid: overlay(), revision: stored?.['revision'], rules }]
    return (await world.call('PUT', '/api/v1/alertSettings', { as, body: { data } })).status
  }

  it('are counted by the rules that are stored, whose figures are above their limits', { tags: ['S2-7.48'] }, async () => {
    expect(await watch([RULE, { ...RULE, name: 'Slower', severity: 'critical', threshold: 10_000 }])).toBe(200)
    const { status, body } = await summary()
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { severity: 'critical', count: 0 },
      { severity: 'warning', count: 1 },
      { severity: 'info', count: 0 },
    ])
    expect(body.meta).toMatchObject({ simulated: true, alerts: [{ rule: 'Slow', boxOid: box, wan: 'wan1', threshold: 1 }] })
    expect(body.meta?.alerts[0]?.value).toBeGreaterThan(1)
  })

  it('come worst first, and of enabled rules alone', async () => {
    await watch([
      { ...RULE, severity: 'info' },
      { ...RULE, name: 'Off', enabled: false },
      { ...RULE, name: 'Worse', severity: 'critical' },
    ])
    const { body } = await summary()
    expect(body.data.map(({ count }) => count)).toEqual([1, 0, 1])
    expect(body.meta?.alerts.map(({ rule }) => rule)).toEqual(['Worse', 'Slow'])
    await watch([])
    expect((await summary()).body.data.map(({ count }) => count)).toEqual([0, 0, 0])
  })

  it('are for whoever may read the supervision, and their rules for whoever may change it', { tags: ['S2-6.14'] }, async () => {
    expect((await summary('net@world.test')).status).toBe(200)
    expect(await watch([RULE], 'net@world.test')).toBe(403)
    expect((await summary('stock@world.test')).status).toBe(403)
    for (const of of ['otherCustomer', 'msp']) expect((await summary('managed@world.test', overlay(of))).status, of).toBe(404)
    expect((await summary('diy@world.test')).status).toBe(404)
    expect((await summary('managed@world.test', '%00')).status).toBe(404)
  })

  describe('a dashboard of the service itself', () => {
    const dashboard = (of = overlay()): string => {
      const [first] = overlayOf({ oid: of, name: '' } as TenantNode).dashboards
      return first?.url ?? ''
    }
    /** The ticket that somebody is given; the status where there is none. */
    async function letIn(as: string, of = overlay()): Promise<string | number> {
      const headers = { authorization: `Bearer ${await service.token(as)}` }
      const answer = await service.app.inject({ method: 'POST', url: `/supervision/overlays/${of}/context`, headers })
      return answer.statusCode === 200 ? answer.json<{ data: [{ ticket: string }] }>().data[0].ticket : answer.statusCode
    }
    const show = (ticket: string, url = dashboard()) => service.app.inject({ url, query: { ticket } })

    it('shows the boxes and says that its telemetry is simulated, in the language that is asked for', { tags: ['D-6.3'] }, async () => {
      const ticket = String(await letIn('managed@world.test'))
      await watch([RULE])
      const page = await show(ticket)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('The telemetry on this page is simulated')
      expect(page.body).toMatch(/Example &lt;North&gt;/)
      expect(page.body).not.toMatch(/ style=|<script/)
      const german = await service.app.inject({ url: dashboard(), query: { ticket, lang: 'de' } })
      expect(german.body).toContain('Telemetrie auf dieser Seite ist simuliert')
    })

    it('is for the browser that was let in, in that overlay, as long as its person may', { tags: ['S2-6.15'] }, async () => {
      expect((await show('')).statusCode).toBe(404)
      expect(await letIn('stock@world.test')).toBe(403)
      expect(await letIn('managed@world.test', overlay('otherCustomer'))).toBe(404)
      const ticket = String(await letIn('diy@world.test', overlay('diy')))
      expect((await show(ticket, dashboard(overlay('diy')))).statusCode).toBe(200)
      expect((await show(ticket)).statusCode).toBe(404)
      expect((await show(ticket.replace(overlay('diy'), overlay()))).statusCode).toBe(404)
      expect((await show(ticket, dashboard(overlay('diy')).replace(/[^/]+\/$/, 'd9/'))).statusCode).toBe(404)
      await world.grant('gone@world.test', overlay(), 'viewer')
      const gone = String(await letIn('gone@world.test'))
      expect((await show(gone)).statusCode).toBe(200)
      await world.database.transaction(EVERYTHING, (queries) =>
        sql`delete from user_role where person_oid = (select oid from person where mail = 'gone@world.test')`.execute(queries),
      )
      expect([403, 404]).toContain((await show(gone)).statusCode)
    })
  })
})
