import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { Browser } from '../../../server/identity/browser.ts'
import { begin, CHOSEN, invitationWorld, join, opens, OTHER } from '../../support/api/invitation-world.ts'
import { mailCatcher, type CaughtMail } from '../../support/service/mail-catcher.ts'
import { text } from '../../support/browser/texts.ts'

const catcher = await mailCatcher()
const at = invitationWorld(18238, {
  SMTP_URL: `smtp://console:tide%20table@127.0.0.1:${catcher.port}`,
  MAIL_FROM: 'console@example.org',
})
const { ask, attach, detach, enter, reaches, stateOf, write } = at
const [owner, customer] = ['owner', 'customer'] as const

beforeEach(() => {
  catcher.mails.length = 0
  catcher.refuse(false)
})
afterAll(() => catcher.close())

interface Sent {
  /** What is shown to whoever invites. */
  shown: string
  /** What only the address gets. */
  mailed: string
  mail: CaughtMail
}

async function send(as: string, role: Rec): Promise<Sent> {
  const { status, body } = await ask(as, role['oid'])
  expect(status).toBe(201)
  expect(body.data[0]).toMatchObject({ mailed: true })
  const mail = catcher.mails.at(-1)
  if (mail === undefined) throw new Error('nothing was mailed')
  return { shown: String(body.data[0]?.['link']), mailed: linkIn(mail), mail }
}

function linkIn({ parts }: CaughtMail): string {
  return /^http\S+$/m.exec(parts['text/plain'] ?? '')?.[0] ?? ''
}

describe('an invitation that is mailed', () => {
  it('goes to the address, from the one that is configured, in text and HTML that say the same', { tags: ['H-4.6'] }, async () => {
    const { mail, shown, mailed } = await send(customer, await attach(customer, { at: 'managed', mail: 'first@mails.test' }))
    expect(mail).toMatchObject({ from: 'console@example.org', to: ['first@mails.test'], by: 'console:tide table' })
    expect(mail.subject).toBe(text('identity.mail.subject', { product: text('identity.product') }))
    const about = text('identity.mail.about', { issuer: 'managed', tenant: 'managed', role: text('identity.role.viewer') })
    for (const part of ['text/plain', 'text/html']) {
      expect(mail.parts[part]).toContain(about)
      expect(mail.parts[part]).toContain(text('identity.mail.until', { hours: 72 }))
      expect(mail.parts[part]).toContain(mailed)
      expect(mail.parts[part]).not.toContain(new URL(shown).searchParams.get('token'))
    }
    expect(mailed).toMatch(/\/oidc\/invitation\?token=[\w-]{43}$/)
    expect(mailed).not.toBe(shown)
  })

  it('speaks the language of whoever is invited, else that of whoever invites', { tags: ['H-4.6'] }, async () => {
    const role = await attach(customer, { at: 'managed', mail: 'langue@mails.test' })
    const speaks = (mail: string, locale: string): Promise<unknown> =>
      write((queries) => sql`update person set locale = ${locale} where mail = ${mail}`.execute(queries))
    const subject = async (): Promise<string> => (await send(customer, role)).mail.subject
    const named = (language: string): string => text('identity.mail.subject', { product: text('identity.product', {}, language) }, language)
    await speaks('managed@world.test', 'de')
    expect(await subject()).toBe(named('de'))
    for (const language of ['fr', 'es', 'en']) {
      await speaks('langue@mails.test', language)
      expect(await subject()).toBe(named(language))
    }
    await speaks('managed@world.test', '')
  })

  it('holds what people are called as text', { tags: ['H-4.6'] }, async () => {
    const { oid } = await at.service.world.caller('managed@world.test')
    const call = (name: string): Promise<unknown> =>
      write((queries) => sql`update person set name = ${name} where oid = ${oid}`.execute(queries))
    await call('<b>Eve</b>\n\nhttps://evil.example/')
    const { mail, mailed } = await send(customer, await attach(customer, { at: 'managed', mail: 'text@mails.test' }))
    await call('managed')
    expect(mail.parts['text/html']).toContain('&lt;b&gt;Eve&lt;/b&gt; https://evil.example/')
    expect(mail.parts['text/html']?.match(/<a /g)).toHaveLength(1)
    expect(mail.parts['text/plain']?.match(/^http.*$/gm)).toEqual([mailed])
  })

  it('proves the address to everybody who has given it a role', { tags: ['H-4.7'] }, async () => {
    const mail = 'everybody@mails.test'
    const above = await attach(owner, { at: 'platform', mail, role: 'sa' })
    const { mailed } = await send(customer, await attach(customer, { at: 'managed', mail }))
    expect((await begin(mailed)).status).toBe(200)
    expect(await stateOf(above)).toBe('active')
    expect(await reaches(await enter(mail), 'managed', 'platform')).toEqual(['managed', 'platform'])
    expect(await stateOf(await attach(owner, { at: 'otherMsp', mail }))).toBe('active')
  })

  it('proves nothing by the link that is shown beside it', { tags: ['H-4.7'] }, async () => {
    const mail = 'shown@mails.test'
    const above = await attach(owner, { at: 'platform', mail, role: 'sa' })
    const role = await attach(customer, { at: 'managed', mail })
    const { shown, mailed } = await send(customer, role)
    expect((await begin(shown)).status).toBe(200)
    expect([await stateOf(role), await stateOf(above)]).toEqual(['active', 'pending'])
    expect(await opens(mailed)).toBe(404)
  })

  it('gives the account to whoever reads the mail, and takes it from whoever used another link before', { tags: ['H-4.20'] }, async () => {
    const mail = 'taken@mails.test'
    const { shown } = await send(customer, await attach(customer, { at: 'managed', mail }))
    await begin(shown)
    const taker = await enter(mail)
    const { mailed } = await send(owner, await attach(owner, { at: 'platform', mail, role: 'sa' }))
    // Their password is not asked for: the account may be somebody else's.
    expect((await join(mailed, CHOSEN)).status).toBe(422)
    expect((await begin(mailed, OTHER)).status).toBe(200)
    expect(await reaches(await enter(mail, OTHER), 'platform', 'managed')).toEqual(['platform', 'managed'])
    expect((await at.call(taker, '/api/user/v2/info')).status).toBe(401)
    expect(await at.service.signIn(mail, CHOSEN)).toBeUndefined()
  })

  it('ends as the other link does: by a newer one, by detaching, by the first sign-in', async () => {
    const mail = 'ends@mails.test'
    const role = await attach(customer, { at: 'managed', mail })
    const [early, late] = [await send(customer, role), await send(customer, role)]
    expect([await opens(early.mailed), await opens(early.shown), await opens(late.mailed)]).toEqual([404, 404, 200])
    await detach(customer, role)
    expect(await opens(late.mailed)).toBe(404)
    const again = await send(customer, await attach(customer, { at: 'managed', mail }))
    const other = await send(owner, await attach(owner, { at: 'vad', mail }))
    await begin(again.shown)
    await enter(mail)
    expect([await opens(other.mailed), await opens(other.shown)]).toEqual([404, 404])
  })

  it('that the server does not take is told, and the link that is shown serves all the same', { tags: ['H-4.8'] }, async () => {
    const role = await attach(customer, { at: 'managed', mail: 'refused@mails.test' })
    catcher.refuse(true)
    const { status, body } = await ask(customer, role['oid'])
    expect(status).toBe(201)
    expect(body.data[0]).toMatchObject({ mailed: false, warning: text('user-role.notice.notMailed') })
    expect((await begin(String(body.data[0]?.['link']))).status).toBe(200)
  })

  it('is not sent where the invitation is refused', { tags: ['H-4.8'] }, async () => {
    const role = await attach(owner, { at: 'otherCustomer', mail: 'unsent@mails.test' })
    expect((await ask(customer, role['oid'])).status).toBe(404)
    expect(catcher.mails).toEqual([])
    expect((await new Browser().go(`${at.service.publicUrl}/oidc/invitation?token=x`)).status).toBe(404)
  })
})
