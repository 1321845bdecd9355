import type { Role } from '../../schemas/tenancy.ts'
import { html } from '../identity/pages/markup.ts'
import type { Language, Translate } from '../identity/pages/texts.ts'
import { mailPage } from './mail-page.ts'
import type { Mail } from './mailer.ts'

/** What the mail of an invitation says. */
export interface InvitationMail {
  to: string
  link: string
  /** Hours until the link ends; absent: it does not. */
  hours?: number
  /** Who invites. */
  issuer: string
  tenant: string
  role: Role
}

/** The mail with which somebody begins, in one language. */
export function invitationMail({ t, language }: { t: Translate; language: Language }, invitation: InvitationMail): Mail {
  const { to, link, hours, issuer, tenant, role } = invitation
  const about = t('identity.mail.about', { issuer: oneLine(issuer), tenant: oneLine(tenant), role: t(`identity.role.${role}`) })
  const until = hours === undefined ? undefined : t('identity.mail.until', { hours })
  const otherwise = t('identity.mail.otherwise')
  const body = html`<p>${about}</p>
    <p><a href="${link}">${t('identity.mail.open')}</a></p>
    ${until !== undefined && html`<p>${until}</p>`}
    <p>${otherwise}</p>`
  return {
    to,
    subject: t('identity.mail.subject', { product: t('identity.product') }),
    text: [about, link, ...(until === undefined ? [] : [until]), otherwise, ''].join('\n\n'),
    html: mailPage({ language, title: t('identity.product') }, body),
  }
}

/** Names are what people typed: none of them begins a paragraph of its own. */
function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim()
}
