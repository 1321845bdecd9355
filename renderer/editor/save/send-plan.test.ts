import { describe, expect, it, vi } from 'vitest'
import type { Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { RequestError } from '../../data/data-source.ts'
import { PlanKeys, sendPlan, sortRefusals } from './send-plan.ts'

const plan = (name: string): Plan => ({
  items: [{ entity: 'partner', action: 'update', oid: 'p', revision: 1, changes: { name } }],
  source: 'editor',
  tenantOid: 't',
})
const current = { oid: 'p', revision: 2, can: {} } satisfies ServedRecord

const result = (item: Partial<PlanResult['items'][number]>, applied: boolean): PlanResult => ({
  applied,
  dryRun: false,
  actionId: 'a',
  counts: { applied: 1, unchanged: 0, refused: 0 },
  items: [{ index: 0, verdict: applied ? 'applied' : 'refused', ...item }],
})
const failing = (init: ConstructorParameters<typeof RequestError>[0]) => ({ plan: () => Promise.reject(new RequestError(init)) })

describe('sending a plan of one item', () => {
  it('yields applied, stale, gone or refused, for every form of response', async () => {
    const keys = new PlanKeys()
    expect(await sendPlan({ plan: () => Promise.resolve(result({ oid: 'p' }, true)) }, plan('a'), keys)).toMatchObject({
      kind: 'applied',
      oid: 'p',
    })
    expect(await sendPlan({ plan: () => Promise.resolve(result({ current }, false)) }, plan('a'), keys)).toEqual({ kind: 'stale', current })
    expect(await sendPlan(failing({ status: 409, messages: [], current: [current] }), plan('a'), keys)).toEqual({ kind: 'stale', current })
    expect(await sendPlan(failing({ status: 404, messages: [] }), plan('a'), keys)).toEqual({ kind: 'gone' })
    expect(await sendPlan(failing({ status: 422, messages: ['m'], requestId: 'r' }), plan('a'), keys)).toMatchObject({
      kind: 'refused',
      error: { status: 422, requestId: 'r' },
    })
  })

  it('never yields gone for a create', async () => {
    const create: Plan = { ...plan('a'), items: [{ entity: 'partner', action: 'create', changes: {} }] }
    expect(await sendPlan(failing({ status: 404, messages: ['parent'] }), create, new PlanKeys())).toMatchObject({ kind: 'refused' })
  })

  it('reuses its idempotency key while the outcome is unknown, and takes a new one for different content', async () => {
    const keys = new PlanKeys()
    const send = vi.fn<(sent: Plan, options: { idempotencyKey: string }) => Promise<PlanResult>>(() =>
      Promise.reject(new RequestError({ status: 503, messages: ['down'] })),
    )
    await sendPlan({ plan: send }, plan('a'), keys)
    await sendPlan({ plan: send }, plan('a'), keys)
    await sendPlan({ plan: send }, plan('b'), keys)
    const [first, second, third] = send.mock.calls.map(([, options]) => options.idempotencyKey)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('takes a new idempotency key after a final response', async () => {
    const keys = new PlanKeys()
    const first = keys.keyOf(plan('a'))
    await sendPlan(failing({ status: 422, messages: ['m'] }), plan('a'), keys)
    expect(keys.keyOf(plan('a'))).not.toBe(first)
  })

  it('rethrows errors that are not responses of the service', async () => {
    await expect(sendPlan({ plan: () => Promise.reject(new TypeError('bug')) }, plan('a'), new PlanKeys())).rejects.toThrow('bug')
  })
})

const isShown = (pointer: string) => pointer.startsWith('/name') || pointer.startsWith('/wans')
const error = (pointer: string, key = 'k') => ({ pointer, key, message: 'm' })

describe('errors of a refused plan', () => {
  it('are assigned to their field, for plans and for single-record requests', () => {
    const { fields } = sortRefusals([error('/items/0/changes/name'), error('/data/0/wans/wan1/mtu')], isShown)
    expect(fields.map((refusal) => refusal.pointer)).toEqual(['/name', '/wans/wan1/mtu'])
  })

  it('are reduced to the first one of each field', () => {
    expect(sortRefusals([error('/name', 'first'), error('/name', 'second')], isShown).fields).toEqual([
      { pointer: '/name', key: 'first', message: 'm' },
    ])
  })

  it('are listed separately if the page does not show their field', () => {
    const { fields, others } = sortRefusals([error('/items/0/revision'), error('/items/0'), error('/items/0/changes/hidden')], isShown)
    expect(fields).toEqual([])
    expect(others).toHaveLength(3)
  })
})
