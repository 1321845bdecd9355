import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../schemas/plan.ts'
import type { TenantNode } from '../../../server/policies/caller.ts'
import { BASE_PATHS } from '../../../server/plugins/config.ts'
import { overlayOf } from '../../../server/user-api/overlay.ts'
import type { OwnView } from '../../../server/views/own-view.ts'
import { ownViews } from '../../../server/views/views.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { plantApplication, plantBox, plantRecord } from '../../support/api/live-boxes.ts'
import { untranslatedLines } from '../../support/browser/strange-lines.ts'
import { setFeatures } from '../../support/samples/sample-fixtures.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const ADMIN = 'managed@world.test'
const named = ownViews.map((view) => ({ name: `${BASE_PATHS[view.base]}${view.path}`, view }))

/** All texts of a page, visible or for assistive technology. */
const linesIn = (page: string): string[] =>
  [...page.matchAll(/>([^<]+)<| (?:aria-label|title|placeholder)="([^"]+)"/g)]
    .map(([, visible, label]) => (visible ?? label ?? '').trim())
    .filter((line) => line !== '')

describe.each(places)('the built-in views on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  beforeAll(async () => {
    world = await apiWorld(place)
    service = await wholeService(world.database)
    await plantBox(world.database, overlay())
    const app = await plantApplication(world.database, { name: 'Mail <&> more' })
    await plantRecord(world.database, {
      table: 'application-set',
      overlayOid: overlay(),
      data: { name: 'Office "<i>"', priority: 1, type: 'saas', saasApps: [{ id: 'a', app }] },
    })
    await plantRecord(world.database, { table: 'firewall-vpn-zone', overlayOid: overlay(), data: { name: 'Branches', priority: 1 } })
    for (const name of ['managed', 'diy']) await setFeatures(world, overlay(name), { cloud_security: true })
    await world.grant(ADMIN, overlay(), 'admin')
    await world.grant('diy@world.test', overlay('diy'), 'sa')
    await world.grant('net@world.test', overlay(), 'network_manager')
    await world.grant('apps@world.test', overlay(), 'application_manager')
    await world.grant('looks@world.test', overlay(), 'viewer')
    await world.grant('stock@world.test', world.oid['msp'] ?? '', 'inventory_manager')
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })
  const overlay = (name = 'managed'): string => world.oid[name] ?? ''

  function addressOf({ base, path }: Pick<OwnView, 'base' | 'path'>, overlayOid = overlay()): string {
    const { sdcOid, dashboards } = overlayOf({ oid: overlayOid, name: '' } as TenantNode)
    const names: Record<string, string> = { ':overlay': overlayOid, ':sdc': sdcOid, ':dashboard': dashboards[0]?.oid ?? '' }
    return BASE_PATHS[base] + path.replaceAll(/:\w+/g, (name) => names[name] ?? '')
  }
  /** Requests a ticket; returns the HTTP status if it is refused. */
  async function requestTicket(as: string, { base }: Pick<OwnView, 'base'>, overlayOid = overlay()): Promise<string | number> {
    const headers = { authorization: `Bearer ${await service.token(as)}` }
    const answer = await service.app.inject({ method: 'POST', url: `${BASE_PATHS[base]}/overlays/${overlayOid}/context`, headers })
    expect(answer.headers['set-cookie']).toBeUndefined()
    return answer.statusCode === 200 ? answer.json<{ data: [{ ticket: string }] }>().data[0].ticket : answer.statusCode
  }
  const get = (url: string, ticket: string | number): Promise<LightMyRequestResponse> =>
    service.app.inject({ url: `${url}${url.includes('?') ? '&' : '?'}ticket=${ticket}` })
  /** The HTTP status of a view for a person. */
  const statusFor = async (as: string, view: OwnView): Promise<number> =>
    (await get(addressOf(view), await requestTicket(as, view))).statusCode

  it.each(named)(
    '$name is a page in each language, without inline scripts or styles, and escapes the values of records',
    { tags: ['S2-2.7', 'D-6.1'] },
    async ({ view }) => {
      const ticket = await requestTicket(ADMIN, view)
      for (const language of ['en', 'fr', 'de', 'es']) {
        const page = await get(`${addressOf(view)}?lang=${language}&look=dark&zone=Europe/Paris`, ticket)
        expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        expect(page.body).toContain(`<html lang="${language}" data-look="dark">`)
        expect(page.body).not.toMatch(/ style=|<script>|<i>|<&>|<North>|undefined|NaN|\{\{/)
        expect(untranslatedLines(linesIn(page.body), language)).toEqual([])
        expect(page.headers['cache-control']).toBe('no-store')
      }
      const bare = await get(`${addressOf(view)}?look=%22%3E&zone=Nowhere&lang=xx`, ticket)
      expect(bare.body).toContain('<html lang="en">')
      const assets = [...bare.body.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, url]) => url ?? '')
      expect(assets.length).toBeGreaterThan(0)
      for (const url of assets) expect((await service.app.inject({ url })).statusCode, url).toBe(200)
    },
  )

  it.each(named)('$name opens only with a ticket of its overlay, for a person with the right to it', async ({ view }) => {
    const closed = await get(addressOf(view), '')
    expect([closed.statusCode, closed.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(closed.body).toContain('This view is closed')
    expect(await requestTicket('stock@world.test', view)).toBe(403)
    for (const tenant of ['otherCustomer', 'msp']) expect(await requestTicket(ADMIN, view, overlay(tenant)), tenant).toBe(404)
    const ticket = String(await requestTicket('diy@world.test', view, overlay('diy')))
    expect((await get(addressOf(view, overlay('diy')), ticket)).statusCode).toBe(200)
    expect((await get(addressOf(view), ticket)).statusCode).toBe(404)
    expect((await get(addressOf(view), ticket.replace(overlay('diy'), overlay()))).statusCode).toBe(404)
    expect((await service.app.inject({ url: addressOf(view, overlay('diy')), headers: { cookie: `ticket=${ticket}` } })).statusCode).toBe(
      404,
    )
    const mayRead = (await world.caller('looks@world.test')).rightsOn(await nodeOf()).has(view.right.resource, view.right.operation)
    const refused = typeof (await requestTicket('looks@world.test', view)) === 'string' ? 403 : 404
    expect(await statusFor('looks@world.test', view)).toBe(mayRead ? 200 : refused)
  })

  async function nodeOf(): Promise<TenantNode> {
    const [membership] = (await world.caller('looks@world.test')).memberships
    if (!membership) throw new Error('the viewer has no role')
    return membership.tenant
  }

  it('have separate rights for applications, dashboards and alert rules', { tags: ['S2-6.11'] }, async () => {
    const statuses = async (as: string): Promise<number[]> => {
      const found: number[] = []
      for (const view of ownViews) found.push(await statusFor(as, view))
      return found
    }
    // Dashboard, rules, then monitoring and both configurations, portal, report.
    expect(await statuses('net@world.test')).toEqual([200, 403, 404, 404, 404, 200, 404])
    expect(await statuses('apps@world.test')).toEqual([404, 404, 200, 200, 200, 404, 404])
  })

  it('show application sets with their applications, and their policies only to those who may read policies', async () => {
    const view = ownViews.find(({ path }) => path.endsWith('/configuration/'))
    if (!view) throw new Error('no such view')
    const page = await get(addressOf(view), await requestTicket(ADMIN, view))
    expect(page.body).toContain('Office &quot;&lt;i&gt;&quot;')
    expect(page.body).toContain('Mail &lt;&amp;&gt; more')
    expect(page.body).toContain('Deny: 1')
    const other = await get(addressOf(view), await requestTicket('apps@world.test', view))
    expect(other.body).toContain('Office &quot;&lt;i&gt;&quot;')
    expect(other.body).not.toContain('Deny: 1')
  })

  it(
    'show the boxes, regions and policies of the cloud security service, only with the right to change boxes and the feature',
    { tags: ['S2-2.86', 'S2-6.10'] },
    async () => {
      const view = ownViews.find(({ base }) => base === 'cloudSecurity')
      if (!view) throw new Error('no such view')
      const region = await plantRecord(world.database, {
        table: 'cloud-security-region',
        overlayOid: overlay(),
        data: { name: 'Frankfurt <am Main>' },
      })
      const site = await plantRecord(world.database, {
        table: 'site',
        overlayOid: overlay(),
        data: { name: 'Pier', cloudGuardRegionId: region },
      })
      const access = { upBandwidth: 20_000, downBandwidth: 100_000 }
      const wans = {
        wan1: { state: 'enabled', cloudSecurityEnabled: true, access },
        wan2: { state: 'disabled', cloudSecurityEnabled: true },
      }
      await plantBox(world.database, overlay(), { name: 'Inspected', site, wans })
      const connection = {
        enabled: true,
        clientID: 'northwind-edge',
        fqdns: ['a.example', 'b.example'],
        fqdnsSyncedAt: '2026-01-05T10:00:00Z',
      }
      await plantRecord(world.database, { table: 'cloud-security-settings', overlayOid: overlay(), data: connection })
      const { body } = await get(addressOf(view), await requestTicket(ADMIN, view))
      for (const said of ['Frankfurt &lt;am Main&gt;', 'Inspected', 'WAN1', 'northwind-edge', '1 / 2']) expect(body).toContain(said)
      expect(body).not.toMatch(/WAN1, WAN2/)
      // A network manager may change boxes but not read the settings.
      const other = await get(addressOf(view), await requestTicket('net@world.test', view))
      expect([other.statusCode, other.body.includes('northwind-edge')]).toEqual([200, false])
      expect(await requestTicket('looks@world.test', view)).toBe(403)
      const ticket = await requestTicket(ADMIN, view)
      await setFeatures(world, overlay(), { cloud_security: false })
      expect(await requestTicket(ADMIN, view)).toBe(403)
      expect((await get(addressOf(view), ticket)).statusCode).toBe(403)
      await setFeatures(world, overlay(), { cloud_security: true })
    },
  )

  const ticketIn = (page: string): string => /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? ''
  function sendForm(url: string, form: Record<string, string>): Promise<LightMyRequestResponse> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return service.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() })
  }

  it('report on the requested period, in the time zone of the reader', { tags: ['S2-2.9'] }, async () => {
    const view = ownViews.find(({ base }) => base === 'reporting')
    if (!view) throw new Error('no such view')
    const ticket = await requestTicket(ADMIN, view)
    const page = await get(`${addressOf(view)}?period=days30&zone=Asia/Tokyo`, ticket)
    expect(page.body).toContain('aria-pressed="true">Last 30 days')
    expect(page.body).toContain('(Asia/Tokyo)')
    expect(page.body).toMatch(/data-print hidden/)
    expect((await get(`${addressOf(view)}?period=years`, ticket)).body).toContain('aria-pressed="true">Last 24 hours')
    const other = await sendForm(addressOf(view), { ticket: ticketIn(page.body), period: 'days7' })
    expect(other.body).toContain('aria-pressed="true">Last seven days')
  })

  describe('the alert configurator', () => {
    const view = { base: 'supervision', path: '/alerting-config/:sdc/' } as const
    const revisionIn = (page: string): string => /name="revision" value="([^"]+)"/.exec(page)?.[1] ?? ''

    /** Opens the page; returns the hidden values of its form. */
    async function openForm(as = ADMIN, overlayOid = overlay()): Promise<{ ticket: string; revision: string; body: string }> {
      const { body } = await get(addressOf(view, overlayOid), await requestTicket(as, view, overlayOid))
      return { ticket: ticketIn(body), revision: revisionIn(body), body }
    }
    const send = (form: Record<string, string>, query = ''): Promise<LightMyRequestResponse> => sendForm(addressOf(view) + query, form)
    const rule = (index: number, overrides: Record<string, string> = {}): Record<string, string> =>
      Object.fromEntries(
        Object.entries({ id: '', name: 'Slow', metric: 'latency', threshold: '5', severity: 'info', enabled: 'on', ...overrides }).map(
          ([name, value]) => [`rules.${index}.${name}`, value],
        ),
      )
    const storedRules = async (): Promise<unknown> =>
      (await world.call('GET', `/api/v1/alertSettings/${overlay()}`)).body.data[0]?.['rules']

    it('stores the rules, with the person in the journal, and confirms it', { tags: ['S2-2.8', 'S2-2.61'] }, async () => {
      const { ticket, revision } = await openForm()
      const form = { ticket, revision, count: '2', do: 'save', ...rule(0), ...rule(1, { name: 'Lossy <b>', metric: 'loss', enabled: '' }) }
      const answer = await send(form, '?lang=de&look=dark')
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        expect.stringMatching(/^\?lang=de&zone=UTC&look=dark&saved=1&ticket=[^&]+$/),
      ])
      expect(await storedRules()).toMatchObject([
        { name: 'Slow', metric: 'latency', threshold: 5, severity: 'info', enabled: true },
        { name: 'Lossy <b>', metric: 'loss', enabled: false },
      ])
      const page = await service.app.inject({ url: `${addressOf(view)}${String(answer.headers.location)}` })
      expect(page.body).toContain('Die Regeln sind gespeichert und gelten ab sofort.')
      expect(page.body).toContain('value="Lossy &lt;b&gt;"')
      const { body } = await world.call('GET', `/journal/api/v1/journal/entries/${overlay()}/AlertSettings`)
      const [entry] = body.data as unknown as JournalEntry[]
      expect(entry).toMatchObject({ eventType: 'update', principal: { name: 'managed' } })
    })

    it('keeps the input and shows an error at each invalid field, in the language of the reader', async () => {
      const before = await storedRules()
      const { ticket, revision } = await openForm()
      const form = {
        ticket,
        revision,
        count: '3',
        do: 'save',
        ...rule(0, { name: '', threshold: '0' }),
        ...rule(1, { name: '<img src=x>', threshold: 'many' }),
        ...rule(2, { name: 'x'.repeat(51), metric: 'none', threshold: '' }),
      }
      const { statusCode, body } = await send(form, '?lang=fr')
      expect(statusCode).toBe(400)
      expect(body).toContain('value="&lt;img src=x&gt;"')
      expect(body).toContain('value="many"')
      const wrong = [...body.matchAll(/name="(rules\.\d\.\w+)"[^>]*aria-invalid="true"\s+aria-describedby="([^"]+)"/g)]
      expect(wrong.map(([, name]) => name)).toEqual([
        'rules.0.name',
        'rules.0.threshold',
        'rules.1.threshold',
        'rules.2.name',
        'rules.2.metric',
        'rules.2.threshold',
      ])
      expect([...body.matchAll(/name="([^"]+)"[^>]*\sdata-focus/g)].map(([, name]) => name)).toEqual(['rules.0.name'])
      for (const [, , id] of wrong) expect(body).toContain(`id="${id}"`)
      expect(body).toContain('Ce champ est obligatoire.')
      expect(await storedRules()).toEqual(before)
    })

    it('adds and removes rules without storing anything', async () => {
      const before = await storedRules()
      const { ticket, revision } = await openForm()
      const form = { ticket, revision, count: '2', ...rule(0, { name: 'One' }), ...rule(1, { name: 'Two' }) }
      const added = await send({ ...form, do: 'add' })
      expect(added.body).toMatch(/name="count" value="3"/)
      expect(added.body).toMatch(/name="rules\.2\.name"[^>]*data-focus/)
      const removed = await send({ ...form, do: 'remove.0' })
      expect(removed.body).toMatch(/name="count" value="1"/)
      expect(removed.body).toMatch(/name="rules\.0\.name"[^>]*value="Two"/)
      expect(await storedRules()).toEqual(before)
    })

    it('reports a concurrent change, and overwrites it only when saved again', async () => {
      const mine = await openForm()
      const theirs = await openForm()
      const save = { count: '1', do: 'save' }
      expect((await send({ ...theirs, ...save, ...rule(0, { name: 'Theirs' }) })).statusCode).toBe(303)
      const late = await send({ ...mine, ...save, ...rule(0, { name: 'Mine' }) })
      expect(late.statusCode).toBe(409)
      expect(late.body).toContain('Somebody else has changed the rules in the meantime.')
      expect(late.body).toContain('value="Mine"')
      expect(await storedRules()).toMatchObject([{ name: 'Theirs' }])
      const again = { ...mine, revision: revisionIn(late.body), ...save, ...rule(0, { name: 'Mine' }) }
      expect((await send(again)).statusCode).toBe(303)
      expect(await storedRules()).toMatchObject([{ name: 'Mine' }])
    })

    it('accepts only forms of its own page, from a person who may change the rules', { tags: ['S2-6.12', 'H-5.5'] }, async () => {
      const before = await storedRules()
      const { ticket, revision } = await openForm()
      const form = { revision, count: '1', do: 'save', ...rule(0, { name: 'Forged' }) }
      const foreign = await openForm('diy@world.test', overlay('diy'))
      // Tickets for addresses and tickets for forms are not interchangeable: an address may end up in a log.
      const forAddress = String(await requestTicket(ADMIN, view))
      for (const forged of ['', 'x', foreign.ticket, ticket.slice(1), forAddress])
        expect((await send({ ...form, ticket: forged })).statusCode).toBe(404)
      expect((await get(addressOf(view), ticket)).statusCode).toBe(404)
      expect((await send(form, `?ticket=${ticket}`)).statusCode).toBe(404)
      const viewerPage = await get(addressOf(view), await requestTicket('looks@world.test', view))
      expect([viewerPage.statusCode, ticketIn(viewerPage.body)]).toEqual([403, ''])
      const json = { method: 'POST', url: addressOf(view), payload: { ...form, ticket } } as const
      expect((await service.app.inject(json)).statusCode).toBe(415)
      expect(await storedRules()).toEqual(before)
      const tolerated = await send({ ticket, revision, count: '999999999', do: 'remove.999', 'rules.x': '1' })
      expect(tolerated.statusCode).toBe(200)
    })
  })
})
