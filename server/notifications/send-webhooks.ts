import { sql } from 'kysely'
import type { DeliveryAttempt, Notification } from '../../schemas/subscriptions.ts'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { tableOf } from '../entities/model/field.ts'
import { keepNotifications } from './keep-messages.ts'
import { newOid } from '../db/new-oid.ts'
import { noteAttempt, takeDeliveries, type StoredDelivery } from './deliveries.ts'
import { postWebhook, type FindAddresses, type PostOutcome } from './post-webhook.ts'
import { recipient } from './recipients.ts'
import type { TellingMetrics } from './telling-metrics.ts'
import { webhookPolicyOf } from './webhook-policy.ts'
import { signedHeaders, webhookBody } from './webhook-message.ts'
import { newWebhookSecret, openWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'
import { SUBSCRIPTION } from './watch.ts'

/** How webhooks are sent. */
export interface Sending {
  database: Database
  metrics?: TellingMetrics | undefined
  /** @default the name service of the system */
  find?: FindAddresses
  timeoutMs?: number
}

/** An address that has not answered for so long is given up, until somebody sees to it. */
const GIVEN_UP_DAYS = 3

/** Sends what is due, one message of a subscription after the other; answers how many there were. Safe on many copies of the service. */
export async function sendWebhooks(sending: Sending, { limit = 10, busy = [] as readonly string[] } = {}): Promise<number> {
  const due = await takeDeliveries(sending.database, { channel: 'webhook', limit, busy })
  const watches = new Set(due.map(({ watchOid }) => watchOid))
  await Promise.all(
    [...watches].map(async (watchOid) => {
      for (const delivery of due.filter((one) => one.watchOid === watchOid)) await sendOne(sending, delivery)
    }),
  )
  return due.length
}

interface Receiver {
  url: string
  secrets: string[]
}

async function sendOne(sending: Sending, delivery: StoredDelivery): Promise<void> {
  const { database, metrics } = sending
  const [receiver, owner] = [await receiverOf(database, delivery), await recipient(database, delivery.personOid)]
  const body = receiver && owner && (await webhookBody(database, owner, delivery))
  if (receiver === undefined || body === undefined) {
    await database.transaction(EVERYTHING, (queries) => noteAttempt(queries, delivery, { state: 'withdrawn' }))
    metrics?.delivered('webhook', 'withdrawn')
    return
  }
  const at = new Date()
  const outcome = await postTo(sending, { receiver, body, oid: delivery.oid, at })
  const state = outcome.error === undefined ? 'delivered' : 'failing'
  const attempt: DeliveryAttempt = { at: at.toISOString(), ...outcome }
  await database.transaction(EVERYTHING, async (queries) => {
    await noteAttempt(queries, delivery, { attempt, state })
    if (state === 'delivered') await noteWorking(queries, delivery)
    else await noteFailing(queries, delivery)
  })
  metrics?.delivered('webhook', state === 'delivered' ? 'delivered' : 'failed')
}

function postTo(
  { database, find, timeoutMs }: Sending,
  { receiver, body, oid, at }: { receiver: Receiver; body: string; oid: string; at: Date },
): Promise<PostOutcome> {
  const headers = signedHeaders(body, { oid, at, secrets: receiver.secrets })
  const policy = webhookPolicyOf(database)
  return postWebhook({ url: receiver.url, headers, body, policy, ...(find && { find }), ...(timeoutMs !== undefined && { timeoutMs }) })
}

interface StoredReceiver {
  url: string | null
  isActive: boolean
  isStopped: boolean
  secret: string | null
  former: string | null
}

/** Where a message goes, and the secrets that sign it; undefined where it goes nowhere any more. Tests go to addresses that were given up, too. */
async function receiverOf(database: Database, { tenantOid, watchOid, kind }: StoredDelivery): Promise<Receiver | undefined> {
  return database.transaction(EVERYTHING, async (queries) => {
    const { rows } =
      await sql<StoredReceiver>`select w.webhook_url as url, w.is_active as "isActive", w.stopped_at is not null as "isStopped", w.secret,
      case when w.former_until > now() then w.former_secret end as former from watch w where w.tenant_oid = ${tenantOid} and w.oid = ${watchOid}`.execute(
        queries,
      )
    const [found] = rows
    const url = found?.url ?? null
    if (found === undefined || url === null || (kind !== 'test' && (!found.isActive || found.isStopped))) return undefined
    const key = database.secretKey
    const secret =
      found.secret === null ? await firstSecret(queries, { tenantOid, watchOid, key }) : openWebhookSecret(found.secret, watchOid, key)
    return { url, secrets: [secret, ...(found.former === null ? [] : [openWebhookSecret(found.former, watchOid, key)])] }
  })
}

async function firstSecret(
  queries: Queries,
  { tenantOid, watchOid, key }: { tenantOid: string; watchOid: string; key: Buffer },
): Promise<string> {
  const secret = newWebhookSecret()
  await sql`update watch set secret = ${sealWebhookSecret(secret, watchOid, key)} where tenant_oid = ${tenantOid} and oid = ${watchOid}`.execute(
    queries,
  )
  return secret
}

/** Makes a new secret; the one of before signs as well for a day, so that receivers can be changed meanwhile. It is told this once. */
export async function renewSecret(database: Database, { tenantOid, oid }: { tenantOid: string; oid: string }): Promise<string> {
  const secret = newWebhookSecret()
  await database.transaction(EVERYTHING, (queries) =>
    sql`update watch set former_secret = secret, former_until = now() + interval '1 day', secret = ${sealWebhookSecret(secret, oid, database.secretKey)}
      where tenant_oid = ${tenantOid} and oid = ${oid}`.execute(queries),
  )
  return secret
}

async function noteWorking(queries: Queries, { tenantOid, watchOid }: StoredDelivery): Promise<void> {
  await sql`update watch set failing_since = null, stopped_at = null where tenant_oid = ${tenantOid} and oid = ${watchOid}
    and (failing_since is not null or stopped_at is not null)`.execute(queries)
  await showState(queries, { tenantOid, watchOid, state: 'working' })
}

async function noteFailing(queries: Queries, delivery: StoredDelivery): Promise<void> {
  const { tenantOid, watchOid } = delivery
  const { rows } = await sql<{
    isGivenUp: boolean
    ownerOid: string
    name: string
  }>`update watch w set failing_since = coalesce(w.failing_since, now()),
      stopped_at = case when w.failing_since < now() - make_interval(days => ${GIVEN_UP_DAYS}) then coalesce(w.stopped_at, now()) end
    where w.tenant_oid = ${tenantOid} and w.oid = ${watchOid}
    returning w.stopped_at = now() as "isGivenUp", w.owner_oid as "ownerOid", w.name`.execute(queries)
  const [found] = rows
  if (found === undefined) return
  await showState(queries, { tenantOid, watchOid, state: found.isGivenUp ? 'stopped' : 'failing' })
  if (found.isGivenUp) await tellOwner(queries, delivery, found)
}

/** The owner learns by the bell that nothing is sent to the address any more. */
async function tellOwner(
  queries: Queries,
  { tenantOid, watchOid }: StoredDelivery,
  { ownerOid, name }: { ownerOid: string; name: string },
): Promise<void> {
  const watch = { oid: watchOid, tenantOid, name }
  const kind: Notification['kind'] = 'stopped'
  await keepNotifications(queries, [
    { watch, personOid: ownerOid, kind, actionId: newOid(), byName: null, at: new Date(), total: 0, items: [] },
  ])
}

/** What people see of it stands in the record, which is not changed by anybody thereby. */
async function showState(
  queries: Queries,
  { tenantOid, watchOid, state }: { tenantOid: string; watchOid: string; state: 'working' | 'failing' | 'stopped' },
): Promise<void> {
  await sql`update ${sql.raw(tableOf(SUBSCRIPTION))} set data = data || ${JSON.stringify({ webhookState: state })}::jsonb
    where tenant_oid = ${tenantOid} and oid = ${watchOid} and data->>'webhookState' is distinct from ${state}`.execute(queries)
}
