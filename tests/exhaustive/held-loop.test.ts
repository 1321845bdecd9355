import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_LIMIT } from '../../server/plugins/security.ts'
import { OWNER } from '../support/api/api-world.ts'
import { heavyBodies, heavyQueries, type HeavyCall } from '../support/service/heavy-calls.ts'
import { watchedService, type WatchedService } from '../support/service/watched-client.ts'

/** BUDGETS: no request holds the event loop longer, whatever its body. */
const BUDGET_MS = 50
/** What holds the loop in itself does so every time; code that runs for the first time, or a machine that is busy, does not. */
const TRIES = 4
const PLAN_BYTES = 2 * 1024 * 1024
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE']

describe('the event loop', () => {
  let service: WatchedService
  let place: { token: string; oid: Record<string, string>; bytes: number }
  beforeAll(async () => {
    service = await watchedService()
    place = { token: await service.token(OWNER), oid: service.oid, bytes: BODY_LIMIT }
  })
  afterAll(() => service?.close())

  /** The shortest of several tries, for calls that took longer than they may. */
  async function heldBy(call: HeavyCall): Promise<number> {
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && least > BUDGET_MS; tries++) {
      const { status, heldMs } = await service.send(call)
      expect(status, `${call.method} ${call.url.slice(0, 80)}: ${call.what}`).toBeLessThan(500)
      least = Math.min(least, heldMs)
    }
    return least
  }

  async function holdNobody(calls: readonly HeavyCall[]): Promise<void> {
    const held: string[] = []
    for (const call of calls) {
      const heldMs = await heldBy(call)
      if (heldMs > BUDGET_MS) held.push(`${call.method} ${call.url.slice(0, 80)}: ${call.what}: ${Math.round(heldMs)} ms`)
    }
    expect(held).toEqual([])
  }

  it('is held by no body of any route, whatever is in it', { tags: ['H-6.1'] }, async () => {
    const writing = service.routes.filter(({ method }) => WRITING.includes(method))
    expect(writing.length).toBeGreaterThan(50)
    // The largest record of all, with the longest lists.
    const whole = new Set(['POST /api/v1/edgeBoxes'])
    await holdNobody(
      writing.flatMap((route, turn) => heavyBodies(route, place, { turn, isAll: whole.has(`${route.method} ${route.url}`) })),
    )
  })

  it('is held by no plan, whatever is in it', { tags: ['H-6.1'] }, async () => {
    const plans = service.routes.find(({ method, url }) => method === 'POST' && url === '/api/v1/plans')
    if (plans === undefined) throw new Error('there is no route for plans')
    await holdNobody(heavyBodies(plans, { ...place, bytes: PLAN_BYTES }, { turn: 0, isAll: true }))
  })

  it('is held by no query and no header of any route', { tags: ['H-6.1'] }, async () => {
    const reading = service.routes.filter(({ method }) => method === 'GET')
    await holdNobody(reading.flatMap((route, turn) => heavyQueries(route, place, { turn, isAll: turn % 40 === 0 })))
  })
})
