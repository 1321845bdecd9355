import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { Browser } from '../../../server/identity/browser.ts'
import {
  choosePassword,
  PASSWORD,
  invitationWorld,
  confirmPassword,
  linkStatus,
  OTHER_PASSWORD,
} from '../../support/api/invitation-world.ts'
import { mailCatcher, type CaughtMail } from '../../support/service/mail-catcher.ts'
import { text } from '../../support/browser/texts.ts'

const catcher = await mailCatcher()
const world = invitationWorld(18238, {
  SMTP_URL: `smtp://console:tide%20table@127.0.0.1:${catcher.port}`,
  MAIL_FROM: 'console@example.org',
})
const { requestInvitation, attach, detach, signIn, reachableTenants, stateOf, write } = world
const [owner, customer] = ['owner', 'customer'] as const

beforeEach(() => {
  catcher.mails.length = 0
  catcher.refuse(false)
})
afterAll(() => catcher.close())

interface SentInvitation {
  /** The link that the inviter sees. */
  shown: string
  /** The link that only the mail contains. */
  mailed: string
  mail: CaughtMail
}

async function sendInvitation(as: string, role: Rec): Promise<SentInvitation> {
  const { status, body } = await requestInvitation(as, role['oid'])
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
  it('is sent to the invited address from the configured one, with the same content in text and HTML', { tags: ['H-4.6'] }, async () => {
    const { mail, shown, mailed } = await sendInvitation(customer, await attach(customer, { tenant: 'managed', mail: 'first@mails.test' }))
    expect(mail).toMatchObject({ from: 'console@example.org', to: ['first@mails.test'], credentials: 'console:tide table' })
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

  it('is written in the language of the invited person, or else of the person who invites', { tags: ['H-4.6'] }, async () => {
    const role = await attach(customer, { tenant: 'managed', mail: 'langue@mails.test' })
    const setLocale = (mail: string, locale: string): Promise<unknown> =>
      write((queries) => sql`update person set locale = ${locale} where mail = ${mail}`.execute(queries))
    const subject = async (): Promise<string> => (await sendInvitation(customer, role)).mail.subject
    const expectedSubject = (language: string): string =>
      text('identity.mail.subject', { product: text('identity.product', {}, language) }, language)
    await setLocale('managed@world.test', 'de')
    expect(await subject()).toBe(expectedSubject('de'))
    for (const language of ['fr', 'es', 'en']) {
      await setLocale('langue@mails.test', language)
      expect(await subject()).toBe(expectedSubject(language))
    }
    await setLocale('managed@world.test', '')
  })

  it('contains names of people as text, without markup, links or line breaks', { tags: ['H-4.6'] }, async () => {
    const { oid } = await world.service.world.caller('managed@world.test')
    const rename = (name: string): Promise<unknown> =>
      write((queries) => sql`update person set name = ${name} where oid = ${oid}`.execute(queries))
    await rename('<b>Eve</b>\n\nhttps://evil.example/')
    const { mail, mailed } = await sendInvitation(customer, await attach(customer, { tenant: 'managed', mail: 'text@mails.test' }))
    await rename('managed')
    expect(mail.parts['text/html']).toContain('&lt;b&gt;Eve&lt;/b&gt; https://evil.example/')
    expect(mail.parts['text/html']?.match(/<a /g)).toHaveLength(1)
    expect(mail.parts['text/plain']?.match(/^http.*$/gm)).toEqual([mailed])
  })

  it('proves the address, which activates the roles that any tenant gave it', { tags: ['H-4.7'] }, async () => {
    const mail = 'everybody@mails.test'
    const platformRole = await attach(owner, { tenant: 'platform', mail, role: 'sa' })
    const { mailed } = await sendInvitation(customer, await attach(customer, { tenant: 'managed', mail }))
    expect((await choosePassword(mailed)).status).toBe(200)
    expect(await stateOf(platformRole)).toBe('active')
    expect(await reachableTenants(await signIn(mail), 'managed', 'platform')).toEqual(['managed', 'platform'])
    expect(await stateOf(await attach(owner, { tenant: 'otherMsp', mail }))).toBe('active')
  })

  it('does not prove the address when the link shown to the inviter is used instead', { tags: ['H-4.7'] }, async () => {
    const mail = 'shown@mails.test'
    const platformRole = await attach(owner, { tenant: 'platform', mail, role: 'sa' })
    const role = await attach(customer, { tenant: 'managed', mail })
    const { shown, mailed } = await sendInvitation(customer, role)
    expect((await choosePassword(shown)).status).toBe(200)
    expect([await stateOf(role), await stateOf(platformRole)]).toEqual(['active', 'pending'])
    expect(await linkStatus(mailed)).toBe(404)
  })

  it(
    'gives the account to the reader of the mail, even if somebody has taken it before with the shown link',
    { tags: ['H-4.20'] },
    async () => {
      const mail = 'taken@mails.test'
      const { shown } = await sendInvitation(customer, await attach(customer, { tenant: 'managed', mail }))
      await choosePassword(shown)
      const takerToken = await signIn(mail)
      const { mailed } = await sendInvitation(owner, await attach(owner, { tenant: 'platform', mail, role: 'sa' }))
      // The present password is not accepted: somebody else may have set it.
      expect((await confirmPassword(mailed, PASSWORD)).status).toBe(422)
      expect((await choosePassword(mailed, OTHER_PASSWORD)).status).toBe(200)
      expect(await reachableTenants(await signIn(mail, OTHER_PASSWORD), 'platform', 'managed')).toEqual(['platform', 'managed'])
      expect((await world.call(takerToken, '/api/user/v2/info')).status).toBe(401)
      expect(await world.service.signIn(mail, PASSWORD)).toBeUndefined()
    },
  )

  it('becomes invalid as the shown link does: by a newer invitation, by detaching the role, by the first sign-in', async () => {
    const mail = 'ends@mails.test'
    const role = await attach(customer, { tenant: 'managed', mail })
    const [early, late] = [await sendInvitation(customer, role), await sendInvitation(customer, role)]
    expect([await linkStatus(early.mailed), await linkStatus(early.shown), await linkStatus(late.mailed)]).toEqual([404, 404, 200])
    await detach(customer, role)
    expect(await linkStatus(late.mailed)).toBe(404)
    const again = await sendInvitation(customer, await attach(customer, { tenant: 'managed', mail }))
    const other = await sendInvitation(owner, await attach(owner, { tenant: 'vad', mail }))
    await choosePassword(again.shown)
    await signIn(mail)
    expect([await linkStatus(other.mailed), await linkStatus(other.shown)]).toEqual([404, 404])
  })

  it('is reported as not sent if the mail server refuses it, and the shown link still works', { tags: ['H-4.8'] }, async () => {
    const role = await attach(customer, { tenant: 'managed', mail: 'refused@mails.test' })
    catcher.refuse(true)
    const { status, body } = await requestInvitation(customer, role['oid'])
    expect(status).toBe(201)
    expect(body.data[0]).toMatchObject({ mailed: false, warning: text('user-role.notice.notMailed') })
    expect((await choosePassword(String(body.data[0]?.['link']))).status).toBe(200)
  })

  it('is not sent where the invitation is refused', { tags: ['H-4.8'] }, async () => {
    const role = await attach(owner, { tenant: 'otherCustomer', mail: 'unsent@mails.test' })
    expect((await requestInvitation(customer, role['oid'])).status).toBe(404)
    expect(catcher.mails).toEqual([])
    expect((await new Browser().go(`${world.service.publicUrl}/oidc/invitation?token=x`)).status).toBe(404)
  })
})
