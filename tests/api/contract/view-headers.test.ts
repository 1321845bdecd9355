import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantNode } from '../../../server/policies/caller.ts'
import { BASE_PATHS } from '../../../server/plugins/config.ts'
import { overlayOf } from '../../../server/user-api/overlay.ts'
import type { OwnView } from '../../../server/views/own-view.ts'
import { ownViews } from '../../../server/views/views.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { plantBox } from '../../support/api/live-boxes.ts'
import { setFeatures } from '../../support/samples/sample-fixtures.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const ADMIN = 'managed@world.test'
/** The sandbox permissions of each view; a view that is not listed has none. */
const ALLOWED: Record<string, string> = {
  '/alerting-config/:sdc/': 'allow-scripts allow-forms',
  '/overlays/:overlay/home': 'allow-scripts allow-forms allow-modals',
}

describe('every built-in view', () => {
  let world: ApiWorld
  let service: WholeService
  let overlay = ''
  beforeAll(async () => {
    world = await apiWorld('postgres')
    service = await wholeService(world.database, { LOG_LEVEL: 'trace' })
    overlay = world.oid['managed'] ?? ''
    await setFeatures(world, overlay, { cloud_security: true })
    await world.grant(ADMIN, overlay, 'admin')
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  function addressOf({ base, path }: OwnView): string {
    const { sdcOid, dashboards } = overlayOf({ oid: overlay, name: '' } as TenantNode)
    const names: Record<string, string> = { ':overlay': overlay, ':sdc': sdcOid, ':dashboard': dashboards[0]?.oid ?? '' }
    return BASE_PATHS[base] + path.replaceAll(/:\w+/g, (name) => names[name] ?? '')
  }
  async function asAdmin(url: string, payload?: object): Promise<LightMyRequestResponse> {
    const headers = { authorization: `Bearer ${await service.token(ADMIN)}` }
    return service.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
  }
  const ticketFor = async ({ base }: OwnView): Promise<string> =>
    (await asAdmin(`${BASE_PATHS[base]}/overlays/${overlay}/context`)).json<{ data: [{ ticket: string }] }>().data[0].ticket

  /** Expects that the page has an opaque origin, can be framed by the console only, and sends no referrer. */
  function expectSandboxed({ headers }: LightMyRequestResponse, allowed: string): void {
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((part): [string, string] => {
          const [name = '', ...words] = part.trim().split(' ')
          return [name, words.join(' ')]
        }),
    )
    expect(policy.get('sandbox')).toBe(allowed)
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': allowed.includes('allow-scripts') ? expect.stringMatching(/^'nonce-[\w+/]{22}=='$/) : "'none'",
      'form-action': allowed.includes('allow-forms') ? "'self'" : "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
      'require-trusted-types-for': "'script'",
    })
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    // Browsers refuse a page that has both a sandbox and an opener policy.
    for (const name of ['set-cookie', 'access-control-allow-origin', 'cross-origin-opener-policy']) expect(headers).not.toHaveProperty(name)
  }

  it.each(ownViews.map((view) => ({ name: `${BASE_PATHS[view.base]}${view.path}`, view })))(
    '$name has an opaque origin, has only the permissions that it needs, and keeps its ticket out of the log',
    { tags: ['H-5.4'] },
    async ({ view }) => {
      const allowed = ALLOWED[view.path] ?? ''
      const ticket = await ticketFor(view)
      const page = await service.app.inject({ url: addressOf(view), query: { ticket } })
      expect(page.statusCode).toBe(200)
      expectSandboxed(page, allowed)
      expectSandboxed(await service.app.inject(addressOf(view)), allowed)
      expect(page.body.includes('<script')).toBe(allowed !== '')
      expect(page.body).not.toContain(ticket)
      const sent = await service.app.inject({
        method: 'POST',
        url: addressOf(view),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
        payload: 'ticket=x',
      })
      if (allowed.includes('allow-forms')) expectSandboxed(sent, allowed)
      else expect(sent.statusCode).toBe(405)
      const logged = service.log.filter((line) => line.includes(`${addressOf(view)}?`))
      expect(logged.length).toBeGreaterThan(0)
      expect(logged.join('')).not.toContain(ticket)
    },
  )

  it('loads only files that pages with an opaque origin may load', { tags: ['H-5.6'] }, async () => {
    for (const view of ownViews) {
      const page = await service.app.inject({ url: addressOf(view), query: { ticket: await ticketFor(view) } })
      const files = [...page.body.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, url]) => url ?? '')
      const style = await service.app.inject(files.find((url) => url.endsWith('.css')) ?? '')
      const [, typeface = ''] = /url\("?([^")]+\.woff2)/.exec(style.body) ?? []
      for (const url of [...files, typeface]) {
        const { statusCode, headers } = await service.app.inject(url)
        expect(statusCode, url).toBe(200)
        expect(headers).toMatchObject({ 'access-control-allow-origin': 'null', 'cross-origin-resource-policy': 'cross-origin' })
      }
    }
  })

  it('accepts only a ticket for its own base path, for a minute', { tags: ['H-5.5'] }, async () => {
    const [dashboard, report] = [ownViews[0], ownViews.at(-1)]
    if (!dashboard || !report) throw new Error('no views')
    const ticket = await ticketFor(dashboard)
    expect((await service.app.inject({ url: addressOf(report), query: { ticket } })).statusCode).toBe(404)
    const { now } = Date
    try {
      Date.now = () => now() + 61_000
      expect((await service.app.inject({ url: addressOf(dashboard), query: { ticket } })).statusCode).toBe(404)
    } finally {
      Date.now = now
    }
    expect((await service.app.inject({ url: addressOf(dashboard), query: { ticket } })).statusCode).toBe(200)
  })

  it('of live troubleshooting has an opaque origin, too, and gives its data only to its own script', { tags: ['H-5.4'] }, async () => {
    const opened = await asAdmin(`/livemon/v1/${overlay}/sessions`, { data: [{ edgeBoxId: await plantBox(world.database, overlay) }] })
    const view = `/livemon/v1/${overlay}/view/${opened.json<{ data: [{ oid: string }] }>().data[0].oid}/`
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const page = await service.app.inject({ url: view, headers: { cookie } })
    expect(page.statusCode).toBe(200)
    expectSandboxed(page, 'allow-scripts')
    expectSandboxed(await service.app.inject(view), 'allow-scripts')
    const token = /data-token="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const headers = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' }
    const data = await service.app.inject({ method: 'POST', url: `${view}data`, headers, payload: `token=${token}` })
    expect([data.statusCode, data.headers['access-control-allow-origin']]).toEqual([200, 'null'])
    expect(data.headers).not.toHaveProperty('access-control-allow-credentials')
    const bare = await service.app.inject({ method: 'POST', url: `${view}data`, headers: { ...headers, cookie } })
    expect(bare.statusCode).toBe(404)
    expect(service.log.join('')).not.toContain(token)
  })

  it('is the only resource that pages with an opaque origin may read', { tags: ['H-5.6'] }, async () => {
    for (const url of ['/', '/config.json', '/api/v1/profile', '/api/user/v2/info', '/oidc/token', '/openapi.json', '/docs/']) {
      const answer = await service.app.inject({ url, headers: { origin: 'null', authorization: `Bearer ${await service.token(ADMIN)}` } })
      expect(answer.headers, url).not.toHaveProperty('access-control-allow-origin')
    }
  })
})
