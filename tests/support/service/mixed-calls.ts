import { randomUUID } from 'node:crypto'
import type { RunningService } from './service.ts'

/** People of the demo world with very different rights: everything, a branch, one customer, forty tenants, read-only. */
const PEOPLE = ['owner', 'vad', 'msp', 'reseller', 'customer', 'many', 'viewer'].map((name) => `${name}@demo.test`)

/** A reading call of a person, and its response while nobody else calls. */
interface ReadCall {
  mail: string
  path: string
  answer: string
}

/** Copies of the service behind the pooler, called in turn. */
export interface MixedCalls {
  copies: readonly RunningService[]
  calls: number
  /** Number of concurrent calls. */
  width: number
}

/** Makes the calls one after the other on a copy that nobody else uses, to get the expected responses. */
export async function expectedReads(alone: RunningService): Promise<ReadCall[]> {
  const homes = new Map<string, string>()
  for (const mail of PEOPLE) homes.set(mail, (await homeOf(alone, mail)) ?? '')
  const reads: ReadCall[] = []
  for (const mail of PEOPLE) {
    const others = PEOPLE.filter((other) => other !== mail).map((other) => homes.get(other) ?? '')
    for (const path of pathsOf(homes.get(mail) ?? '', others)) reads.push({ mail, path, answer: await answerOf(alone, { mail, path }) })
  }
  return reads
}

/** Repeats all reads in mixed order; returns a description of every response that differs from the expected one. */
export async function repeatReadsMixed(reads: readonly ReadCall[], { copies, calls, width }: MixedCalls): Promise<string[]> {
  const wrong: string[] = []
  await inParallel({ calls, width }, async (call) => {
    // A step that shares no divisor with the number of reads reaches all of them.
    const read = reads[(call * 37) % reads.length]
    const copy = copies[call % copies.length]
    if (read === undefined || copy === undefined) return
    const answer = await answerOf(copy, read)
    if (answer !== read.answer) wrong.push(`${read.mail} ${read.path}: ${answer.slice(0, 300)} instead of ${read.answer.slice(0, 300)}`)
  })
  return wrong
}

/** Creates customers as several people at once, and reads each as its creator and as a person without access; returns every deviation. */
export async function writeMixed({ copies, calls, width }: MixedCalls, prefix: string): Promise<string[]> {
  const writers = PEOPLE.filter((mail) => /^(?:msp|reseller)@/.test(mail))
  const [first] = copies
  if (first === undefined) return ['no copy runs']
  const homes = await Promise.all(writers.map((mail) => homeOf(first, mail)))
  const wrong: string[] = []
  await inParallel({ calls, width }, async (call) => {
    const copy = copies[call % copies.length] ?? first
    const [mail = '', parentOid] = [writers[call % writers.length], homes[call % writers.length]]
    const record = {
      parentOid,
      type: 'managed_customer',
      name: `${prefix} ${call}`,
      contactName: 'P',
      contactEmail: 'p@test.example',
      createAdmin: false,
    }
    const headers = { 'idempotency-key': randomUUID() }
    const made = await copy.call(mail, '/api/v1/customers', { method: 'POST', body: JSON.stringify({ data: [record] }), headers })
    const { data } = (await made.json()) as { data?: { oid: string; parentOid: string }[] }
    const one = data?.[0]
    const other = copies[(call + 1) % copies.length] ?? first
    const seen = [mail, 'customer@demo.test'].map(
      async (as) => (await consumeBody(await other.call(as, `/api/v1/customers/${one?.oid}`))).status,
    )
    const found = [made.status, one?.parentOid, ...(await Promise.all(seen))]
    if (JSON.stringify(found) !== JSON.stringify([201, parentOid, 200, 404])) wrong.push(`${mail} ${call}: ${JSON.stringify(found)}`)
  })
  return wrong
}

function pathsOf(home: string, others: readonly string[]): string[] {
  return [
    '/api/user/v2/info',
    '/api/v1/partners?size=50&sort=name',
    '/api/v1/customers?size=50&sort=name',
    '/api/v1/userroles?size=50',
    `/api/v1/customers?parentTenantOid=${home}&size=20&filter=name=ilike=%25a%25`,
    `/api/inventory/v1/appliances/${home}?size=20`,
    `/journal/api/v1/journal/entries/${home}/Customers?limit=10`,
    ...others.flatMap((oid) => [`/api/v1/customers/${oid}`, `/api/v1/customers?parentTenantOid=${oid}&size=5`]),
  ]
}

async function homeOf(service: RunningService, mail: string): Promise<string | undefined> {
  const { data } = (await (await service.call(mail, '/api/user/v2/info')).json()) as { data: { tenant?: { id: string } }[] }
  return data[0]?.tenant?.id
}

/** Status and body, without the request id, which differs on every call. */
async function answerOf(service: RunningService, { mail, path }: Pick<ReadCall, 'mail' | 'path'>): Promise<string> {
  const answer = await service.call(mail, path)
  return `${answer.status} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`
}

async function consumeBody(answer: Response): Promise<Response> {
  await answer.text()
  return answer
}

async function inParallel({ calls, width }: Pick<MixedCalls, 'calls' | 'width'>, work: (call: number) => Promise<void>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    while (next < calls) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, run))
}
