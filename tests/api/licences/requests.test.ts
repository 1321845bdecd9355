import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { stockAppliance } from '../../support/browser/devices.ts'

const ASKER = 'asker@world.test'
const REQUESTS = '/api/v1/requests'
const CUSTOMERS = '/api/v1/customers'

describe.each(places)('requests on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
    await world.grant(ASKER, world.oid['msp'] ?? '', 'domain_manager')
    await world.grant('vadasker@world.test', world.oid['vad'] ?? '', 'domain_manager')
    await world.grant('decider@world.test', 'platform', 'domain_manager')
  })
  afterAll(() => world.dispose())

  const newCustomer = (name: string, others: Rec = {}): Rec => ({
    parentOid: world.oid['msp'],
    name,
    type: 'diy_customer',
    apoDomain: 'apo.example',
    contactName: 'Ann Asker',
    contactEmail: `${name.toLowerCase()}@asked.test`,
    ...others,
  })
  /** Sends records; without `as`, the caller is the platform owner. */
  const send = (...[method, route, data, as]: [string, string, Rec[], string?]): Promise<Answer> =>
    world.call(method, route, { body: { data }, ...(as !== undefined && { as }) })
  const requestCustomer = async (name: string, others?: Rec): Promise<Rec> => {
    const { status, body } = await send('POST', CUSTOMERS, [newCustomer(name, others)], ASKER)
    expect([status, body.errors]).toEqual([202, undefined])
    return body.data[0] ?? {}
  }
  const setStatus = ({ oid, revision }: Rec, status: string, as?: string): Promise<Answer> =>
    send('PATCH', REQUESTS, [{ oid, revision, status }], as)
  const readOne = async (route: string, oid: unknown, as?: string): Promise<Answer> =>
    world.call('GET', `${route}/${String(oid)}`, { ...(as !== undefined && { as }) })
  const customersNamed = async (name: string): Promise<Rec[]> => (await world.call('GET', `${CUSTOMERS}?filter=name=="${name}"`)).body.data
  const journal = async (theme: string): Promise<[unknown, unknown][]> =>
    (await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/${theme}?limit=1000`)).body.data.map((entry) => [
      entry['eventType'],
      (entry['subject'] as Rec)['name'],
    ])

  it(
    'are raised instead of a customer if the caller may not create one directly, and create it when resolved',
    { tags: ['S0-4.4', 'D-4.3'] },
    async () => {
      const request = await requestCustomer('Asked')
      expect(request).toMatchObject({
        raised: 'request',
        type: 'create_customer',
        status: 'open',
        details: 'Asked',
        srcTenantOid: world.oid['msp'],
        srcTenantName: 'msp',
        dstTenantOid: 'platform',
        customer: { name: 'Asked', type: 'diy_customer', apoDomain: 'apo.example', contactName: 'Ann Asker', createAdmin: true },
      })
      expect(await customersNamed('Asked')).toEqual([])
      const listed = await world.call('GET', `${REQUESTS}?tenantOid=${world.oid['msp']}`, { as: ASKER })
      expect(listed.body.meta.counts).toMatchObject({ open: 1, active: 0, resolved: 0, cancelled: 0 })
      const active = await setStatus(request, 'active')
      expect(active).toMatchObject({ status: 200, body: { data: [{ status: 'active', revision: 2 }] } })
      expect((await setStatus(active.body.data[0] ?? {}, 'resolved')).status).toBe(200)
      expect(await customersNamed('Asked')).toMatchObject([
        { parentOid: world.oid['msp'], apoDomain: 'apo.example', contactName: 'Ann Asker' },
      ])
      await world.prove('asked@asked.test')
      expect(await world.caller('asked@asked.test')).toMatchObject({ memberships: [{ role: 'admin', tenant: { name: 'Asked' } }] })
      expect(await journal('Requests')).toEqual([
        ['statusUpdate', 'Asked'],
        ['statusUpdate', 'Asked'],
        ['creation', 'Asked'],
      ])
      expect(await journal('Customers')).toContainEqual(['creation', 'Asked'])
    },
  )

  it(
    'to delete a customer take effect only when resolved, and pass its appliances to the requesting tenant',
    { tags: ['S0-4.4', 'D-4.3'] },
    async () => {
      const [customer] = (await send('POST', CUSTOMERS, [newCustomer('Leaving')])).body.data
      const owned = { tenantOid: String(customer?.['oid']), oid: 'leaving' }
      await stockAppliance(world, owned, { serialNumber: 'LEAVING', status: 'Assigned' })
      const deletion = { oid: customer?.['oid'], revision: 1 }
      const response = await send('DELETE', CUSTOMERS, [deletion], ASKER)
      expect(response).toMatchObject({ status: 202, body: { data: [{ raised: 'request', type: 'delete_customer', details: 'Leaving' }] } })
      expect(await customersNamed('Leaving')).toHaveLength(1)
      const stock = (): Promise<Answer> => world.call('GET', `/api/inventory/v1/appliances/${world.oid['msp']}?size=10`)
      expect((await stock()).body.data).toMatchObject([{ serialNumber: 'LEAVING', ownerName: 'Leaving' }])
      await send('PUT', CUSTOMERS, [{ ...deletion, contactName: 'Changed meanwhile' }])
      expect((await setStatus(response.body.data[0] ?? {}, 'resolved')).status).toBe(200)
      expect(await customersNamed('Leaving')).toEqual([])
      expect((await stock()).body.data).toMatchObject([{ serialNumber: 'LEAVING', ownerName: 'msp' }])
    },
  )

  it('are refused for an invalid customer, for a name already requested, and without the right', async () => {
    await requestCustomer('Twice')
    const again = await send('POST', CUSTOMERS, [newCustomer('twice')], ASKER)
    expect(again).toMatchObject({ status: 400, body: { errors: [{ pointer: '/data/0/name', key: 'request.because.pending' }] } })
    const wrong = await send('POST', CUSTOMERS, [newCustomer('Bad', { contactEmail: 'no mail' })], ASKER)
    expect(wrong.body.errors).toMatchObject([{ pointer: '/data/0/contactEmail', key: 'validation.field.mail' }])
    await world.grant('looker@world.test', world.oid['msp'] ?? '', 'viewer')
    expect((await send('POST', CUSTOMERS, [newCustomer('Viewed')], 'looker@world.test')).status).toBe(403)
    expect((await send('POST', CUSTOMERS, [newCustomer('Direct')], 'msp@world.test')).status).toBe(201)
    expect((await send('POST', CUSTOMERS, [newCustomer('FromAbove')], 'vadasker@world.test')).status).toBe(202)
    expect((await send('POST', REQUESTS, [{ type: 'create_customer', details: 'x' }])).status).toBe(404)
    const item = { entity: 'request', action: 'create', changes: { type: 'create_customer', details: 'x' } }
    const plan = { items: [item], source: 'api', tenantOid: world.oid['msp'] }
    expect((await world.call('POST', '/api/v1/plans', { body: plan })).status).toBe(400)
  })

  it('stay open when the customer can no longer be created, with the error at its field', async () => {
    const request = await requestCustomer('Taken')
    expect((await send('POST', CUSTOMERS, [newCustomer('Taken')])).status).toBe(201)
    expect(await setStatus(request, 'resolved')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/data/0/customer/name', key: 'customer.name.taken' }] },
    })
    expect((await readOne(REQUESTS, request['oid'])).body.data).toMatchObject([{ status: 'open', revision: 1 }])
  })

  it('cannot be resolved below a frozen tenant, but can be cancelled', { tags: ['S0-4.1'] }, async () => {
    const request = await requestCustomer('Icebound')
    const setPartnerState = async (state: string): Promise<void> => {
      const [partner] = (await readOne('/api/v1/partners', world.oid['msp'])).body.data
      expect((await send('PUT', '/api/v1/partners', [{ oid: partner?.['oid'], revision: partner?.['revision'], state }])).status).toBe(200)
    }
    await setPartnerState('frozen')
    const refused = await send('POST', CUSTOMERS, [newCustomer('Snowed')])
    expect(refused.body.errors).toMatchObject([{ pointer: '/data/0/name', key: 'customer.because.frozen' }])
    // A request has no parent field, so the error points at the status.
    expect(await setStatus(request, 'resolved')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/data/0/status', key: 'customer.because.frozen' }] },
    })
    const cancelled = await setStatus(request, 'cancelled')
    expect(cancelled).toMatchObject({ status: 200, body: { data: [{ status: 'cancelled', revision: 2 }] } })
    await setPartnerState('active')
    const final = await setStatus({ ...request, revision: 2 }, 'open')
    expect(final.body.errors).toMatchObject([{ pointer: '/data/0/status', key: 'request.because.final' }])
    expect(await customersNamed('Icebound')).toEqual([])
    expect((await send('DELETE', REQUESTS, [{ oid: request['oid'], revision: 2 }])).status).toBe(200)
  })

  it('are carried out once when several people resolve them at the same time', async () => {
    const request = await requestCustomer('Once')
    const answers = await Promise.all([setStatus(request, 'resolved'), setStatus(request, 'resolved'), setStatus(request, 'resolved')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ current: [{ status: 'resolved', revision: 2 }] })
    expect(await customersNamed('Once')).toHaveLength(1)
  })

  it(
    'allow the status changes of S0 section 4 and no others',
    { tags: ['S0-2.75', 'S0-4.2', 'S0-7.27', 'S0-7.28', 'D-2.10'] },
    async () => {
      const request = await requestCustomer('Ways')
      const refusalKey = async (status: string, as?: string): Promise<unknown> =>
        (await setStatus(request, status, as)).body.errors[0]?.['key']
      expect(await refusalKey('cancelled', ASKER)).toBe('request.because.platform')
      expect(await refusalKey('active', ASKER)).toBe('request.because.platform')
      expect(await refusalKey('active', 'msp@world.test')).toBe('request.because.platform')
      const [active] = (await setStatus(request, 'active')).body.data
      expect((await send('DELETE', REQUESTS, [{ oid: active?.['oid'], revision: 2 }])).body.errors).toMatchObject([
        { key: 'request.because.unfinished' },
      ])
      const [open] = (await setStatus(active ?? {}, 'open')).body.data
      const [resolved] = (await setStatus(open ?? {}, 'resolved', 'owner@world.test')).body.data
      const commented = await send('PATCH', REQUESTS, [{ oid: resolved?.['oid'], revision: 4, comment: 'late' }])
      expect(commented).toMatchObject({ status: 403, body: { errors: [{ key: 'request.because.resolved' }] } })
      expect((await send('DELETE', REQUESTS, [{ oid: resolved?.['oid'], revision: 4 }], 'msp@world.test')).status).toBe(403)
      expect((await send('DELETE', REQUESTS, [{ oid: resolved?.['oid'], revision: 4 }])).status).toBe(200)
    },
  )

  it('are resolved only by those who may make the requested change directly', { tags: ['S0-4.3'] }, async () => {
    const request = await requestCustomer('Undecided')
    expect((await setStatus(request, 'active', 'decider@world.test')).status).toBe(200)
    expect(await setStatus({ ...request, revision: 2 }, 'resolved', 'decider@world.test')).toMatchObject({
      status: 403,
      body: { errors: [{ pointer: '/data/0/status', key: 'request.because.resolver' }] },
    })
  })

  it(
    'have the same fields for the tenant that asks and for the platform, in the list and alone',
    { tags: ['S0-3.16', 'S0-7.25', 'S0-7.26'] },
    async () => {
      const { oid } = await requestCustomer('Seen')
      const comment = 'As seen from here.'
      expect((await send('PATCH', REQUESTS, [{ oid, revision: 1, comment }], ASKER)).status).toBe(200)
      const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
      const expected = {
        oid,
        type: 'create_customer',
        status: 'open',
        details: 'Seen',
        srcTenantName: 'msp',
        srcTenantOid: world.oid['msp'],
        dstTenantOid: 'platform',
        comment,
        createdDate: date,
        lastModifiedDate: date,
      }
      const listed = async (tenant: string, as?: string): Promise<Rec | undefined> => {
        const url = `${REQUESTS}?tenantOid=${tenant}&size=100`
        return (await world.call('GET', url, as === undefined ? {} : { as })).body.data.find((one) => one['oid'] === oid)
      }
      const views = [
        (await readOne(REQUESTS, oid, ASKER)).body.data[0],
        (await readOne(REQUESTS, oid)).body.data[0],
        await listed(String(world.oid['msp']), ASKER),
        await listed('platform'),
      ]
      const withoutRights = views.map((view) => Object.fromEntries(Object.entries(view ?? {}).filter(([name]) => name !== 'can')))
      for (const view of withoutRights) expect(view).toMatchObject(expected)
      expect(withoutRights[1]).toEqual(withoutRights[0])
      expect(withoutRights[3]).toEqual(withoutRights[2])
    },
  )

  it(
    'show requester and platform which actions they may take, and store their comments of either side',
    { tags: ['S0-6.37'] },
    async () => {
      const request = await requestCustomer('Told')
      const asker = (await readOne(REQUESTS, request['oid'], ASKER)).body.data[0]
      expect(asker?.['can']).toMatchObject({ update: true, activate: { because: 'request.because.platform' }, readDomain: true })
      expect(asker?.['can']).not.toHaveProperty('changeStatus')
      const owner = (await readOne(REQUESTS, request['oid'])).body.data[0]
      expect(owner?.['can']).toMatchObject({
        activate: true,
        resolve: true,
        deactivate: { because: 'request.because.deactivate' },
        delete: { because: 'request.because.unfinished' },
        changeStatus: true,
      })
      const commented = await send('PATCH', REQUESTS, [{ oid: request['oid'], revision: 1, comment: 'Please, by Monday.' }], ASKER)
      expect(commented).toMatchObject({ status: 200, body: { data: [{ comment: 'Please, by Monday.' }] } })
      expect(await journal('Requests')).toContainEqual(['commentUpdate', 'Told'])
      const long = await send('PATCH', REQUESTS, [{ oid: request['oid'], revision: 2, comment: 'c'.repeat(1000) }], ASKER)
      expect(long.status).toBe(200)
      const answered = await send('PATCH', REQUESTS, [{ oid: request['oid'], revision: 3, comment: 'Done by Friday.' }])
      expect(answered).toMatchObject({ status: 200, body: { data: [{ comment: 'Done by Friday.' }] } })
      const longer = await send('PATCH', REQUESTS, [{ oid: request['oid'], revision: 4, comment: 'c'.repeat(1001) }], ASKER)
      expect(longer.body.errors).toMatchObject([{ pointer: '/data/0/comment', key: 'validation.field.max', params: { max: 1000 } }])
      expect((await readOne(REQUESTS, request['oid'], 'otherMsp@world.test')).status).toBe(404)
    },
  )

  it('are cancelled when their customer is deleted directly, and deleted with their partner', async () => {
    const [partner] = (
      await send('POST', '/api/v1/partners', [
        { parentOid: 'platform', name: 'Closing', type: 'msp', contactName: 'C', contactEmail: 'closing@world.test' },
      ])
    ).body.data
    await world.grant(ASKER, String(partner?.['oid']), 'domain_manager')
    const [customer] = (await send('POST', CUSTOMERS, [newCustomer('Moot', { parentOid: partner?.['oid'] })])).body.data
    const deletion = [{ oid: customer?.['oid'], revision: 1 }]
    const [request] = (await send('DELETE', CUSTOMERS, deletion, ASKER)).body.data
    expect((await send('DELETE', CUSTOMERS, deletion)).status).toBe(200)
    expect((await readOne(REQUESTS, request?.['oid'])).body.data).toMatchObject([{ status: 'cancelled', revision: 2 }])
    expect((await send('DELETE', '/api/v1/partners', [{ oid: partner?.['oid'], revision: 1 }])).status).toBe(200)
    expect((await readOne(REQUESTS, request?.['oid'])).status).toBe(404)
    expect(await verifyJournal(world.database)).toMatchObject({ faults: [] })
  })
})
