import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startService, type RunningService } from '../support/service.ts'

const ROUNDS = 50
const WRITERS = 8
const LONGEST_ROUND_MS = 20_000
const ACCOUNT = 'msp@demo.test'

let service: RunningService
let tenantOid = ''

beforeAll(async () => {
  service = await startService({ template: inject('demoData') })
  const info = (await (await service.call(ACCOUNT, '/api/user/v2/info')).json()) as { data: { tenant: { id: string } }[] }
  tenantOid = info.data[0]?.tenant.id ?? ''
})
afterAll(() => service.dispose())

describe('a service that is killed while it writes', () => {
  it(`loses no acknowledged write in ${ROUNDS} rounds, and leaves nothing half done`, async () => {
    const acknowledged = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const end = new AbortController()
      const writers = Promise.all(
        Array.from({ length: WRITERS }, (_, writer) => write(`crash ${round}-${writer}`, { end: end.signal, acknowledged })),
      )
      await Promise.race([untilSome(acknowledged, 2 + ((round * 7) % 23)), writers])
      await service.end('SIGKILL')
      end.abort()
      await writers
      await service.restart()
    }
    const stored = await storedNames()
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)
    expect([...acknowledged].filter((name) => !stored.has(name))).toEqual([])
    expect([...stored].filter((name) => !stored.has(otherOf(name)))).toEqual([])
  }, 900_000)
})

/** Resolves a moment after so many more writes were acknowledged, in the middle of others. */
async function untilSome(acknowledged: ReadonlySet<string>, more: number): Promise<void> {
  const goal = acknowledged.size + more
  for (let waited = 0; acknowledged.size < goal && waited < LONGEST_ROUND_MS; waited += 2) await sleep(2)
  await sleep(more)
}

/** Every plan made two customers: one name ends with a, the other with b. */
function otherOf(name: string): string {
  return name.slice(0, -1) + (name.endsWith('a') ? 'b' : 'a')
}

/** Creates pairs of customers, one plan each, until it is told to end or the service is gone. */
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
