import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../schemas/tenancy.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { Browser } from '../../../server/identity/browser.ts'
import { age, begin, changeRole, CHOSEN, invitationWorld, join, opens, OTHER } from '../../support/api/invitation-world.ts'

// What is decided here does not depend on the database: one place is enough.
const at = invitationWorld(18236)
const { attach, ask, call, detach, enter, invite, reaches, stateOf, tenant, told, write } = at
const [owner, customer, msp, other] = ['owner', 'customer', 'msp', 'other'] as const

describe('a link for an address that is not proven', () => {
  it(
    'kept until somebody above has attached the same address opens what its issuer could give, and nothing else',
    { tags: ['H-4.15'] },
    async () => {
      const mail = 'kept@attack.test'
      const link = await invite(customer, await attach(customer, { at: 'managed', mail }))
      const above = await attach(owner, { at: 'platform', mail, role: 'sa' })
      expect((await begin(link)).status).toBe(200)
      const token = await enter(mail)
      expect(await reaches(token, 'managed', 'msp', 'platform')).toEqual(['managed'])
      const { body } = await call(token, '/api/user/v1/context')
      expect(body.data[0]).toMatchObject({ scopes: [{ oid: tenant('managed') }] })
      expect(await stateOf(above)).toBe('pending')
      expect(await told('managed', 4)).toEqual(['confirmation', 'update', 'invitation', 'creation'])
    },
  )

  it('used at once by its issuer gets nothing of what others give to the address later', { tags: ['H-4.16'] }, async () => {
    const mail = 'victim@attack.test'
    await begin(await invite(customer, await attach(customer, { at: 'managed', mail })))
    const token = await enter(mail)
    await attach(owner, { at: 'platform', mail, role: 'sa' })
    await attach(msp, { at: 'diy', mail })
    for (const one of [token, await enter(mail)]) expect(await reaches(one, 'managed', 'diy', 'platform')).toEqual(['managed'])
  })

  it('gets nothing of what was given with all access either', { tags: ['H-4.17'] }, async () => {
    const mail = 'everywhere@attack.test'
    await attach(owner, { at: 'platform', mail, role: 'sa' })
    await write((queries) => sql`update person set all_access = true where mail = ${mail}`.execute(queries))
    await begin(await invite(customer, await attach(customer, { at: 'managed', mail })))
    const token = await enter(mail)
    const tenants = (await call(token, '/api/user/v2/tenants?size=100')).body.data
    expect(JSON.stringify(tenants)).not.toContain(tenant('otherMsp'))
    expect(await reaches(token, 'platform', 'vad', 'otherMsp', 'managed')).toEqual(['managed'])
    const { status } = await call(token, '/api/v1/partners?parentTenantOid=all')
    expect([403, 404, 200]).toContain(status)
    if (status === 200) expect((await call(token, '/api/v1/partners?parentTenantOid=all')).body.data).toEqual([])
  })

  it('gives nothing that was raised above what its issuer could give, before or after it was used', { tags: ['H-4.18'] }, async () => {
    await at.service.world.grant('domain@attack.test', tenant('msp'), 'domain_manager')
    const manager = await at.service.arrive('domain@attack.test')
    const raise = ({ oid }: Rec, role: Role): Promise<void> => changeRole(at, owner, { oid, role })
    const before = await attach(manager, { at: 'msp', mail: 'raised-before@attack.test' })
    const link = await invite(manager, before)
    await raise(before, 'admin')
    expect(await opens(link)).toBe(404)

    const after = await attach(manager, { at: 'msp', mail: 'raised-after@attack.test' })
    await begin(await invite(manager, after))
    const token = await enter('raised-after@attack.test')
    expect(await reaches(token, 'msp')).toEqual(['msp'])
    await raise(after, 'admin')
    expect(await reaches(token, 'msp')).toEqual([])
    expect(await stateOf(after)).toBe('pending')
    expect((await told('msp', 2)).toSorted()).toEqual(['update', 'waiting'])
    // What the issuer could give, too, counts at once.
    await raise(after, 'viewer')
    expect(await reaches(token, 'msp')).toEqual(['msp'])
    expect(await stateOf(after)).toBe('active')
  })
})

describe('a link', () => {
  it('ends by a newer one, by its use, and when two use it at once one of them does', { tags: ['H-4.9'] }, async () => {
    const role = await attach(customer, { at: 'managed', mail: 'newer@links.test' })
    const early = await invite(customer, role)
    const late = await invite(customer, role)
    expect([await opens(early), await opens(late)]).toEqual([404, 200])
    expect((await begin(early)).status).toBe(404)
    const answers = await Promise.all([CHOSEN, OTHER, CHOSEN, OTHER].map((password) => begin(late, password)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    expect(await opens(late)).toBe(404)
    expect((await ask(customer, role['oid'])).body.errors[0]).toMatchObject({ key: 'user-role.because.come' })
  })

  it('ends after 72 hours', { tags: ['H-4.10'] }, async () => {
    const role = await attach(customer, { at: 'managed', mail: 'late@links.test' })
    const { body } = await ask(customer, role['oid'])
    const [{ link, expiresAt }] = body.data as unknown as [{ link: string; expiresAt: string }]
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(71.9)
    expect(hours).toBeLessThanOrEqual(72)
    await age(at, role['userOid'], '71 hours 59 minutes')
    expect(await opens(link)).toBe(200)
    await age(at, role['userOid'], '1 minute')
    expect(await opens(link)).toBe(404)
    expect((await begin(link)).status).toBe(404)
  })

  it('ends with the role, and does not come back with it', { tags: ['H-4.4', 'H-4.11'] }, async () => {
    const mail = 'detached@links.test'
    const role = await attach(customer, { at: 'managed', mail })
    const link = await invite(customer, role)
    await detach(customer, role)
    expect(await opens(link)).toBe(404)
    await attach(customer, { at: 'managed', mail })
    expect(await opens(link)).toBe(404)
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
    expect(await opens(again)).toBe(404)
  })

  it('ends with the right of its issuer to give the role', { tags: ['H-4.11'] }, async () => {
    await at.service.world.grant('second@links.test', tenant('managed'), 'admin')
    const second = await at.service.arrive('second@links.test')
    const role = await attach(second, { at: 'managed', mail: 'orphan@links.test' })
    const link = await invite(second, role)
    expect(await opens(link)).toBe(200)
    await at.service.world.grant('second@links.test', tenant('managed'), 'viewer')
    expect(await opens(link)).toBe(404)
    expect((await begin(link)).status).toBe(404)
    expect(await stateOf(role)).toBe('pending')
    await at.service.world.grant('second@links.test', tenant('managed'), 'admin')
    await write((queries) => sql`update person set state = 'removed' where mail = 'second@links.test'`.execute(queries))
    expect(await opens(link)).toBe(404)
  })

  it('of each of two tenants opens what that tenant gave, to whoever has the account', { tags: ['H-4.19'] }, async () => {
    const mail = 'shared@links.test'
    const [one, two] = [await attach(customer, { at: 'managed', mail }), await attach(other, { at: 'otherCustomer', mail })]
    const [first, second] = [await invite(customer, one), await invite(other, two)]
    expect((await begin(first)).status).toBe(200)
    expect([await stateOf(one), await stateOf(two)]).toEqual(['active', 'pending'])
    // Without the password of the account the second link gives nobody anything: not its issuer, who would get what the first one gave.
    expect((await begin(second, OTHER)).status).toBe(422)
    expect((await join(second, OTHER)).status).toBe(422)
    expect(await at.service.signIn(mail, OTHER)).toBeUndefined()
    expect((await join(second, CHOSEN)).status).toBe(200)
    expect([await stateOf(one), await stateOf(two)]).toEqual(['active', 'active'])
    expect(await reaches(await enter(mail), 'managed', 'otherCustomer', 'msp', 'otherMsp')).toEqual(['managed', 'otherCustomer'])
  })

  it('ends with the first sign-in, whoever made it; a later one takes the password of the account', { tags: ['H-4.11'] }, async () => {
    const mail = 'arrived@links.test'
    const [one, two] = [await attach(customer, { at: 'managed', mail }), await attach(other, { at: 'otherCustomer', mail })]
    const [first, second] = [await invite(customer, one), await invite(other, two)]
    await begin(first)
    const token = await enter(mail)
    expect(await opens(second)).toBe(404)
    expect((await join(second, CHOSEN)).status).toBe(404)
    const later = await invite(other, two)
    expect((await join(later, CHOSEN)).status).toBe(200)
    expect(await reaches(token, 'managed', 'otherCustomer')).toEqual(['managed', 'otherCustomer'])
  })

  it(
    'for somebody whom nobody else counts on gives the account anew: whoever had it before has nothing any more',
    { tags: ['H-4.20'] },
    async () => {
      const mail = 'squatted@links.test'
      const role = await attach(customer, { at: 'managed', mail })
      await begin(await invite(customer, role))
      const browser = new Browser()
      const squatter = (await at.service.signIn(mail, CHOSEN, browser))?.access ?? ''
      expect(await reaches(squatter, 'managed')).toEqual(['managed'])
      await detach(owner, role)
      const link = await invite(owner, await attach(owner, { at: 'platform', mail, role: 'sa' }))
      expect((await begin(link, OTHER)).status).toBe(200)
      expect(await reaches(await enter(mail, OTHER), 'platform')).toEqual(['platform'])
      // Its tokens run for half an hour and its session for half a day: neither is this person's.
      expect((await call(squatter, '/api/user/v2/info')).status).toBe(401)
      expect(await at.service.signIn(mail, CHOSEN)).toBeUndefined()
      const silently = await browser.follow(
        `${at.service.publicUrl}/oidc/auth?client_id=console&response_type=code&scope=openid&prompt=none&state=s&code_challenge=${'c'.repeat(43)}&code_challenge_method=S256&redirect_uri=${encodeURIComponent(`${at.service.publicUrl}/auth/silent`)}`,
        `${at.service.publicUrl}/oidc`,
      )
      expect(silently.leadsTo).toContain('error=login_required')
    },
  )

  it('is made for roles of one’s own part of the tree alone, however they are named', { tags: ['H-4.21'] }, async () => {
    const role = await attach(other, { at: 'otherCustomer', mail: 'foreign@links.test' })
    const person = String(role['userOid'])
    const own = await attach(customer, { at: 'managed', mail: 'own@links.test' })
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
      expect((await ask(customer, oid)).status, String(oid)).toBe(404)
    const { rows } = (await write((queries) => sql`select from invitation_link where person_oid = ${person}`.execute(queries))) as {
      rows: []
    }
    expect(rows).toEqual([])
    const viewer = await enter('shared@links.test')
    expect((await ask(viewer, own['oid'])).status).toBe(403)
  })
})
