import type { NotifiedItem } from '../../schemas/subscriptions.ts'
import { html } from '../identity/pages/markup.ts'
import type { Language, Translate } from '../identity/pages/texts.ts'
import { mailPage } from '../mail/mail-page.ts'
import type { Mail } from '../mail/mailer.ts'

/** What one message says. */
export interface MailPart {
  /** Name of the subscription. */
  title: string
  by: string | null
  total: number
  items: readonly NotifiedItem[]
  /** Address that ends mails of the subscription. */
  unsubscribe: string
}

/** The records that a mail names of each message. */
const NAMED = 20

/** One mail about several messages, in the language of who gets it. */
export function notificationMail(
  { to, publicUrl, parts }: { to: string; publicUrl: string; parts: readonly MailPart[] },
  { t, language }: { t: Translate; language: Language },
): Mail {
  const titles = [...new Set(parts.map(({ title }) => oneLine(title)))]
  const [first = ''] = titles
  const told = parts.map((part) => ({ part, heading: headingOf(part, t), lines: linesOf(part, { t, publicUrl }) }))
  const [{ unsubscribe } = { unsubscribe: '' }] = parts
  return {
    to,
    subject: t('identity.notification.subject', { title: first, count: parts.length, product: t('identity.product') }),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    text: told
      .flatMap(({ heading, lines, part }) => [
        heading,
        ...lines.map(({ text, link }) => `- ${text}\n  ${link}`),
        `${t('identity.notification.unsubscribe', { title: oneLine(part.title) })}\n${part.unsubscribe}`,
        '',
      ])
      .join('\n'),
    html: mailPage(
      { language, title: t('identity.product') },
      html`${told.map(
        ({ heading, lines, part }) =>
          html`<h3>${heading}</h3>
            <ul>
              ${lines.map(({ text, link }) => html`<li><a href="${link}">${text}</a></li>`)}
            </ul>
            <p>
              <small><a href="${part.unsubscribe}">${t('identity.notification.unsubscribe', { title: oneLine(part.title) })}</a></small>
            </p>`,
      )}`,
    ),
  }
}

function headingOf({ title, by, total }: MailPart, t: Translate): string {
  const what = t('identity.notification.records', { count: total })
  return by === null ? `${oneLine(title)}: ${what}` : `${oneLine(title)}: ${what} · ${oneLine(by)}`
}

function linesOf({ items }: MailPart, { t, publicUrl }: { t: Translate; publicUrl: string }): { text: string; link: string }[] {
  return items.slice(0, NAMED).map(({ action, name, tenantName, tenantOid }) => ({
    text: t(`identity.notification.${action}`, { name: oneLine(name), tenant: oneLine(tenantName) }),
    link: `${publicUrl}/oid/${encodeURIComponent(tenantOid)}/`,
  }))
}

/** Names are what people typed: none of them begins a line of its own. */
function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim()
}
