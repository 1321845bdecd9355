import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertSummary } from '../../../schemas/supervision.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
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

  async function summary(as = 'managed@world.test', overlayOid = overlay()): Promise<{ status: number; body: AlertSummary }> {
    const url = `/supervision/alerting-config/${overlayOid}/api/v1/alertSummary`
    const answer = await service.app.inject({ url, headers: { authorization: `Bearer ${await service.token(as)}` } })
    return { status: answer.statusCode, body: answer.json() }
  }
  /** Stores alert rules; returns the HTTP status. */
  async function storeRules(rules: Rec[], as = 'managed@world.test'): Promise<number> {
    const [stored] = (await world.call('GET', `/api/v1/alertSettings/${overlay()}`)).body.data
    const data = [{ oid: overlay(), revision: stored?.['revision'], rules }]
    return (await world.call('PUT', '/api/v1/alertSettings', { as, body: { data } })).status
  }

  it('are counted per severity from the stored rules whose threshold is exceeded', { tags: ['S2-7.48'] }, async () => {
    expect(await storeRules([RULE, { ...RULE, name: 'Slower', severity: 'critical', threshold: 10_000 }])).toBe(200)
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

  it('are listed most severe first, for enabled rules only', async () => {
    await storeRules([
      { ...RULE, severity: 'info' },
      { ...RULE, name: 'Off', enabled: false },
      { ...RULE, name: 'Worse', severity: 'critical' },
    ])
    const { body } = await summary()
    expect(body.data.map(({ count }) => count)).toEqual([1, 0, 1])
    expect(body.meta?.alerts.map(({ rule }) => rule)).toEqual(['Worse', 'Slow'])
    await storeRules([])
    expect((await summary()).body.data.map(({ count }) => count)).toEqual([0, 0, 0])
  })

  it('require the right to read supervision; their rules require the right to change it', { tags: ['S2-6.14'] }, async () => {
    expect((await summary('net@world.test')).status).toBe(200)
    expect(await storeRules([RULE], 'net@world.test')).toBe(403)
    expect((await summary('stock@world.test')).status).toBe(403)
    for (const tenant of ['otherCustomer', 'msp']) expect((await summary('managed@world.test', overlay(tenant))).status, tenant).toBe(404)
    expect((await summary('diy@world.test')).status).toBe(404)
    expect((await summary('managed@world.test', '%00')).status).toBe(404)
  })

  describe('the built-in dashboard', () => {
    const dashboard = (overlayOid = overlay()): string => {
      const [first] = overlayOf({ oid: overlayOid, name: '' } as TenantNode).dashboards
      return first?.url ?? ''
    }
    /** Requests a ticket; returns the HTTP status if it is refused. */
    async function requestTicket(as: string, overlayOid = overlay()): Promise<string | number> {
      const headers = { authorization: `Bearer ${await service.token(as)}` }
      const answer = await service.app.inject({ method: 'POST', url: `/supervision/overlays/${overlayOid}/context`, headers })
      return answer.statusCode === 200 ? answer.json<{ data: [{ ticket: string }] }>().data[0].ticket : answer.statusCode
    }
    const show = (ticket: string, url = dashboard()) => service.app.inject({ url, query: { ticket } })

    it('shows the edge boxes and labels its telemetry as simulated, in the requested language', { tags: ['D-6.3'] }, async () => {
      const ticket = String(await requestTicket('managed@world.test'))
      await storeRules([RULE])
      const page = await show(ticket)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('The telemetry on this page is simulated')
      expect(page.body).toMatch(/Example &lt;North&gt;/)
      expect(page.body).not.toMatch(/ style=|<script/)
      const german = await service.app.inject({ url: dashboard(), query: { ticket, lang: 'de' } })
      expect(german.body).toContain('Telemetrie auf dieser Seite ist simuliert')
    })

    it('opens only with a ticket of its overlay, and only while the person has the right', { tags: ['S2-6.15'] }, async () => {
      expect((await show('')).statusCode).toBe(404)
      expect(await requestTicket('stock@world.test')).toBe(403)
      expect(await requestTicket('managed@world.test', overlay('otherCustomer'))).toBe(404)
      const ticket = String(await requestTicket('diy@world.test', overlay('diy')))
      expect((await show(ticket, dashboard(overlay('diy')))).statusCode).toBe(200)
      expect((await show(ticket)).statusCode).toBe(404)
      expect((await show(ticket.replace(overlay('diy'), overlay()))).statusCode).toBe(404)
      expect((await show(ticket, dashboard(overlay('diy')).replace(/[^/]+\/$/, 'd9/'))).statusCode).toBe(404)
      await world.grant('gone@world.test', overlay(), 'viewer')
      const formerTicket = String(await requestTicket('gone@world.test'))
      expect((await show(formerTicket)).statusCode).toBe(200)
      // Another role in the overlay without the right, then none.
      await world.grant('gone@world.test', overlay(), 'application_manager')
      expect((await show(formerTicket)).statusCode).toBe(403)
      await world.revoke('gone@world.test')
      expect([403, 404]).toContain((await show(formerTicket)).statusCode)
    })
  })
})
