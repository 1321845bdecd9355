import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PLATFORM_OID } from '../../server/domain/platform.ts'
import { DEMO_PASSWORD } from '../../server/identity/accounts/credentials.ts'
import { signIn } from '../../scripts/tooling/sign-in.ts'
import { PUBLIC_URL } from './copies.ts'
import type { Sample } from './samples.ts'

/** A record as its only writer knows it. */
export interface Written {
  name: string
  oid?: string
  revision: number
  /** Value of the last acknowledged write; undefined until its creation was acknowledged. */
  value: string | undefined
  /** Value of a write that nobody acknowledged yet. */
  open?: string | undefined
  /** Acknowledged changes. */
  changes: number
}

/** Running clients and what they found. */
export interface Load {
  samples: Sample[]
  records: Written[]
  /** Refusals that repeating cannot mend; none is expected. */
  surprises: string[]
  /** Own acknowledged writes that a list did not show. */
  unseen: string[]
  /** Stops the clients after their current calls. */
  end(): Promise<void>
}

const [READERS, WRITERS, IMPORTERS] = [4, 4, 1]
const CHANGES_PER_RECORD = 4
const ROWS_PER_IMPORT = 30
const PAUSE_MS = 40
const CALL_TIMEOUT_MS = 30_000
/** How long a client goes on repeating its current call at the end. */
const LAST_TRIES_MS = 30_000
/** Below the lifetime of access tokens. */
const TOKEN_MS = 20 * 60_000
/** Who writes, and somebody who only reads: standbys answer the latter also while they lack a write. */
const [WRITER, READER] = ['owner@demo.test', 'many@demo.test']
export const PREFIX = 'Load'
/** Lists that both see. */
const EVERYWHERE = ['partners?size=20', `customers?size=20&filter=${encodeURIComponent('name=ilike="%import%"')}`]
const RETRIED = new Set([409, 429, 502, 503, 504, 507])
const CONTACT = { type: 'managed_customer', contactEmail: 'load@test.example', createAdmin: false }

/** Starts readers, of whom half write nothing, writers and importers below a partner of their own. */
export async function startLoad(): Promise<Load> {
  const client = new Client(WRITER)
  const reader = new Client(READER, client)
  const partner = { ...CONTACT, parentOid: PLATFORM_OID, type: 'msp', name: PREFIX, contactName: 'Load' }
  const parentOid = (await client.write('POST', '/api/v1/partners', { data: [partner] }))?.data?.[0]?.oid
  if (parentOid === undefined) throw new Error(`the partner of the load was not made: ${client.surprises.join()}`)
  const { records } = client
  const below = `customers?parentTenantOid=${parentOid}&size=20`
  const running = [
    ...Array.from({ length: READERS }, (_, number) => (number % 2 === 0 ? read(client, [below, ...EVERYWHERE]) : read(reader, EVERYWHERE))),
    ...Array.from({ length: WRITERS }, (_, number) => write(client, parentOid, number)),
    ...Array.from({ length: IMPORTERS }, (_, number) => importRows(client, parentOid, number)),
  ]
  return {
    samples: client.samples,
    records,
    surprises: client.surprises,
    unseen: client.unseen,
    async end() {
      client.endedMs = reader.endedMs = Date.now()
      await Promise.all(running)
    },
  }
}

interface Answer {
  data?: { oid: string; revision: number; contactName?: string }[]
  applied?: boolean
}

/** Repeats calls as the specifications ask of clients. */
class Client {
  readonly samples: Sample[]
  readonly records: Written[] = []
  readonly surprises: string[]
  readonly unseen: string[] = []
  endedMs: number | undefined
  readonly #mail: string
  #token = { text: '', untilMs: 0 }

  /** `notes`: where it tells what happened. */
  constructor(mail: string, notes: Pick<Client, 'samples' | 'surprises'> = { samples: [], surprises: [] }) {
    this.#mail = mail
    this.samples = notes.samples
    this.surprises = notes.surprises
  }

  isEnding(): boolean {
    return this.endedMs !== undefined
  }

  /** A write under one `Idempotency-Key`, however often it is sent. */
  write(method: string, path: string, body: object): Promise<Answer | undefined> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return this.call(path, { method, body: JSON.stringify(body), headers })
  }

  /** Repeats a call until it succeeds; undefined if it never did. */
  async call(path: string, init: RequestInit = {}): Promise<Answer | undefined> {
    for (;;) {
      const authorization = `Bearer ${await this.#authorised()}`
      const startedMs = Date.now()
      const answer = await once(path, { ...init, headers: { ...(init.headers as Record<string, string>), authorization } })
      const sample = { atMs: Date.now(), tookMs: Date.now() - startedMs }
      if (typeof answer.body === 'object') {
        this.samples.push(sample)
        return answer.body
      }
      const isTold = answer.type.startsWith('application/problem+json') && answer.retryAfterS > 0
      this.samples.push({ ...sample, error: `${init.method ?? 'GET'} ${answer.status}`, isTold })
      if (answer.status !== 0 && !RETRIED.has(answer.status)) {
        this.surprises.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${answer.body.slice(0, 500)}`)
        return undefined
      }
      if (this.endedMs !== undefined && Date.now() > this.endedMs + LAST_TRIES_MS) return undefined
      // Not longer than a second, so that the load sees the end of each event.
      await sleep(1_000 * Math.min(1, Math.max(0.1, answer.retryAfterS)))
    }
  }

  async #authorised(): Promise<string> {
    while (Date.now() > this.#token.untilMs) {
      const account = { mail: this.#mail, password: DEMO_PASSWORD }
      const tokens = await signIn(PUBLIC_URL, account).catch(() => undefined)
      if (tokens) this.#token = { text: tokens.accessToken, untilMs: Date.now() + TOKEN_MS }
      else await sleep(500)
    }
    return this.#token.text
  }
}

async function once(
  path: string,
  init: RequestInit,
): Promise<{ status: number; body: Answer | string; type: string; retryAfterS: number }> {
  try {
    const answer = await fetch(PUBLIC_URL + path, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    const [type, retryAfterS] = [answer.headers.get('content-type') ?? '', Number(answer.headers.get('retry-after') ?? 0)]
    const body = answer.ok ? ((await answer.json()) as Answer) : await answer.text()
    return { status: answer.status, body, type, retryAfterS }
  } catch (error) {
    return { status: 0, body: String(error), type: '', retryAfterS: 0 }
  }
}

async function read(client: Client, paths: readonly string[]): Promise<void> {
  for (let count = 0; !client.isEnding(); count++) {
    await client.call(`/api/v1/${paths[count % paths.length]}`)
    await sleep(PAUSE_MS)
  }
}

async function write(client: Client, parentOid: string, number: number): Promise<void> {
  for (let count = 0; !client.isEnding(); count++) {
    const record: Written = { name: `${PREFIX} ${number}-${count}`, revision: 0, value: undefined, open: 'made', changes: 0 }
    client.records.push(record)
    const made = { ...CONTACT, parentOid, name: record.name, contactName: 'made' }
    if (!acknowledge(record, await client.write('POST', '/api/v1/customers', { data: [made] }))) continue
    await lookFor(client, record)
    for (let change = 1; change <= CHANGES_PER_RECORD && !client.isEnding(); change++) {
      record.open = `changed ${change}`
      const { oid, revision } = record
      const answer = await client.write('PATCH', '/api/v1/customers', { data: [{ oid, revision, contactName: record.open }] })
      if (!acknowledge(record, answer)) break
      record.changes += 1
      await lookFor(client, record)
      await sleep(PAUSE_MS)
    }
  }
}

/** Notes if a list of the writer does not show the writer's last write. */
async function lookFor(client: Client, { name, value, open }: Written): Promise<void> {
  const answer = await client.call(`/api/v1/customers?size=20&filter=${encodeURIComponent(`name=="${name}"`)}`)
  const shown = answer?.data?.map(({ contactName = '' }) => contactName)
  if (shown !== undefined && !(shown.length === 1 && [value, open].includes(shown[0])))
    client.unseen.push(`unseen: ${name} is listed as '${shown.join()}' instead of '${value}'`)
}

/** Notes an acknowledged write; returns whether it was one. */
function acknowledge(record: Written, answer: Answer | undefined): boolean {
  const stored = answer?.data?.[0]
  if (stored === undefined) return false
  Object.assign(record, { oid: stored.oid, revision: stored.revision, value: record.open, open: undefined })
  return true
}

async function importRows(client: Client, parentOid: string, number: number): Promise<void> {
  const recordOf = (name: string): object => ({
    ...CONTACT,
    parentOid,
    name,
    contactName: 'imported',
    apoDomain: `${name.replaceAll(' ', '-').toLowerCase()}.example`,
  })
  for (let count = 0; !client.isEnding(); count++) {
    const names = Array.from({ length: ROWS_PER_IMPORT }, (_, row) => `${PREFIX} import ${number}-${count} row ${row}`)
    const rows = names.map((name): Written => ({ name, revision: 0, value: undefined, open: 'imported', changes: 0 }))
    client.records.push(...rows)
    const items = names.map((name) => ({ entity: 'customer', action: 'create', changes: recordOf(name) }))
    const answer = await client.write('POST', '/api/v1/plans', { items, source: 'bulk', tenantOid: parentOid })
    if (answer?.applied === true) for (const row of rows) Object.assign(row, { value: 'imported', open: undefined })
    else if (answer !== undefined) client.surprises.push(`an import was not applied: ${JSON.stringify(answer).slice(0, 500)}`)
    await sleep(500)
  }
}
