import { expect } from 'vitest'
import { PLATFORM_OID } from '../../../server/domain/platform.ts'
import { runSql } from './administrator.ts'
import { startLoad, type Load, type LoadError, type LoadResult } from './load.ts'
import type { Outage } from './replicas.ts'
import { verifyJournalOf } from './run-script.ts'
import type { RunningService } from './service.ts'

/** How long after an outage calls may still be refused. */
const GRACE_MS = 2_000

/** Environment of a service without demo world and sign-in: every caller is the platform owner. */
export const PLAIN_SERVICE = {
  SECRET_KEY: '07'.repeat(32),
  OIDC_CLIENT_ID: '',
  DEMO: 'off',
  OWNER_MAIL: 'owner@load.test',
  DATABASE_POOL_SIZE: '5',
}

/** Starts six clients on the copies of a service, below a new partner. */
export async function startLoadOn(copies: readonly RunningService[], prefix: string): Promise<Load> {
  const [first] = copies
  if (first === undefined) throw new Error('no copy runs')
  const parentOid = await createPartner(first.origin, prefix)
  return startLoad({ origins: copies.map(({ origin }) => origin), clients: 6, prefix, parentOid })
}

/** Creates a partner that may have customers, on a service where every caller is the platform owner; answers its oid. */
export async function createPartner(origin: string, name: string): Promise<string> {
  const partner = {
    parentOid: PLATFORM_OID,
    type: 'msp',
    name,
    contactName: 'Load',
    contactEmail: 'load@test.example',
    createAdmin: false,
  }
  const answer = await fetch(`${origin}/api/v1/partners`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: [partner] }),
  })
  const { data } = (await answer.json()) as { data?: { oid: string }[] }
  const oid = data?.[0]?.oid
  if (oid === undefined) throw new Error(`the partner was not made: ${answer.status}`)
  return oid
}

/** Expects every error to be retryable and within an outage or shortly after, and every client to succeed after the last outage. */
export function expectErrorsOnlyDuring(outages: readonly Outage[], { errors, lastSuccessMs, reads }: LoadResult): void {
  expect(summaryOf(errors.filter((error) => !isRetryable(error)))).toEqual({})
  const isWithin = (atMs: number): boolean => outages.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs + GRACE_MS)
  expect(summaryOf(errors.filter(({ atMs }) => !isWithin(atMs)))).toEqual({})
  expect(Math.min(...lastSuccessMs)).toBeGreaterThan(outages.at(-1)?.toMs ?? 0)
  expect(reads).toBeGreaterThan(0)
}

/** Number of errors of each kind. */
function summaryOf(errors: readonly LoadError[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, text } of errors) {
    const kind = `${status} ${text.replaceAll(/[\da-f-]{36}/g, '…').slice(0, 300)}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** Whether the error is a problem document with a `Retry-After`. 409: the first call with the same key is still running. */
function isRetryable({ status, type, retryAfter }: LoadError): boolean {
  return (status === 503 || status === 409) && type.startsWith('application/problem+json') && Number(retryAfter) > 0
}

/** Expects every acknowledged record to be stored once, with one creation in the journal, and no other records. */
export async function expectStoredOnce(
  administratorUrl: string,
  prefix: string,
  { acknowledged, open }: Pick<LoadResult, 'acknowledged' | 'open'>,
): Promise<void> {
  const stored = await namesIn(
    administratorUrl,
    `select data->>'name' as name from entity.customer where starts_with(data->>'name', $1)`,
    prefix,
  )
  const journalled = await namesIn(
    administratorUrl,
    `select entry->'subject'->>'name' as name from journal where entry->>'eventType' = 'creation' and starts_with(entry->'subject'->>'name', $1)`,
    prefix,
  )
  const known = new Set([...acknowledged, ...open])
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
  expect(stored.filter((name) => !known.has(name))).toEqual([])
  expect(duplicates(stored)).toEqual([])
  expect(journalled.toSorted()).toEqual(stored.toSorted())
}

async function namesIn(url: string, statement: string, prefix: string): Promise<string[]> {
  return (await runSql<{ name: string }>(url, statement, [`${prefix} `])).map(({ name }) => name)
}

function duplicates(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

/** Expects all copies to be still running. */
export function expectRunning(copies: readonly RunningService[]): void {
  expect(copies.filter((copy) => !copy.isRunning()).map((copy) => copy.output().slice(-2_000))).toEqual([])
}

/** Expects the journal to verify without faults. */
export async function expectWholeJournal(DATABASE_URL: string): Promise<void> {
  const { code, output } = await verifyJournalOf({ DATABASE_URL, SECRET_KEY: PLAIN_SERVICE.SECRET_KEY })
  expect([code, output]).toEqual([0, expect.stringContaining(' 0 faults')])
}
