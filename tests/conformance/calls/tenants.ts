import { describe, expect, it } from 'vitest'
import { all, first, revisionOf, type Item } from '../client/http.ts'
import { cloudSecSettings, customer, newCustomer, newPartner, partner, request } from '../client/tenants.ts'
import { printed, type World } from './world.ts'

/** S0 section 7, Admin API: partners, customers, requests and the two pages of settings. */
export function tenantCalls(world: World): void {
  partnerCalls(world)
  customerCalls(world)
  requestCalls(world)
  settingsCalls(world)
}

function partnerCalls(world: World): void {
  describe('partners', () => {
    let made: Item
    it('GET /api/v1/partners lists those of all tenants, or those below the named one', { tags: ['S0-7.15'] }, async () => {
      printed(await world.owner('GET', '/api/v1/partners'), partner)
      for (const { parentOid } of printed(await world.owner('GET', '/api/v1/partners?parentTenantOid=platform'), partner))
        expect(parentOid).toEqual(expect.any(String))
    })
    it('POST /api/v1/partners makes one of the printed body', { tags: ['S0-7.17', 'S0-7.4'] }, async () => {
      const { createAdmin: _, ...body } = newPartner('platform')
      made = printed(await world.owner('POST', '/api/v1/partners', { data: [{ ...body, createAdmin: false }] }), partner)[0]
      expect(made).toMatchObject(body)
    })
    it('GET /api/v1/partners/{oid} reads it', { tags: ['S0-7.16'] }, async () => {
      expect(printed(await world.owner('GET', `/api/v1/partners/${String(made['oid'])}`), partner)[0]).toMatchObject({
        ...made,
        can: expect.anything() as unknown,
      })
    })
    it('PUT /api/v1/partners changes what is sent and keeps the rest', { tags: ['S0-7.18'] }, async () => {
      const change = { name: 'Harbour Lights', contactDetails: null }
      const [after] = printed(
        await world.owner('PUT', '/api/v1/partners', { data: [{ oid: made['oid'], ...revisionOf(made), ...change }] }),
        partner,
      )
      expect(after).toMatchObject({ oid: made['oid'], name: 'Harbour Lights', contactName: 'Ada Quay', licensingMode: 'consumption' })
      expect(after!['contactDetails'] ?? null).toBeNull()
      made = after
    })
    it('PUT /api/v1/partners takes back the whole record that it returned', { tags: ['S0-7.18'] }, async () => {
      made = printed(await world.owner('PUT', '/api/v1/partners', { data: [{ ...made, contactName: 'Ada Pier' }] }), partner)[0]
      expect(made['contactName']).toBe('Ada Pier')
    })
    it('PUT /api/v1/partners takes createAdmin with a whole record, and invites nobody again', { tags: ['S0-7.18'] }, async () => {
      const sent = { ...made, contactName: 'Ada Quay', createAdmin: true }
      made = printed(await world.owner('PUT', '/api/v1/partners', { data: [sent] }), partner)[0]
      expect(made).toMatchObject({ contactName: 'Ada Quay', userCount: 0 })
    })
    it('DELETE /api/v1/partners deletes those of its list', { tags: ['S0-7.19'] }, async () => {
      all(await world.owner('DELETE', '/api/v1/partners', { data: [{ oid: made['oid'], ...revisionOf(made) }] }))
      expect(await world.owner('GET', `/api/v1/partners/${String(made['oid'])}`)).toMatchObject({ status: 404 })
    })
  })
}

function customerCalls(world: World): void {
  describe('customers', () => {
    let made: Item
    it('GET /api/v1/customers lists those of all tenants, or those below the named one', { tags: ['S0-7.20'] }, async () => {
      printed(await world.owner('GET', '/api/v1/customers'), customer)
      printed(await world.distributor('GET', `/api/v1/customers?parentTenantOid=${world.distributorOid}`), customer)
    })
    it('POST /api/v1/customers makes one of the printed body', { tags: ['S0-7.22'] }, async () => {
      const parent = all(await world.owner('GET', '/api/v1/partners')).find(({ type, state }) => type === 'msp' && state === 'active')!
      const { createAdmin, apoDomain, contactDetails, ...body } = newCustomer(String(parent['oid']))
      const sent = { ...body, createAdmin, apoDomain, contactDetails }
      made = printed(await world.owner('POST', '/api/v1/customers', { data: [sent] }), customer)[0]
      expect(made).toMatchObject({ ...body, parentName: parent['name'] })
    })
    it('GET /api/v1/customers/{oid} reads it', { tags: ['S0-7.21'] }, async () => {
      expect(printed(await world.owner('GET', `/api/v1/customers/${String(made['oid'])}`), customer)[0]).toMatchObject({
        oid: made['oid'],
        name: 'Lantern Bakery',
      })
    })
    it('PUT /api/v1/customers changes what is sent and keeps the rest', { tags: ['S0-7.23'] }, async () => {
      const sent = { oid: made['oid'], ...revisionOf(made), contactDetails: 'Ovens on at three.' }
      made = printed(await world.owner('PUT', '/api/v1/customers', { data: [sent] }), customer)[0]
      expect(made).toMatchObject({ contactDetails: 'Ovens on at three.', contactName: 'Bea Crust' })
    })
    it('PUT /api/v1/customers takes back the whole record that it returned', { tags: ['S0-7.23'] }, async () => {
      made = printed(await world.owner('PUT', '/api/v1/customers', { data: [{ ...made, name: 'Lantern Bakeries' }] }), customer)[0]
      expect(made['name']).toBe('Lantern Bakeries')
    })
    it('DELETE /api/v1/customers deletes those of its list', { tags: ['S0-7.24'] }, async () => {
      all(await world.owner('DELETE', '/api/v1/customers', { data: [{ oid: made['oid'], ...revisionOf(made) }] }))
      expect(await world.owner('GET', `/api/v1/customers/${String(made['oid'])}`)).toMatchObject({ status: 404 })
    })
  })
}

function requestCalls(world: World): void {
  describe('requests', () => {
    let open: Item
    it('GET /api/v1/requests lists those of all tenants, or those of the named one', { tags: ['S0-7.25'] }, async () => {
      const found = printed(await world.owner('GET', '/api/v1/requests'), request)
      open = found.find(({ status }) => status === 'open')!
      printed(await world.owner('GET', `/api/v1/requests?tenantOid=${String(open['srcTenantOid'])}`), request)
    })
    it('GET /api/v1/requests/{oid} reads one', { tags: ['S0-7.26'] }, async () => {
      open = printed(await world.owner('GET', `/api/v1/requests/${String(open['oid'])}`), request)[0]
    })
    it('PATCH /api/v1/requests changes status and comment', { tags: ['S0-7.27'] }, async () => {
      for (const change of [{ status: 'active', comment: 'Looked at.' }, { status: 'open' }, { status: 'cancelled' }]) {
        const sent = { oid: open['oid'], ...revisionOf(open), ...change }
        open = printed(await world.owner('PATCH', '/api/v1/requests', { data: [sent] }), request)[0]
        expect(open).toMatchObject({ ...change, comment: 'Looked at.' })
      }
    })
    it('DELETE /api/v1/requests deletes final ones', { tags: ['S0-7.28'] }, async () => {
      all(await world.owner('DELETE', '/api/v1/requests', { data: [{ oid: open['oid'], ...revisionOf(open) }] }))
      expect(await world.owner('GET', `/api/v1/requests/${String(open['oid'])}`)).toMatchObject({ status: 404 })
    })
  })
}

function settingsCalls(world: World): void {
  describe('settings', () => {
    it(
      'PUT /api/v1/settings saves the reporting status that GET /api/v1/settings/{tenantOid} shows',
      { tags: ['S0-7.36', 'S0-7.37'] },
      async () => {
        const path = `/api/v1/settings/${world.customerOid}`
        const before = first(await world.customer('GET', path))
        const reporting = before['reporting'] === 'enhanced' ? 'standard' : 'enhanced'
        all(await world.customer('PUT', '/api/v1/settings', { data: [{ ...before, reporting }] }))
        expect(first(await world.customer('GET', path))['reporting']).toBe(reporting)
      },
    )
    it('GET /api/v1/cloudSecSettings/{tenantOid} never shows the secret', { tags: ['S0-7.38'] }, async () => {
      printed(await world.customer('GET', `/api/v1/cloudSecSettings/${world.customerOid}`), cloudSecSettings)
    })
    it('PUT /api/v1/cloudSecSettings saves client and secret', { tags: ['S0-7.39'] }, async () => {
      const before = first(await world.customer('GET', `/api/v1/cloudSecSettings/${world.customerOid}`))
      const sent = { ...before, enabled: true, clientID: 'lighthouse', clientSecret: 'a beam every ten seconds' }
      const [after] = printed(await world.customer('PUT', '/api/v1/cloudSecSettings', { data: [sent] }), cloudSecSettings)
      expect(after).toMatchObject({ enabled: true, clientID: 'lighthouse', configured: true })
    })
    it('POST /api/v1/cloudSecSettings/refreshCloudsec/{tenantOid} syncs the FQDNs', { tags: ['S0-7.40'] }, async () => {
      const answer = await world.customer('POST', `/api/v1/cloudSecSettings/refreshCloudsec/${world.customerOid}`)
      expect(answer).toMatchObject({ status: 200 })
    })
  })
}
