import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { NotifiedItem } from '../../schemas/subscriptions.ts'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { chooseLanguage, type Language, type Translate } from '../identity/pages/texts.ts'
import type { Mailer } from '../mail/mailer.ts'
import { stillReadable } from './bell.ts'
import { noteAttempt, takeDeliveries, type StoredDelivery } from './deliveries.ts'
import { notificationMail, type MailPart } from './notification-mail.ts'
import { recipient } from './recipients.ts'
import type { TellingMetrics } from './telling-metrics.ts'

/** How mails are sent. */
export interface Mailing {
  database: Database
  mailer: Mailer
  publicUrl: string
  texts: (language: Language) => Translate
  metrics?: TellingMetrics | undefined
}

/** Messages that one step takes; those of one person become one mail. */
const MOST = 100

/** Sends what is due by mail, and answers how many messages there were. Safe on many copies of the service. */
export async function sendMails(mailing: Mailing): Promise<number> {
  const due = await takeDeliveries(mailing.database, { channel: 'mail', limit: MOST })
  for (const person of new Set(due.map(({ personOid }) => personOid)))
    await sendTo(
      mailing,
      person,
      due.filter(({ personOid }) => personOid === person),
    )
  return due.length
}

async function sendTo(
  { database, mailer, publicUrl, texts, metrics }: Mailing,
  personOid: string,
  messages: readonly StoredDelivery[],
): Promise<void> {
  const caller = await recipient(database, personOid)
  const parts: (MailPart & { message: StoredDelivery })[] = []
  for (const message of messages) {
    const items: NotifiedItem[] = caller === undefined ? [] : await stillReadable(database, caller, message.items)
    const isWanted = items.length > 0 && (await isSubscribed(database, message))
    if (isWanted)
      parts.push({
        message,
        title: message.title,
        by: message.byName,
        total: message.total - message.items.length + items.length,
        items,
        unsubscribe: unsubscribeUrl(publicUrl, message, database.secretKey),
      })
    else await database.transaction(EVERYTHING, (queries) => noteAttempt(queries, message, { state: 'withdrawn' }))
  }
  if (caller === undefined || parts.length === 0) return
  const language = chooseLanguage([caller.locale])
  const began = Date.now()
  let error: string | undefined
  try {
    await mailer.send(notificationMail({ to: caller.mail, publicUrl, parts }, { t: texts(language), language }))
  } catch (failure) {
    error = failure instanceof Error ? failure.message.slice(0, 300) : String(failure)
  }
  const attempt = { at: new Date(began).toISOString(), ms: Date.now() - began, ...(error !== undefined && { error }) }
  await database.transaction(EVERYTHING, async (queries) => {
    for (const { message } of parts) await noteAttempt(queries, message, { attempt, state: error === undefined ? 'delivered' : 'failing' })
  })
  for (const _ of parts) metrics?.delivered('mail', error === undefined ? 'delivered' : 'failed')
}

async function isSubscribed(database: Database, { tenantOid, watchOid, personOid }: StoredDelivery): Promise<boolean> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<{
      is: boolean
    }>`select exists (select from watch w where w.tenant_oid = ${tenantOid} and w.oid = ${watchOid} and w.is_active and w.mail)
      and not exists (select from unsubscribed u where u.tenant_oid = ${tenantOid} and u.watch_oid = ${watchOid} and u.person_oid = ${personOid}) as "is"`.execute(
      queries,
    ),
  )
  return rows[0]?.is === true
}

type Unsubscribed = Pick<StoredDelivery, 'tenantOid' | 'watchOid' | 'personOid'>

/** An address by which whoever got a mail gets no more of it, without signing in. */
function unsubscribeUrl(publicUrl: string, { tenantOid, watchOid, personOid }: Unsubscribed, secretKey: Buffer): string {
  const named = Buffer.from(JSON.stringify([tenantOid, watchOid, personOid])).toString('base64url')
  return `${publicUrl}/notifications/unsubscribe/${named}.${signature(named, secretKey)}`
}

function signature(named: string, secretKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'unsubscribe', 32))
  return createHmac('sha256', key).update(named).digest('base64url')
}

/** Ends the mails that the last part of an unsubscribing address names; false where the service has not made it. */
export async function unsubscribe(database: Database, token: string): Promise<boolean> {
  const [named = '', signed = ''] = token.split('.')
  const expected = Buffer.from(signature(named, database.secretKey))
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const [tenantOid, watchOid, personOid] = JSON.parse(Buffer.from(named, 'base64url').toString()) as [string, string, string]
  await database.transaction(EVERYTHING, (queries) =>
    sql`insert into unsubscribed (tenant_oid, watch_oid, person_oid) values (${tenantOid}, ${watchOid}, ${personOid}) on conflict do nothing`.execute(
      queries,
    ),
  )
  return true
}
