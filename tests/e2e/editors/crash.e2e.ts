import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry, PlanResult } from '../../../schemas/plan.ts'
import { runOnData } from '../../support/service/run-script.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { isExhaustive } from '../../support/extent.ts'

const ROUNDS = isExhaustive ? 50 : 2
const WRITERS = 8
const ROWS = isExhaustive ? 3_000 : 500
/** When to kill the service, as fractions of the time that applying takes; the short extent tries ever earlier, in case the call had ended. */
const KILLED_AT = isExhaustive ? [0.1, 0.4, 0.8, 0.97] : [0.4, 0.2, 0.1, 0.05]
const ROOT = resolve(import.meta.dirname, '..', '..', '..')
const LONGEST_ROUND_MS = 20_000
const ACCOUNT = 'msp@demo.test'

const service = demoService()
let tenantOid = ''

beforeAll(async () => {
  const info = (await (await service.call(ACCOUNT, '/api/user/v2/info')).json()) as { data: { tenant: { id: string } }[] }
  tenantOid = info.data[0]?.tenant.id ?? ''
})

describe('a service that is killed while it writes', () => {
  it(`loses no acknowledged write in ${ROUNDS} rounds, and leaves no plan half applied`, async () => {
    const acknowledged = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const end = new AbortController()
      const writers = Promise.all(
        Array.from({ length: WRITERS }, (_, writer) => write(`crash ${round}-${writer}`, { end: end.signal, acknowledged })),
      )
      await Promise.race([waitForWrites(acknowledged, 2 + ((round * 7) % 23)), writers])
      await service.end('SIGKILL')
      end.abort()
      await writers
      await service.restart()
    }
    const stored = await storedNames()
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)
    expect([...acknowledged].filter((name) => !stored.has(name))).toEqual([])
    expect([...stored].filter((name) => !stored.has(siblingOf(name)))).toEqual([])
  })
})

describe('a service that is killed while it applies a large spreadsheet', () => {
  it(`has stored all ${ROWS} rows with journal entry and response, or none; repeating the call results in exactly one import`, async () => {
    let appliedMs = await applyOnce('sheet whole')
    let rolledBack = 0
    for (const share of KILLED_AT) {
      const name = `sheet ${share * 100}`
      const before = await latestEntry()
      const call = apply(name).catch(() => undefined)
      await sleep(appliedMs * share)
      await service.end('SIGKILL')
      await call
      await service.restart()
      const rows = await rowsNamed(name)
      expect([0, ROWS]).toContain(rows)
      const after = await latestEntry()
      expect([name, after?.id !== before?.id]).toEqual([name, rows === ROWS])
      if (rows === 0) rolledBack += 1
      const repeatedMs = await applyOnce(name, rows === ROWS ? after?.actionId : undefined)
      if (rows === 0) appliedMs = repeatedMs
      if (rolledBack > 0 && !isExhaustive) break
    }
    expect(rolledBack).toBeGreaterThan(0)
    await service.end()
    const { code, output } = await runOnData(ROOT, 'scripts/journal-verify.ts', service.dataDir)
    expect([code, output]).toEqual([0, expect.stringContaining(' 0 faults')])
  })
})

/** Applies the plan, checks that it was applied completely and only once, and returns the duration in ms. */
async function applyOnce(name: string, expectedAction?: string): Promise<number> {
  const from = performance.now()
  const { actionId, counts } = await apply(name)
  const ms = performance.now() - from
  expect([counts.applied, await rowsNamed(name)]).toEqual([ROWS, ROWS])
  expect((await latestEntry())?.actionId).toBe(actionId)
  // A call that was carried out before the kill gets the response that was stored then.
  if (expectedAction !== undefined) expect(actionId).toBe(expectedAction)
  return ms
}

/** Sends one plan that creates every row of a spreadsheet, with the same idempotency key on every attempt. */
async function apply(name: string): Promise<PlanResult> {
  const items = Array.from({ length: ROWS }, (_, row) => ({
    entity: 'customer',
    action: 'create',
    changes: {
      parentOid: tenantOid,
      type: 'managed_customer',
      name: `${name} row ${row}`,
      apoDomain: `row-${row}.example`,
      contactName: 'Crash',
      contactEmail: 'crash@test.example',
      createAdmin: false,
    },
  }))
  const answer = await service.call(ACCOUNT, '/api/v1/plans', {
    method: 'POST',
    body: JSON.stringify({ items, source: 'bulk', tenantOid }),
    headers: { 'idempotency-key': name.replaceAll(' ', '-') },
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 1000)}`)
  return (await answer.json()) as PlanResult
}

async function rowsNamed(name: string): Promise<number> {
  const filter = encodeURIComponent(`name=ilike="${name} row %"`)
  const answer = await service.call(ACCOUNT, `/api/v1/customers?parentTenantOid=${tenantOid}&filter=${filter}&size=1`)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { meta: { totalCount: number } }).meta.totalCount
}

async function latestEntry(): Promise<JournalEntry | undefined> {
  const answer = await service.call(ACCOUNT, `/journal/api/v1/journal/entries/${tenantOid}/Customers?limit=1&sort=-creationDate`)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: JournalEntry[] }).data[0]
}

/** Resolves shortly after `more` further writes were acknowledged, while others are under way. */
async function waitForWrites(acknowledged: ReadonlySet<string>, more: number): Promise<void> {
  const goal = acknowledged.size + more
  for (let waited = 0; acknowledged.size < goal && waited < LONGEST_ROUND_MS; waited += 2) await sleep(2)
  await sleep(more)
}

/** Name of the other customer of a pair: one ends with a, the other with b. */
function siblingOf(name: string): string {
  return name.slice(0, -1) + (name.endsWith('a') ? 'b' : 'a')
}

/** Creates pairs of customers, one call per pair, until `end` is aborted; goes on trying while the service is down. */
async function write(name: string, { end, acknowledged }: { end: AbortSignal; acknowledged: Set<string> }): Promise<void> {
  for (let count = 0; !end.aborted; count++) {
    const pair = ['a', 'b'].map((part) => `${name}-${count} ${part}`)
    try {
      const body = JSON.stringify({
        data: pair.map((one) => ({
          type: 'managed_customer',
          name: one,
          contactName: 'Crash',
          contactEmail: 'crash@test.example',
          createAdmin: false,
        })),
      })
      const answer = await service.call(ACCOUNT, `/api/v1/customers?parentTenantOid=${tenantOid}`, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': `${name}-${count}`.replace(' ', '-') },
      })
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.json()
      for (const one of pair) acknowledged.add(one)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await sleep(20)
    }
  }
}

async function storedNames(): Promise<Set<string>> {
  const names = new Set<string>()
  for (let page = 1; ; page++) {
    const answer = await service.call(
      ACCOUNT,
      `/api/v1/customers?parentTenantOid=${tenantOid}&filter=${encodeURIComponent('name=ilike="%crash%"')}&size=100&page=${page}`,
    )
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    const { data } = (await answer.json()) as { data: { name: string }[] }
    if (data.length === 0) return names
    for (const { name } of data) names.add(name)
  }
}
