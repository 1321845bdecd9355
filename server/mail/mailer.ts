import type { Transporter } from 'nodemailer'
import { Counter, type Registry } from 'prom-client'

/** How long the mail server may take for each step of a delivery: somebody waits for the answer. */
const STEP_MS = 10_000

/** A message to one person, as plain text and as HTML that says the same. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** Where mails go out. */
export interface MailSettings {
  /** `smtp://` (encrypted as soon as the server offers it) or `smtps://`, with the credentials in it. */
  url: string
  from: string
}

/** Hands mails to a mail server. */
export interface Mailer {
  /** Resolves once the server has taken the mail; rejects where it does not. */
  send(mail: Mail): Promise<void>
}

const mails = new Counter({
  name: 'mails_total',
  help: 'Mails that the mail server took, and those that it did not.',
  labelNames: ['outcome'] as const,
  registers: [],
})
for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)

export function registerMailMetrics(registry: Registry): void {
  registry.registerMetric(mails)
}

/** A mailer that opens a connection for each mail: there are few. */
export function createMailer({ url, from }: MailSettings): Mailer {
  let made: Promise<Transporter> | undefined
  return {
    async send({ to, ...mail }) {
      let outcome = 'failed'
      try {
        const transport = await (made ??= transportOf(url))
        await transport.sendMail({ from, to: { name: '', address: to }, ...mail })
        outcome = 'sent'
      } finally {
        mails.inc({ outcome })
      }
    },
  }
}

/** Resolves once the mail server lets this service in; rejects where it does not. */
export async function askMailServer({ url }: Pick<MailSettings, 'url'>): Promise<void> {
  await (await transportOf(url)).verify()
}

/** The library is loaded with the first mail: a start need not wait for it. */
async function transportOf(url: string): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    url,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    // Texts of people stand in mails: nothing in them names a file or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
