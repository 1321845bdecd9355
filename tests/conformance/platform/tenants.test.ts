import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { printed } from '../calls/world.ts'
import { all, connect, first, type Call, type Item } from '../client/http.ts'
import * as inventory from '../client/inventory.ts'
import { differences } from '../client/shape.ts'
import * as tenants from '../client/tenants.ts'
import { OIDS } from './fixtures/tenants.ts'
import { startPlatform, type Platform } from './http/server.ts'

let platform: Platform
let owner: Call
beforeAll(async () => {
  platform = await startPlatform()
  owner = connect(platform.origin, 'any')
})
afterAll(() => platform.close())
beforeEach(() => owner('POST', '/_control/reset'))

const names = (items: Item[]): unknown[] => items.map(({ name }) => name)

describe('S0 on the stand-in platform', () => {
  it.each([
    ['/api/v1/partners', tenants.partner],
    ['/api/v1/customers', tenants.customer],
    ['/api/v1/userroles', tenants.userRole],
    ['/api/v1/requests', tenants.request],
    ['/api/v1/profile', tenants.profile],
    [`/api/v1/cloudSecSettings/${OIDS.managed}`, tenants.cloudSecSettings],
    ['/api/user/v1/context', tenants.context],
    ['/api/user/v2/context', tenants.context],
    ['/api/user/v2/info', tenants.info],
    ['/api/user/v2/tenants?page=0&size=10', tenants.foundTenant],
    ['/api/inventory/v1/appliances/platform?page=1&size=20', inventory.appliance],
    ['/api/licensing/v2/licenses/inventory/platform?page=1&size=50', inventory.licence],
    ['/journal/api/v1/journal/entries/platform/Partners?limit=20&sort=-creationDate', tenants.journalEntry],
  ])('%s answers in the shape that the client expects', async (path, shape) => {
    printed(await owner('GET', path), shape)
  })

  it('reads the tenant of the platform itself, which has no parent', async () => {
    expect(first(await owner('GET', '/api/v1/partners/platform'))).toMatchObject({ oid: 'platform', type: 'po', parentOid: null })
  })

  it('counts appliances and licences beside their lists', async () => {
    const appliances = await owner('GET', '/api/inventory/v1/appliances/platform')
    expect(differences([appliances.body.meta], inventory.applianceMeta)).toEqual([])
    const licences = await owner('GET', '/api/licensing/v2/licenses/inventory/platform')
    expect(differences([licences.body.meta], inventory.licenceMeta)).toEqual([])
    printed(await owner('POST', '/api/licensing/v2/licenses/cmd/summary/platform', {}), inventory.summary)
  })

  it('lists what is below a tenant, all the way down', async () => {
    expect(names(all(await owner('GET', `/api/v1/customers?parentTenantOid=${OIDS.distributor}`)))).toEqual([
      'Lighthouse Hotels',
      'Granite Logistics',
      'Orchard Foods',
    ])
  })

  it('creates, changes and deletes a customer, and makes its contact an administrator', async () => {
    const sent = { ...tenants.newCustomer(OIDS.msp), createAdmin: true }
    const made = first(await owner('POST', '/api/v1/customers', { data: [sent] }))
    expect(made).toMatchObject({ ...sent, parentName: 'Harbour Managed Services', userCount: 1 })
    const changed = { ...made, name: 'Lantern Bakeries' }
    expect(first(await owner('PUT', '/api/v1/customers', { data: [changed] }))).toEqual(changed)
    const path = `/api/v1/customers/${String(made['oid'])}`
    expect(first(await owner('GET', path))).toEqual(changed)
    expect(await owner('DELETE', '/api/v1/customers', { data: [{ oid: made['oid'] }] })).toMatchObject({ status: 204 })
    expect(await owner('GET', path)).toMatchObject({ status: 404 })
  })

  it('takes a change as the whole record: what is missing is gone, what is mandatory refused', async () => {
    const made = first(await owner('POST', '/api/v1/partners', { data: [tenants.newPartner('platform')] }))
    const { contactDetails: _, ...rest } = made
    expect(first(await owner('PUT', '/api/v1/partners', { data: [rest] }))).toMatchObject({
      contactDetails: null,
      licensingMode: 'consumption',
    })
    expect(await owner('PUT', '/api/v1/partners', { data: [{ oid: made['oid'], name: 'Alone' }] })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('parentOid is mandatory') as string, errors: expect.any(Array) as unknown[] },
    })
  })

  it('knows nothing of what the specifications do not print', async () => {
    const sent = { ...tenants.newPartner('platform'), revision: 7, can: {}, colour: 'red' }
    const made = first(await owner('POST', '/api/v1/partners?dryRun=true', { data: [sent] }))
    expect(Object.keys(made)).not.toContain('revision')
    expect(Object.keys(made)).not.toContain('colour')
    expect(await owner('GET', `/api/v1/partners/${String(made['oid'])}`)).toMatchObject({ status: 200 })
    expect(await owner('POST', '/api/v1/plans', { data: [] })).toMatchObject({ status: 404 })
    expect(await owner('GET', '/api/v1/partners?filter=nmae==x&page=9&size=1')).toMatchObject({ status: 200 })
  })

  it('refuses names that exist, unknown parents, and tenants that have others below', async () => {
    const sent = tenants.newPartner('platform')
    all(await owner('POST', '/api/v1/partners', { data: [sent] }))
    expect(await owner('POST', '/api/v1/partners', { data: [sent] })).toMatchObject({ status: 400 })
    expect(await owner('POST', '/api/v1/customers', { data: [tenants.newCustomer('nowhere')] })).toMatchObject({ status: 400 })
    expect(await owner('DELETE', '/api/v1/partners', { data: [{ oid: OIDS.msp }] })).toMatchObject({ status: 400 })
  })

  it('attaches, changes and detaches people, by user and tenant', async () => {
    const made = first(await owner('POST', '/api/v1/userroles', { data: [tenants.attachment(OIDS.diy)] }))
    expect(made).toMatchObject({ ...tenants.attachment(OIDS.diy), tenantName: 'Orchard Foods' })
    const path = `/api/v1/userroles/${encodeURIComponent(`${String(made['oid'])}/${OIDS.diy}`)}`
    all(await owner('PUT', '/api/v1/userroles', { data: [{ ...made, role: 'admin' }] }))
    expect(first(await owner('GET', path))).toEqual({ ...made, role: 'admin' })
    expect(await owner('DELETE', '/api/v1/userroles', { data: [{ oid: made['oid'], tenantOid: OIDS.diy }] })).toMatchObject({ status: 204 })
    expect(await owner('GET', path)).toMatchObject({ status: 404 })
  })

  it('moves requests through their statuses and deletes final ones only', async () => {
    const open = all(await owner('GET', '/api/v1/requests')).find(({ status }) => status === 'open')!
    const patch = (change: object) => owner('PATCH', '/api/v1/requests', { data: [{ oid: open['oid'], ...change }] })
    const remove = () => owner('DELETE', '/api/v1/requests', { data: [{ oid: open['oid'] }] })
    expect(first(await patch({ status: 'active', comment: 'Looked at.' }))).toMatchObject({ status: 'active', details: open['details'] })
    expect(await remove()).toMatchObject({ status: 400 })
    expect(first(await patch({ status: 'resolved' }))).toMatchObject({ status: 'resolved', comment: 'Looked at.' })
    expect(await patch({ status: 'open' })).toMatchObject({ status: 400 })
    expect(await remove()).toMatchObject({ status: 204 })
  })

  it('saves the settings of a customer and its edge security, and hides the secret', async () => {
    const path = `/api/v1/settings/${OIDS.diy}`
    all(await owner('PUT', '/api/v1/settings', { data: [{ ...first(await owner('GET', path)), reporting: 'enhanced' }] }))
    expect(first(await owner('GET', path))).toMatchObject({ reporting: 'enhanced' })
    expect(first(await owner('GET', `/api/v1/customers/${OIDS.diy}`))).toMatchObject({ reporting: 'enhanced' })
    const sent = { oid: OIDS.frozen, enabled: true, clientID: 'lighthouse', clientSecret: 'a beam every ten seconds' }
    expect(first(await owner('PUT', '/api/v1/cloudSecSettings', { data: [sent] }))).toEqual({
      ...sent,
      clientSecret: null,
      configured: true,
    })
  })

  it('searches, sorts and pages appliances by the printed names alone', async () => {
    const path = '/api/inventory/v1/appliances/platform'
    const text = 'PN-4400-0000'
    const fields = ['serialNumber', 'ownerName', 'status', 'model', 'tag', 'lastConnectionTime', 'softwareVersion']
    const filter = encodeURIComponent(fields.map((name) => `${name}=ilike=${text}`).join(','))
    const answer = await owner('GET', `${path}?page=2&size=4&filter=${filter}&sort=-serialNumber&condition=FilterStatusInstalled`)
    expect(all(answer).map(({ serialNumber }) => serialNumber)).toEqual([5, 4, 3, 2].map((number) => `${text}${number}`))
    expect(answer.body.meta).toMatchObject({ totalCount: 9, installed: 9, allstatus: 9 })
    expect(await owner('GET', `${path}?filter=owner==x`)).toMatchObject({ status: 400 })
  })

  it('adds, assigns and deletes appliances in bare lists', async () => {
    const path = '/api/ztp/v1/appliances'
    const po = { oid: 'platform', name: 'Polaris Networks', type: 'po' }
    const made = first(await owner('POST', `${path}?tenantOid=platform`, [inventory.newAppliance(po)]))
    expect(made).toMatchObject({ status: 'In Stock', tag: 'quay' })
    const { id, serialNumber, model, tag, softwareVersion } = made
    const tenant = { oid: OIDS.distributor, name: 'Northwind Distribution', type: 'vad' }
    expect(
      first(await owner('PUT', `${path}?tenantOid=platform`, [{ id, serialNumber, model, tag, softwareVersion, tenant }])),
    ).toMatchObject({ status: 'Assigned', ownerName: tenant.name, ownerType: 'vad', owner: tenant })
    expect(await owner('DELETE', `${path}?tenantOid=platform`, [{ id }])).toMatchObject({ status: 204 })
    expect(await owner('GET', `${path}/${String(id)}?tenantOid=platform`)).toMatchObject({ status: 404 })
  })

  it('creates, moves, splits, assigns and deletes licences', async () => {
    const call = async (name: string, group: object, more = {}) =>
      all(await owner('POST', `/api/licensing/v2/licenses/cmd/${name}/platform`, inventory.command(OIDS.diy, group, more)))
    const rows = async () =>
      all(await owner('GET', `/api/licensing/v2/licenses/inventory/${OIDS.reseller}?size=100`))
        .filter(({ tenantId }) => tenantId !== OIDS.reseller)
        .map(({ tenantName, count, group }) => {
          const { licenseType, licenseSize, duration, status } = group as Item
          return [tenantName, count, licenseType, licenseSize, duration, status].join(' ')
        })
    const group = inventory.newGroup()
    await call('create', group)
    await call('update', group, { updateToSize: 'L', moveToDate: inventory.monthFromNow(-2), moveToType: 'Hybrid', updateToDuration: 24 })
    const moved = { licenseType: 'Hybrid', licenseSize: 'L', startDate: inventory.monthFromNow(-2), duration: 24 }
    await call('split', moved, { splitPoint: inventory.monthFromNow(1) })
    const kept = ['Orchard Foods 6 Foundation XS 24 running']
    expect(await rows()).toEqual([...kept, 'Orchard Foods 2 Hybrid L 3 running', 'Orchard Foods 2 Hybrid L 21 notStarted'])
    await call('delete', { ...moved, duration: 3 })
    await call('assign', { ...moved, startDate: inventory.monthFromNow(1), duration: 21 }, { assignTo: OIDS.managed })
    expect(await rows()).toEqual(kept)
  })

  const lasting = inventory.newGroup()
  it.each([
    ['create', {}, { group: { licenseType: 'Foundation' } }],
    ['create', {}, { group: { ...lasting, startDate: 'soon' } }],
    ['update', { updateToSize: 'L', moveToType: 'Hybrid', updateToDuration: 24 }, {}],
    ['update', { updateToSize: 'L', moveToDate: inventory.monthFromNow(3), updateToDuration: 24 }, {}],
    ['split', {}, {}],
    ['split', { splitPoint: 'undefined' }, {}],
    ['delete', {}, { count: undefined }],
    ['delete', {}, { tenantId: undefined }],
    ['assign', {}, {}],
    ['unassign', { assignTo: null }, {}],
  ])('refuses to %s licences with %j and %j, and lists them as before', async (name, more, other) => {
    const list = '/api/licensing/v2/licenses/inventory/platform?size=100'
    all(await owner('POST', '/api/licensing/v2/licenses/cmd/create/platform', inventory.command(OIDS.diy, lasting)))
    const before = all(await owner('GET', list))
    const body = { ...inventory.command(OIDS.diy, lasting, more), ...other }
    const { status, body: answer } = await owner('POST', `/api/licensing/v2/licenses/cmd/${name}/platform`, body)
    expect(answer).toMatchObject({ status: 400, detail: expect.stringMatching(/^License: /), errors: [{ message: expect.any(String) }] })
    expect(status).toBe(400)
    expect(all(await owner('GET', list))).toEqual(before)
  })

  it('writes what happened into the journal, newest first', async () => {
    all(await owner('POST', '/api/v1/partners', { data: [tenants.newPartner('platform')] }))
    const path = '/journal/api/v1/journal/entries/platform/Partners?limit=2&sort=-creationDate'
    const entries = all(await owner('GET', path))
    expect(entries).toMatchObject([{ eventType: 'creation', eventDetails: { name: 'Harbour Lights Telecom' } }, { eventType: 'update' }])
    const before = encodeURIComponent(`eventType==creation;creationDate=lt=${String(entries[1]?.['creationDate'])}`)
    expect(all(await owner('GET', `${path}&filter=${before}`))).toMatchObject([{ eventDetails: { name: 'Harbour Managed Services' } }])
  })

  it('shows the context of a customer with its rights, features and overlay', async () => {
    const [{ scopes }] = printed(await owner('GET', `/api/user/v2/context?tenantOid=${OIDS.managed}`), tenants.context)
    const [scope] = scopes as { resources: { overlay: Item } }[]
    expect(differences([scope!.resources.overlay], tenants.overlay)).toEqual([])
    expect(scope).toMatchObject({ tenantType: 'managed_customer', features: [{ name: 'cloud_security', state: 'enabled' }, {}, {}, {}] })
    expect(all(await owner('GET', '/api/user/v2/tenants?page=0&size=11&filter=name=ilike=resale'))).toHaveLength(2)
  })

  it('shows a person of a customer that tenant alone', async () => {
    await owner('PUT', '/_control/person', { mail: 'lia@lighthouse.example' })
    expect(first(await owner('GET', '/api/user/v2/info'))).toMatchObject({ user: { name: 'Lia House' }, tenant: { id: OIDS.managed } })
    const context = first(await owner('GET', '/api/user/v2/context'))
    expect(context).toMatchObject({ scopes: [{ oid: OIDS.managed }], all: { canListPartners: false } })
    expect(JSON.stringify(context)).not.toContain('"customers"')
    expect(names(all(await owner('GET', '/api/user/v2/tenants?page=0&size=11')))).toEqual(['Lighthouse Hotels'])
    expect(await owner('GET', '/api/user/v2/context?tenantOid=platform')).toMatchObject({ status: 403 })
  })
})
