import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { Browser } from '../../../server/identity/browser.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { choosePassword, PASSWORD, invitationWorld, linkStatus, OTHER_PASSWORD, USERS } from '../../support/api/invitation-world.ts'

const world = invitationWorld(18237)
const { attach, call, detach, signIn, invite, reachableTenants, stateOf, tenant, write } = world
const [owner, customer, msp] = ['owner', 'customer', 'msp'] as const

describe('a role', () => {
  it('is pending for imported people whose address is not proven, and active at once for others', { tags: ['H-4.3'] }, async () => {
    const row = (mail: string): Rec => ({
      entity: 'user-role',
      action: 'create',
      changes: { tenantOid: tenant('managed'), mail, name: 'Row', role: 'admin' },
    })
    const items = [row('sheet@roles.test'), row('msp@world.test')]
    const plan = { items, source: 'import', tenantOid: tenant('msp') }
    const { status, body } = await call(owner, '/api/v1/plans', { method: 'POST', body: plan })
    expect(status).toBe(200)
    expect(await Promise.all(body.items.map(({ oid }) => stateOf({ oid })))).toEqual(['pending', 'active'])
  })

  it('is pending for a contact who becomes administrator of a new tenant', { tags: ['H-4.3'] }, async () => {
    const record = {
      parentOid: tenant('vad'),
      name: 'Lighthouse',
      type: 'msp',
      contactName: 'Keeper',
      contactEmail: 'keeper@roles.test',
      createAdmin: true,
    }
    const created = await call(owner, '/api/v1/partners', { method: 'POST', body: { data: [record] } })
    expect(created.status).toBe(201)
    const { body } = await call(owner, `${USERS}?parentTenantOid=${String(created.body.data[0]?.['oid'])}`)
    expect(body.data).toMatchObject([{ mail: 'keeper@roles.test', role: 'admin', state: 'pending' }])
  })

  it('is confirmed neither by a password nor by changing it', { tags: ['H-4.22'] }, async () => {
    const mail = 'changed@roles.test'
    await choosePassword(await invite(customer, await attach(customer, { tenant: 'managed', mail })))
    const platformRole = await attach(owner, { tenant: 'platform', mail, role: 'sa' })
    const form = { mail, current: PASSWORD, next: OTHER_PASSWORD, repeat: OTHER_PASSWORD }
    expect((await new Browser().post(`${world.service.publicUrl}/oidc/password`, form)).status).toBe(200)
    expect(await reachableTenants(await signIn(mail, OTHER_PASSWORD), 'managed', 'platform')).toEqual(['managed'])
    expect(await stateOf(platformRole)).toBe('pending')
    for (const current of ['', 'demo-password', PASSWORD])
      expect(
        (await new Browser().post(`${world.service.publicUrl}/oidc/password`, { ...form, mail: 'sheet@roles.test', current })).status,
      ).toBe(422)
  })

  it('is active at once when it is given again by a tenant to which the person has proven the address', { tags: ['H-4.4'] }, async () => {
    const mail = 'back@roles.test'
    const role = await attach(customer, { tenant: 'managed', mail })
    await choosePassword(await invite(customer, role))
    const token = await signIn(mail)
    await detach(customer, role)
    expect(await reachableTenants(token, 'managed')).toEqual([])
    await attach(customer, { tenant: 'managed', mail })
    expect(await reachableTenants(token, 'managed')).toEqual(['managed'])
  })

  it('is not confirmed by an address that the person no longer has', { tags: ['H-4.23'] }, async () => {
    const [byLink, byMail] = ['linked@roles.test', 'proven@roles.test']
    const role = await attach(customer, { tenant: 'managed', mail: byLink })
    const waiting = await attach(msp, { tenant: 'diy', mail: byLink })
    await choosePassword(await invite(customer, role))
    await attach(customer, { tenant: 'managed', mail: byMail })
    await world.service.world.prove(byMail)
    const link = await invite(msp, waiting)
    expect(await linkStatus(link)).toBe(200)
    await write((queries) => sql`update person set mail = 'new-' || mail where mail in (${byLink}, ${byMail})`.execute(queries))
    expect(await linkStatus(link)).toBe(404)
    await detach(customer, role)
    expect(await stateOf(await attach(customer, { tenant: 'managed', mail: `new-${byLink}` }))).toBe('pending')
    expect(await stateOf(await attach(owner, { tenant: 'vad', mail: `new-${byMail}` }))).toBe('pending')
  })

  it('leaves the journal intact through all these changes', async () => {
    expect((await verifyJournal(world.service.world.database)).faults).toEqual([])
  })
})

describe('the embedded identity provider', () => {
  it('sets email_verified only for an address that was proven by mail, not by the link of one tenant', { tags: ['H-4.25'] }, async () => {
    const claims = async (mail: string): Promise<unknown[]> => {
      const tokens = await world.service.signIn(mail, PASSWORD)
      return [tokens?.access, tokens?.identity].map((token) => decodeJwt(token ?? '')['email_verified'])
    }
    const mail = 'claims@provider.test'
    await choosePassword(await invite(customer, await attach(customer, { tenant: 'managed', mail })))
    expect(await claims(mail)).toEqual([false, false])
    await world.service.world.prove(mail)
    expect(await claims(mail)).toEqual([true, true])
  })
})
