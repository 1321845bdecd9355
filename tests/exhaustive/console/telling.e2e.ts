import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const OWNER = 'owner@demo.test'
/** Administers a partner below. */
const OTHER = 'msp@demo.test'
/** The console asks four times a minute, the service once a second. */
const AT_MOST_MS = 20_000

const hooks: { headers: IncomingHttpHeaders; body: string }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    hooks.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
})
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
const hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`
afterAll(() => void receiver.close())

const service = demoService({ env: { WEBHOOK_NETWORKS: '127.0.0.1/32', WEBHOOK_HTTP: 'allow' } })

const json = (method: string, ...data: Rec[]): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data }),
})
const recordsOf = async (answer: Response): Promise<Rec[]> => ((await answer.json()) as { data: Rec[] }).data

describe('a subscription', () => {
  it('tells of a matching change by the bell of an open page, and by a signed webhook, which is sent again on request', async () => {
    const [me = {}] = await recordsOf(await service.call(OTHER, '/api/user/v2/info'))
    const customers = `/api/v1/customers?parentTenantOid=${String((me['tenant'] as Rec)['id'])}`
    const [customer = {}] = await recordsOf(await service.call(OTHER, `${customers}&size=1`))
    const wanted = {
      tenantOid: 'platform',
      name: 'That customer',
      entities: ['customer'],
      filter: `name=="${String(customer['name'])}"`,
      webhookUrl: hookUrl,
    }
    const made = await service.call(OWNER, '/api/v1/subscriptions?tenantOid=platform', json('POST', wanted))
    const [subscription = {}] = await recordsOf(made)
    const secret = await recordsOf(
      await service.call(OWNER, `/api/v1/subscriptions/${String(subscription['oid'])}/secret`, { method: 'POST' }),
    )
    const { page, complaints } = await visitAs(OWNER, `${service.origin}${tenantRoot('platform')}/admin/subscriptions`)
    const bell = (unread: RegExp) => page.getByRole('button', { name: unread })
    await bell(/^Notifications$/).waitFor()
    await page.getByRole('gridcell', { name: 'That customer', exact: true }).waitFor()

    const change = { oid: customer['oid'], revision: customer['revision'], contactName: 'Somebody else' }
    expect((await service.call(OTHER, customers, json('PUT', change))).status).toBe(200)
    await bell(/one unread/).waitFor({ timeout: AT_MOST_MS })

    await expect.poll(() => hooks.length, { timeout: AT_MOST_MS }).toBe(1)
    expect(JSON.parse(hooks[0]?.body ?? '')).toMatchObject({ data: { items: [{ entity: 'customer', changed: ['contactName'] }] } })
    expect(isSigned(hooks[0], String(secret[0]?.['secret']))).toBe(true)

    await page
      .getByRole('row', { name: /That customer/ })
      .getByRole('button', { name: text('list.row.actions', { name: 'That customer' }) })
      .click()
    await page.getByRole('menuitem', { name: text('list.row.deliveries') }).click()
    const log = page.getByRole('dialog', { name: text('palette.deliveries.title', { name: 'That customer' }) })
    await log
      .getByRole('row', { name: /Webhook/ })
      .getByRole('button', { name: text('palette.deliveries.again') })
      .click()
    await expect.poll(() => hooks.length, { timeout: AT_MOST_MS }).toBe(2)
    expect(hooks[1]?.headers['webhook-id']).toBe(hooks[0]?.headers['webhook-id'])
    expect(isSigned(hooks[1], String(secret[0]?.['secret']))).toBe(true)
    await page.keyboard.press('Escape')

    await bell(/one unread/).click()
    await page.getByRole('link', { name: new RegExp(String(customer['name'])) }).click()
    await page.waitForURL((url) => url.pathname.endsWith(`/consult/${String(customer['oid'])}`))
    await page.getByRole('heading', { name: String(customer['name']) }).waitFor()
    await bell(/^Notifications$/).waitFor()
    expect(complaints).toEqual([])
  })
})

/** As Standard Webhooks says. */
function isSigned(call: { headers: IncomingHttpHeaders; body: string } | undefined, secret: string): boolean {
  if (call === undefined) return false
  const { headers, body } = call
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
