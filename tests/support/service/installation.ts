import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { PLATFORM_OID } from '../../../server/domain/platform.ts'
import { expectWholeJournal, PLAIN_SERVICE } from './away.ts'
import { startService, type RunningService } from './service.ts'

export interface InstallationOptions {
  /** Whether an empty database gets the demo world instead of only the platform owner. @default false */
  demo?: boolean
  /** Names of customers that already exist. */
  customers?: readonly string[]
}

const IMPORTED = 50

/**
 * Proves that the service works with a database: starts one that installs or upgrades it, writes, imports, lists and searches, restarts
 * on the same data, and leaves a valid journal. Returns the names of the customers that it created.
 */
export async function proveInstallation(
  DATABASE_URL: string,
  { demo = false, customers = [] }: InstallationOptions = {},
): Promise<string[]> {
  const prefix = `Proof ${randomBytes(3).toString('hex')}`
  const env = { ...PLAIN_SERVICE, DATABASE_URL, DEMO: demo ? 'on' : 'off' }
  const service = await startService({ env })
  try {
    if (demo && customers.length === 0) expect(await countOf(service, '/api/v1/partners?size=1')).toBe(20)
    const made = await writeAll(service, prefix)
    await expectFound(service, [...customers, ...made])
    expect(await service.end()).toBe(0)
    await service.restart()
    await expectFound(service, [...customers, ...made])
    return made
  } finally {
    await service.dispose()
    await expectWholeJournal(DATABASE_URL)
  }
}

/** Creates a partner with one call and its customers with one import; returns the customers' names. */
async function writeAll(service: RunningService, prefix: string): Promise<string[]> {
  const contact = { contactName: 'Proof', contactEmail: 'proof@test.example' }
  const partner = { parentOid: PLATFORM_OID, type: 'msp', name: prefix, createAdmin: true, ...contact }
  const { data } = await send<{ data: { oid: string }[] }>(service, '/api/v1/partners', { data: [partner] })
  const parentOid = data[0]?.oid
  const names = Array.from({ length: IMPORTED }, (_, row) => `${prefix} row ${row}`)
  const changes = names.map((name, row) => ({
    parentOid,
    type: 'managed_customer',
    name,
    apoDomain: `row-${row}.example`,
    createAdmin: false,
    ...contact,
  }))
  const items = changes.map((change) => ({ entity: 'customer', action: 'create', changes: change }))
  const { applied } = await send<{ applied: boolean }>(service, '/api/v1/plans', { items, source: 'bulk', tenantOid: parentOid })
  expect(applied).toBe(true)
  return names
}

async function expectFound(service: RunningService, names: readonly string[]): Promise<void> {
  for (const prefix of new Set(names.map((name) => name.replace(/ row \d+$/, '')))) {
    const expected = names.filter((name) => name.startsWith(prefix)).length
    const filter = encodeURIComponent(`name=ilike="%${prefix.slice(1)}%"`)
    expect(await countOf(service, `/api/v1/customers?size=1&filter=${filter}`), prefix).toBe(expected)
  }
}

async function countOf({ origin }: RunningService, path: string): Promise<number> {
  const answer = await fetch(origin + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { meta: { totalCount: number } }).meta.totalCount
}

async function send<T>({ origin }: RunningService, path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 1_000)}`)
  return (await answer.json()) as T
}
