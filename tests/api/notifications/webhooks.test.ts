import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Delivery } from '../../../schemas/subscriptions.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { asService } from '../../../server/db/database.ts'
import { sendWebhooks } from '../../../server/notifications/send-webhooks.ts'
import { setWebhookPolicy } from '../../../server/notifications/webhook-policy.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { bellOf, subscribe, tellAll } from '../../support/api/notifications.ts'

interface Call {
  headers: IncomingHttpHeaders
  body: string
}

describe.each(places)('webhooks, on %s', (place) => {
  let world: ApiWorld
  let receiver: Server
  let url = ''
  let status = 204
  const calls: Call[] = []
  beforeAll(async () => {
    world = await apiWorld(place)
    setWebhookPolicy(world.database, { isHttpAllowed: true, networks: ['127.0.0.1'] })
    receiver = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        calls.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`
  })
  afterAll(async () => {
    receiver.close()
    await world.dispose()
  })
  afterEach(() => {
    calls.length = 0
    status = 204
  })

  const owner = 'msp@world.test'
  const run = (statement: ReturnType<typeof sql>): Promise<unknown> => asService(world.database, (queries) => statement.execute(queries))
  const send = async (): Promise<void> => {
    await run(sql`update delivery set due_at = now() where state = 'waiting'`)
    await sendWebhooks({ database: world.database })
  }
  const made = async (wanted: Rec = {}): Promise<Rec> => {
    const { body } = await subscribe(world, owner, {
      tenantOid: world.oid['msp'],
      name: 'Hook',
      entities: ['customer'],
      bell: false,
      webhookUrl: url,
      ...wanted,
    })
    return body.data[0] ?? {}
  }
  const touch = async (): Promise<void> => {
    const { body } = await world.call('GET', `/api/v1/customers/${world.oid['managed']!}`)
    const change = {
      oid: world.oid['managed'],
      revision: body.data[0]?.['revision'],
      contactName: `Contact ${String(body.data[0]?.['revision'])}`,
    }
    await world.call('PUT', `/api/v1/customers?parentTenantOid=${world.oid['msp']!}`, { as: owner, body: { data: [change] } })
    await tellAll(world)
  }
  const secretOf = async (oid: unknown, as = owner) => world.call('POST', `/api/v1/subscriptions/${String(oid)}/secret`, { as })
  const logOf = async (oid: unknown): Promise<Delivery[]> =>
    (await world.call('GET', `/api/v1/subscriptions/${String(oid)}/deliveries`, { as: owner })).body.data as unknown as Delivery[]
  const gone = (oid: unknown): Promise<unknown> => run(sql`delete from watch where oid = ${String(oid)}`)
  const isSigned = ({ headers, body }: Call, secret: string): boolean => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const expected = createHmac('sha256', key)
      .update(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`)
      .digest()
    return String(headers['webhook-signature'])
      .split(' ')
      .some((one) => timingSafeEqual(Buffer.from(one.slice('v1,'.length), 'base64'), expected))
  }

  it('are signed with a secret that is shown once, and carry what their owner may read', async () => {
    const { oid } = await made()
    const { body } = await secretOf(oid)
    const secret = String(body.data[0]?.['secret'])
    await touch()
    await send()
    const [call] = calls
    expect(JSON.parse(call!.body)).toMatchObject({
      type: 'records.changes',
      data: { total: 1, items: [{ entity: 'customer', action: 'update', changed: ['contactName'], record: { name: 'managed' } }] },
    })
    expect(isSigned(call!, secret)).toBe(true)
    expect(await logOf(oid)).toMatchObject([{ state: 'delivered', attempts: [{ status: 204 }] }])
    // The next secret signs as well, and the former one for a day.
    const next = String((await secretOf(oid)).body.data[0]?.['secret'])
    await touch()
    await send()
    expect([secret, next].map((one) => isSigned(calls[1]!, one))).toEqual([true, true])
    expect((await world.call('GET', `/api/v1/subscriptions/${String(oid)}`, { as: owner })).body.data[0]).toMatchObject({
      webhookState: 'working',
    })
    await gone(oid)
  })

  it('are tried again with the same identifier, and sent once more when somebody asks', async () => {
    const { oid } = await made()
    status = 500
    await touch()
    await send()
    status = 204
    await send()
    const [{ oid: delivery, attempts } = { oid: '', attempts: [] }] = await logOf(oid)
    expect(attempts).toMatchObject([{ status: 500, error: 'The receiver answered with 500.' }, { status: 204 }])
    expect((await world.call('POST', `/api/v1/subscriptions/${String(oid)}/deliveries/${delivery}/redeliver`, { as: owner })).status).toBe(
      202,
    )
    await send()
    expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery]))
    expect(calls).toHaveLength(3)
    const foreign = await world.call('POST', `/api/v1/subscriptions/${String(oid)}/deliveries/${delivery}/redeliver`, {
      as: 'otherMsp@world.test',
    })
    expect(foreign.status).toBe(404)
    await gone(oid)
  })

  it('are given up when nobody has answered for days, which their owner is told, until a test succeeds', async () => {
    const { oid } = await made()
    status = 503
    await touch()
    await send()
    await run(sql`update watch set failing_since = now() - interval '4 days' where oid = ${String(oid)}`)
    await send()
    expect((await bellOf(world, owner)).data[0]).toMatchObject({ kind: 'stopped', title: 'Hook' })
    await touch()
    status = 204
    calls.length = 0
    await send()
    expect(calls).toEqual([])
    expect((await world.call('POST', `/api/v1/subscriptions/${String(oid)}/test`, { as: owner })).status).toBe(202)
    await send()
    expect(calls.map(({ body }) => (JSON.parse(body) as Rec)['type'])).toEqual(['records.test'])
    await touch()
    await send()
    expect(calls).toHaveLength(2)
    await gone(oid)
  })

  it('carry nothing any more once their owner has lost the role, not even when they are tried again', async () => {
    await world.grant('hooked@world.test', world.oid['msp']!, 'admin')
    const { body } = await subscribe(world, 'hooked@world.test', {
      tenantOid: world.oid['msp'],
      name: 'H',
      entities: ['customer'],
      bell: false,
      webhookUrl: url,
    })
    status = 500
    await touch()
    await send()
    expect(calls).toHaveLength(1)
    await world.revoke('hooked@world.test')
    await send()
    await touch()
    await send()
    expect(calls).toHaveLength(1)
    await gone(body.data[0]?.['oid'])
  })

  it('lead to no private address but those that are allowed', async () => {
    for (const [address, key] of [
      ['http://127.0.0.2/', 'privateAddress'],
      ['http://[::1]/', 'privateAddress'],
      ['http://169.254.169.254/', 'privateAddress'],
      ['gopher://example.org/', 'url'],
    ]) {
      const { status: answered, body } = await subscribe(world, owner, {
        tenantOid: world.oid['msp'],
        name: 'No',
        entities: ['customer'],
        webhookUrl: address,
      })
      expect({ answered, errors: body.errors }).toMatchObject({
        answered: 400,
        errors: [{ pointer: '/data/0/webhookUrl', key: `subscription.because.${key!}` }],
      })
    }
  })

  it('are changed and tried by their owner alone, for they carry what the owner may read', async () => {
    const { oid, revision } = await made()
    await world.grant('second@world.test', world.oid['msp']!, 'admin')
    const list = `/api/v1/subscriptions?tenantOid=${world.oid['msp']!}`
    const changed = await world.call('PUT', list, {
      as: 'second@world.test',
      body: { data: [{ oid, revision, webhookUrl: `${url}/mine` }] },
    })
    expect(changed.body.errors).toMatchObject([{ pointer: '/data/0/webhookUrl', key: 'subscription.because.webhookOwner' }])
    const widened = await world.call('PUT', list, {
      as: 'second@world.test',
      body: { data: [{ oid, revision, entities: ['customer', 'license'] }] },
    })
    expect(widened.body.errors).toMatchObject([{ pointer: '/data/0/entities', key: 'subscription.because.webhookOwner' }])
    expect((await secretOf(oid, 'second@world.test')).status).toBe(403)
    expect((await world.call('PUT', list, { as: 'second@world.test', body: { data: [{ oid, revision, state: 'paused' }] } })).status).toBe(
      200,
    )
    await gone(oid)
  })
})
