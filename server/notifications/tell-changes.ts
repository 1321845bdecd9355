import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { readInOrder } from '../db/sql-parts.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import type { StoredEntry } from '../journal/read-entries.ts'
import { itemsFor, type ToldEntries } from './collect-messages.ts'
import { keepDeliveries, keepNotifications, type Message } from './keep-messages.ts'
import { recipient, recipientsOf } from './recipients.ts'
import { watchesOf, type Watch } from './watch.ts'

/** A note of the outbox: entries of one tenant's journal. */
interface Note {
  tenantOid: string
  oid: string
  tenantPath: string
  firstSeq: number
  lastSeq: number
  writtenAt: string
  /** How often it was begun; whoever began it last ends it. */
  tries: number
}

/** How telling goes about it. */
export interface Telling {
  database: Database
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Whether mails are sent at all. */
  isMailing: boolean
}

/** Notes that one step takes, and entries that one transaction tells of. */
const NOTES = 20
const ENTRIES = 500
/** A copy that ends midway leaves its notes to others after this time. */
const LEASE_SECONDS = 120
/** A note that fails so often holds something that cannot be told; it is given up. */
const MAX_TRIES = 20

/** Tells people and webhooks of what the outbox notes, and says how many notes there were. Safe on many copies of the service at once. */
export async function tellChanges(telling: Telling): Promise<number> {
  const notes = await takeNotes(telling.database)
  for (const note of notes) {
    try {
      await tellNote(telling, note)
    } catch (error) {
      telling.log.warn({ err: error, tenant: note.tenantOid, tries: note.tries }, 'nobody could be told of a change')
      await putBack(telling.database, note)
    }
  }
  return notes.length
}

async function takeNotes(database: Database): Promise<Note[]> {
  return database.transaction(EVERYTHING, async (queries) => {
    await readInOrder(queries)
    const { rows } = await sql<Note & { firstSeq: string; lastSeq: string }>`update outbox o set tries = o.tries + 1,
      due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where (o.tenant_oid, o.oid) in (select n.tenant_oid, n.oid from outbox n where n.due_at <= now() order by n.due_at limit ${NOTES} for update skip locked)
      returning o.tenant_oid as "tenantOid", o.oid, o.tenant_path as "tenantPath", o.first_seq as "firstSeq", o.last_seq as "lastSeq",
        to_char(o.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "writtenAt", o.tries`.execute(queries)
    return rows
      .map((row) => ({ ...row, firstSeq: Number(row.firstSeq), lastSeq: Number(row.lastSeq) }))
      .toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  })
}

async function putBack(database: Database, { tenantOid, oid, tries }: Note): Promise<void> {
  await database.transaction(EVERYTHING, async (queries) => {
    if (tries >= MAX_TRIES)
      await sql`delete from outbox where tenant_oid = ${tenantOid} and oid = ${oid} and tries = ${tries}`.execute(queries)
    else
      await sql`update outbox set due_at = now() + make_interval(secs => ${Math.min(2 ** tries, 600)})
        where tenant_oid = ${tenantOid} and oid = ${oid} and tries = ${tries}`.execute(queries)
  })
}

async function tellNote(telling: Telling, note: Note): Promise<void> {
  for (let from = note.firstSeq; from <= note.lastSeq; from += ENTRIES) {
    const to = Math.min(from + ENTRIES - 1, note.lastSeq)
    const told = await readNote(telling.database, note, { from, to })
    const messages = told === undefined ? [] : await messagesOf(telling, told)
    if (!(await keep(telling, { note, next: to + 1, messages }))) return
  }
}

interface Told extends ToldEntries {
  watches: readonly { watch: Watch; people: readonly string[] }[]
  /** People who want no mails of a subscription, as `<subscription> <person>`. */
  unsubscribed: ReadonlySet<string>
}

/** The entries, and who subscribed; undefined once the tenant is deleted. */
async function readNote(database: Database, note: Note, { from, to }: { from: number; to: number }): Promise<Told | undefined> {
  return database.withScope(EVERYTHING, async (queries) => {
    const node = (await loadTenants(queries, [note.tenantOid])).get(note.tenantOid)
    const found = node && (await watchesOf(queries, note.tenantPath))
    if (node === undefined || found === undefined || found.length === 0) return undefined
    const { rows } = await sql<{ entry: StoredEntry }>`select entry from journal where tenant_oid = ${note.tenantOid}
      and seq between ${from} and ${to} and created_at = ${note.writtenAt}::timestamptz order by seq`.execute(queries)
    const watches = []
    for (const watch of found) watches.push({ watch, people: await recipientsOf(queries, watch) })
    return { node, entries: rows.map(({ entry }) => entry), watches, unsubscribed: await unsubscribedFrom(queries, found) }
  })
}

async function unsubscribedFrom(queries: Queries, watches: readonly Watch[]): Promise<Set<string>> {
  const { rows } = await sql<{ watch: string; person: string }>`select watch_oid as watch, person_oid as person from unsubscribed
    where watch_oid = any(${watches.map(({ oid }) => oid)}::text[])`.execute(queries)
  return new Set(rows.map(({ watch, person }) => `${watch} ${person}`))
}

/** Messages by the way that they go. */
interface Messages {
  bell: Message[]
  mail: Message[]
  webhook: Message[]
}

async function messagesOf({ database, isMailing }: Telling, told: Told): Promise<Messages[]> {
  const all: Messages[] = []
  const [first] = told.entries
  if (first === undefined) return all
  for (const { watch, people } of told.watches) {
    const hasWebhook = watch.webhookUrl !== null && !watch.isStopped
    for (const personOid of new Set([...people, ...(hasWebhook ? [watch.ownerOid] : [])])) {
      const caller = await recipient(database, personOid)
      if (caller === undefined) continue
      const items = await itemsFor(database, { watch, caller }, told)
      if (items.length === 0) continue
      const { actionId, principal, createdAt } = first
      const message = {
        watch,
        personOid,
        kind: 'changes' as const,
        actionId,
        byName: principal.name,
        at: new Date(createdAt),
        total: items.length,
        items,
      }
      const isTold = people.includes(personOid) && caller.kind === 'person'
      const isMailed = isTold && watch.mail && isMailing && !told.unsubscribed.has(`${watch.oid} ${personOid}`)
      all.push({
        bell: isTold && watch.bell ? [message] : [],
        mail: isMailed ? [message] : [],
        webhook: hasWebhook && personOid === watch.ownerOid ? [message] : [],
      })
    }
  }
  return all
}

/** Stores messages and how far the note is told in one transaction; false where another copy has taken it over. */
async function keep(
  { database }: Telling,
  { note, next, messages }: { note: Note; next: number; messages: readonly Messages[] },
): Promise<boolean> {
  const { tenantOid, oid, tries, lastSeq } = note
  return database.transaction(EVERYTHING, async (queries) => {
    const where = sql`tenant_oid = ${tenantOid} and oid = ${oid} and tries = ${tries}`
    const { numAffectedRows } =
      next > lastSeq
        ? await sql`delete from outbox where ${where}`.execute(queries)
        : await sql`update outbox set first_seq = ${next}, due_at = now() + make_interval(secs => ${LEASE_SECONDS}) where ${where}`.execute(
            queries,
          )
    if (Number(numAffectedRows) === 0) return false
    await keepNotifications(
      queries,
      messages.flatMap(({ bell }) => bell),
    )
    for (const channel of ['mail', 'webhook'] as const)
      await keepDeliveries(
        queries,
        channel,
        messages.flatMap((one) => one[channel]),
      )
    return true
  })
}
