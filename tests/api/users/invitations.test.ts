import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../schemas/tenancy.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { Browser } from '../../../server/identity/browser.ts'
import {
  ageLinks,
  choosePassword,
  changeRole,
  PASSWORD,
  invitationWorld,
  confirmPassword,
  linkStatus,
  OTHER_PASSWORD,
} from '../../support/api/invitation-world.ts'

// The decisions tested here do not depend on the database: one is enough.
const world = invitationWorld(18236)
const { attach, requestInvitation, call, detach, signIn, invite, reachableTenants, stateOf, tenant, journalEvents, write } = world
const [owner, customer, msp, other] = ['owner', 'customer', 'msp', 'other'] as const

describe('an invitation link for an address that is not proven', () => {
  it(
    'gives only the role of its tenant, even if it is used after a tenant above gave the address another role',
    { tags: ['H-4.15'] },
    async () => {
      const mail = 'kept@attack.test'
      const link = await invite(customer, await attach(customer, { tenant: 'managed', mail }))
      const platformRole = await attach(owner, { tenant: 'platform', mail, role: 'sa' })
      expect((await choosePassword(link)).status).toBe(200)
      const token = await signIn(mail)
      expect(await reachableTenants(token, 'managed', 'msp', 'platform')).toEqual(['managed'])
      const { body } = await call(token, '/api/user/v1/context')
      expect(body.data[0]).toMatchObject({ scopes: [{ oid: tenant('managed') }] })
      expect(await stateOf(platformRole)).toBe('pending')
      expect(await journalEvents('managed', 4)).toEqual(['confirmation', 'update', 'invitation', 'creation'])
    },
  )

  it('does not give roles that other tenants give the address after it was used', { tags: ['H-4.16'] }, async () => {
    const mail = 'victim@attack.test'
    await choosePassword(await invite(customer, await attach(customer, { tenant: 'managed', mail })))
    const token = await signIn(mail)
    await attach(owner, { tenant: 'platform', mail, role: 'sa' })
    await attach(msp, { tenant: 'diy', mail })
    for (const one of [token, await signIn(mail)]) expect(await reachableTenants(one, 'managed', 'diy', 'platform')).toEqual(['managed'])
  })

  it('does not give access to all tenants, even if the person was granted it', { tags: ['H-4.17'] }, async () => {
    const mail = 'everywhere@attack.test'
    await attach(owner, { tenant: 'platform', mail, role: 'sa' })
    await write((queries) => sql`update person set all_access = true where mail = ${mail}`.execute(queries))
    await choosePassword(await invite(customer, await attach(customer, { tenant: 'managed', mail })))
    const token = await signIn(mail)
    const tenants = (await call(token, '/api/user/v2/tenants?size=100')).body.data
    expect(JSON.stringify(tenants)).not.toContain(tenant('otherMsp'))
    expect(await reachableTenants(token, 'platform', 'vad', 'otherMsp', 'managed')).toEqual(['managed'])
    const { status } = await call(token, '/api/v1/partners?parentTenantOid=all')
    expect([403, 404, 200]).toContain(status)
    if (status === 200) expect((await call(token, '/api/v1/partners?parentTenantOid=all')).body.data).toEqual([])
  })

  it('does not give a role that is raised above what its issuer may give, before or after it is used', { tags: ['H-4.18'] }, async () => {
    await world.service.world.grant('domain@attack.test', tenant('msp'), 'domain_manager')
    const manager = await world.service.signInAs('domain@attack.test')
    const raise = ({ oid }: Rec, role: Role): Promise<void> => changeRole(world, owner, { oid, role })
    const before = await attach(manager, { tenant: 'msp', mail: 'raised-before@attack.test' })
    const link = await invite(manager, before)
    await raise(before, 'admin')
    expect(await linkStatus(link)).toBe(404)

    const after = await attach(manager, { tenant: 'msp', mail: 'raised-after@attack.test' })
    await choosePassword(await invite(manager, after))
    const token = await signIn('raised-after@attack.test')
    expect(await reachableTenants(token, 'msp')).toEqual(['msp'])
    await raise(after, 'admin')
    expect(await reachableTenants(token, 'msp')).toEqual([])
    expect(await stateOf(after)).toBe('pending')
    expect((await journalEvents('msp', 2)).toSorted()).toEqual(['update', 'waiting'])
    // A role that the issuer may give is active at once.
    await raise(after, 'viewer')
    expect(await reachableTenants(token, 'msp')).toEqual(['msp'])
    expect(await stateOf(after)).toBe('active')
  })
})

describe('an invitation link', () => {
  it('is invalidated by a newer one and by its use; of several concurrent uses only one succeeds', { tags: ['H-4.9'] }, async () => {
    const role = await attach(customer, { tenant: 'managed', mail: 'newer@links.test' })
    const early = await invite(customer, role)
    const late = await invite(customer, role)
    expect([await linkStatus(early), await linkStatus(late)]).toEqual([404, 200])
    expect((await choosePassword(early)).status).toBe(404)
    const answers = await Promise.all(
      [PASSWORD, OTHER_PASSWORD, PASSWORD, OTHER_PASSWORD].map((password) => choosePassword(late, password)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    expect(await linkStatus(late)).toBe(404)
    expect((await requestInvitation(customer, role['oid'])).body.errors[0]).toMatchObject({ key: 'user-role.because.come' })
  })

  it('expires after 72 hours', { tags: ['H-4.10'] }, async () => {
    const role = await attach(customer, { tenant: 'managed', mail: 'late@links.test' })
    const { body } = await requestInvitation(customer, role['oid'])
    const [{ link, expiresAt }] = body.data as [{ link: string; expiresAt: string }]
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(71.9)
    expect(hours).toBeLessThanOrEqual(72)
    await ageLinks(world, role['userOid'], '71 hours 59 minutes')
    expect(await linkStatus(link)).toBe(200)
    await ageLinks(world, role['userOid'], '1 minute')
    expect(await linkStatus(link)).toBe(404)
    expect((await choosePassword(link)).status).toBe(404)
  })

  it(
    'is invalidated when its role is detached, and stays invalid when the role is given again or restored',
    { tags: ['H-4.4', 'H-4.11'] },
    async () => {
      const mail = 'detached@links.test'
      const role = await attach(customer, { tenant: 'managed', mail })
      const link = await invite(customer, role)
      await detach(customer, role)
      expect(await linkStatus(link)).toBe(404)
      await attach(customer, { tenant: 'managed', mail })
      expect(await linkStatus(link)).toBe(404)
      const again = await invite(customer, role)
      await detach(customer, role)
      const deletions = await call(customer, `/journal/api/v1/journal/entries/${tenant('managed')}/UserRoles?limit=1`)
      const restored = await call(
        customer,
        `/journal/api/v1/journal/entries/${tenant('managed')}/UserRoles/${String(deletions.body.data[0]?.['id'])}/restore`,
        { method: 'POST', body: {} },
      )
      expect(restored.status).toBe(200)
      expect(await stateOf(role)).toBe('pending')
      expect(await linkStatus(again)).toBe(404)
    },
  )

  it('is invalidated when its issuer may no longer give the role', { tags: ['H-4.11'] }, async () => {
    await world.service.world.grant('second@links.test', tenant('managed'), 'admin')
    const second = await world.service.signInAs('second@links.test')
    const role = await attach(second, { tenant: 'managed', mail: 'orphan@links.test' })
    const link = await invite(second, role)
    expect(await linkStatus(link)).toBe(200)
    await world.service.world.grant('second@links.test', tenant('managed'), 'viewer')
    expect(await linkStatus(link)).toBe(404)
    expect((await choosePassword(link)).status).toBe(404)
    expect(await stateOf(role)).toBe('pending')
    await world.service.world.grant('second@links.test', tenant('managed'), 'admin')
    await write((queries) => sql`update person set state = 'removed' where mail = 'second@links.test'`.execute(queries))
    expect(await linkStatus(link)).toBe(404)
  })

  it(
    'from each of two tenants gives the role in that tenant; the second needs the password chosen with the first',
    { tags: ['H-4.19'] },
    async () => {
      const mail = 'shared@links.test'
      const [one, two] = [await attach(customer, { tenant: 'managed', mail }), await attach(other, { tenant: 'otherCustomer', mail })]
      const [first, second] = [await invite(customer, one), await invite(other, two)]
      expect((await choosePassword(first)).status).toBe(200)
      expect([await stateOf(one), await stateOf(two)]).toEqual(['active', 'pending'])
      // Without the password of the account, the second link gives nothing: its issuer could otherwise use the role of the first.
      expect((await choosePassword(second, OTHER_PASSWORD)).status).toBe(422)
      expect((await confirmPassword(second, OTHER_PASSWORD)).status).toBe(422)
      expect(await world.service.signIn(mail, OTHER_PASSWORD)).toBeUndefined()
      expect((await confirmPassword(second, PASSWORD)).status).toBe(200)
      expect([await stateOf(one), await stateOf(two)]).toEqual(['active', 'active'])
      expect(await reachableTenants(await signIn(mail), 'managed', 'otherCustomer', 'msp', 'otherMsp')).toEqual([
        'managed',
        'otherCustomer',
      ])
    },
  )

  it(
    'is invalidated by the first sign-in through any link; a link issued later needs the password of the account',
    { tags: ['H-4.11'] },
    async () => {
      const mail = 'arrived@links.test'
      const [one, two] = [await attach(customer, { tenant: 'managed', mail }), await attach(other, { tenant: 'otherCustomer', mail })]
      const [first, second] = [await invite(customer, one), await invite(other, two)]
      await choosePassword(first)
      const token = await signIn(mail)
      expect(await linkStatus(second)).toBe(404)
      expect((await confirmPassword(second, PASSWORD)).status).toBe(404)
      const later = await invite(other, two)
      expect((await confirmPassword(later, PASSWORD)).status).toBe(200)
      expect(await reachableTenants(token, 'managed', 'otherCustomer')).toEqual(['managed', 'otherCustomer'])
    },
  )

  it(
    'resets the account of a person without other roles: its previous holder loses password, tokens and session',
    { tags: ['H-4.20'] },
    async () => {
      const mail = 'squatted@links.test'
      const role = await attach(customer, { tenant: 'managed', mail })
      await choosePassword(await invite(customer, role))
      const browser = new Browser()
      const squatter = (await world.service.signIn(mail, PASSWORD, browser))?.access ?? ''
      expect(await reachableTenants(squatter, 'managed')).toEqual(['managed'])
      await detach(owner, role)
      const link = await invite(owner, await attach(owner, { tenant: 'platform', mail, role: 'sa' }))
      expect((await choosePassword(link, OTHER_PASSWORD)).status).toBe(200)
      expect(await reachableTenants(await signIn(mail, OTHER_PASSWORD), 'platform')).toEqual(['platform'])
      // Tokens last half an hour and sessions half a day: the squatter's must end before.
      expect((await call(squatter, '/api/user/v2/info')).status).toBe(401)
      expect(await world.service.signIn(mail, PASSWORD)).toBeUndefined()
      const silentSignIn = await browser.follow(
        `${world.service.publicUrl}/oidc/auth?client_id=console&response_type=code&scope=openid&prompt=none&state=s&code_challenge=${'c'.repeat(43)}&code_challenge_method=S256&redirect_uri=${encodeURIComponent(`${world.service.publicUrl}/auth/silent`)}`,
        `${world.service.publicUrl}/oidc`,
      )
      expect(silentSignIn.leadsTo).toContain('error=login_required')
    },
  )

  it('can be requested only for roles within the tree of the caller, however the role is identified', { tags: ['H-4.21'] }, async () => {
    const role = await attach(other, { tenant: 'otherCustomer', mail: 'foreign@links.test' })
    const person = String(role['userOid'])
    const own = await attach(customer, { tenant: 'managed', mail: 'own@links.test' })
    for (const oid of [
      role['oid'],
      `${person}/${tenant('managed')}`,
      `${String(own['userOid'])}/${tenant('otherCustomer')}`,
      `${person}/platform`,
      person,
      `${String(own['oid'])}/${tenant('otherCustomer')}`,
      `${String(own['oid'])}\0`,
      '../platform',
    ])
      expect((await requestInvitation(customer, oid)).status, String(oid)).toBe(404)
    const { rows } = (await write((queries) => sql`select from invitation_link where person_oid = ${person}`.execute(queries))) as {
      rows: []
    }
    expect(rows).toEqual([])
    await choosePassword(await invite(customer, own))
    const viewer = await signIn('own@links.test')
    expect((await requestInvitation(viewer, own['oid'])).status).toBe(403)
  })
})
