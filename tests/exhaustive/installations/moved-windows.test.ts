import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBalancedCopies, type BalancedCopies, type Balancer } from '../../support/service/balancer.ts'
import type { RunningService } from '../../support/service/service.ts'

const PERSON = 'owner@demo.test'

/** What a window of live troubleshooting is sent, as far as it is looked at. */
interface LiveData {
  stepMs: number
  wans: { identifier: string; isEnabled: boolean; samples: number[][] }[]
}

describe('a window of live troubleshooting whose copy of the service ends', () => {
  let world: BalancedCopies
  let balancer: Balancer
  let copies: readonly RunningService[] = []
  beforeAll(async () => {
    world = await startBalancedCopies()
    ;({ balancer, copies } = world)
  })
  afterAll(() => world.stop())

  it('goes on with another copy, and misses no sample', async () => {
    const window = await openWindow()
    const first = await window.data()
    const last = first[0]?.samples.at(-1)?.[0] ?? 0
    expect(await copies[0]?.end('SIGTERM')).toBe(0)
    await sleep(3_000)
    const next = await window.data(last)
    expect(balancer.answers.at(-1)).toBe('1 200')
    const times = next[0]?.samples.map(([time]) => time ?? 0) ?? []
    expect(times.length).toBeGreaterThan(0)
    expect(times).toEqual(times.map((_, index) => last + (index + 1) * window.stepMs()))
  })

  /** Opens a session for a box of the demo world, and its window, over the balancer. */
  async function openWindow(): Promise<{ data(since?: number): Promise<LiveData['wans']>; stepMs(): number }> {
    const [one] = copies
    if (one === undefined) throw new Error('no copy runs')
    const headers = { authorization: `Bearer ${await one.token(PERSON)}`, 'content-type': 'application/json' }
    const { overlay, box } = await findBox(headers)
    const body = JSON.stringify({ data: [{ edgeBoxId: box['id'], edgeBoxName: box['name'] }] })
    const opened = await fetch(`${balancer.origin}/livemon/v1/${overlay}/sessions`, { method: 'POST', headers, body })
    if (opened.status !== 201) throw new Error(await opened.text())
    const { data } = (await opened.json()) as { data: { oid: string }[] }
    const path = `${balancer.origin}/livemon/v1/${overlay}/view/${data[0]?.oid}/`
    const page = await (await fetch(path, { headers: { cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' } })).text()
    const token = /data-token="([^"]+)"/.exec(page)?.[1] ?? ''
    let stepMs = 0
    return {
      async data(since) {
        const form = new URLSearchParams({ token, ...(since !== undefined && { since: String(since / 1000) }) })
        const answer = await fetch(`${path}data`, { method: 'POST', body: form })
        const [live] = ((await answer.json()) as { data: LiveData[] }).data
        stepMs = live?.stepMs ?? 0
        return live?.wans.filter(({ isEnabled }) => isEnabled) ?? []
      },
      stepMs: () => stepMs,
    }
  }

  /** The first edge box of the demo world with an appliance, and its overlay. */
  async function findBox(headers: Record<string, string>): Promise<{ overlay: string; box: Record<string, string> }> {
    const read = async (path: string, overlay = ''): Promise<Record<string, string>[]> => {
      const answer = await fetch(balancer.origin + path, { headers: { ...headers, ...(overlay && { 'x-overlay-oid': overlay }) } })
      return ((await answer.json()) as { data?: Record<string, string>[] }).data ?? []
    }
    for (const { oid: overlay = '' } of await read('/api/v1/customers?size=100'))
      for (const box of await read('/api/v1/edgeBoxes?size=50', overlay)) if (box['serialNumber']) return { overlay, box }
    throw new Error('the demo world has no box with an appliance')
  }
})
