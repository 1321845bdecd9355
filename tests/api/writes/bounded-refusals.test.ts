import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FieldError } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

const TRUNCATED = `${'n'.repeat(64)}…`

describe('refusals of large bodies', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres')
  })
  afterAll(() => world.dispose())

  const plan = (items: unknown[], { dryRun = false, as = 'owner@world.test', tenantOid = 'platform' } = {}): Promise<Answer> =>
    world.call('POST', `/api/v1/plans${dryRun ? '?dryRun=true' : ''}`, { as, body: { items, source: 'bulk', tenantOid } })
  const create = (changes: Rec): Rec => ({ entity: 'customer', action: 'create', changes })
  const errorsOf = ({ body }: Answer): FieldError[] => body.errors as unknown as FieldError[]

  it('list 1,000 errors, count the rest, and suggest similar names for ten of them', { tags: ['H-6.4'] }, async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => [`nam${index}`, 1] as const)
    const started = performance.now()
    const answer = await plan([create(Object.fromEntries(names))])
    expect(answer.status).toBe(400)
    expect(errorsOf(answer)).toHaveLength(1_000)
    expect(answer.body['moreErrors']).toBe(49_000)
    expect(errorsOf(answer).filter(({ params }) => params?.['nearest'] !== undefined)).toHaveLength(10)
    expect(JSON.stringify(answer.body).length).toBeLessThan(1_000_000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('list every refused row of a preview', { tags: ['H-6.5'] }, async () => {
    const answer = await plan(
      Array.from({ length: 3_000 }, (_, index) => create({ name: `C${index}` })),
      { dryRun: true },
    )
    expect(answer.body.items.map(({ index }) => index)).toEqual(Array.from({ length: 3_000 }, (_, index) => index))
    expect(answer.body.items.every(({ errors }) => (errors as FieldError[]).length > 1)).toBe(true)
    expect(answer.body['moreErrors']).toBeUndefined()
  })

  it('truncate long inputs that they quote', { tags: ['H-6.3'] }, async () => {
    const long = 'n'.repeat(1_000_000)
    const answers = [
      await plan([{ entity: long, action: 'create', changes: {} }]),
      await plan([{ entity: 'customer', action: 'create', [long]: 1 }]),
      await plan([create({ [long]: 1 })]),
      await plan([create({ name: 'C', type: long })]),
      await world.call('GET', `/api/v1/customers?filter=${'n'.repeat(9_000)}==1`),
      await world.call('GET', `/api/v1/customers?filter=${'n'.repeat(9_000)}`),
      await world.call('GET', `/api/v1/customers?sort=${'n'.repeat(9_000)}`),
      await world.call('GET', `/api/v1/customers?condition=${'n'.repeat(9_000)}`),
      await world.call('GET', `/${'n'.repeat(9_000)}`),
    ]
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      const text = JSON.stringify(body)
      expect(text.length, text.slice(0, 300)).toBeLessThan(4_000)
      expect(text).not.toContain(`${TRUNCATED.slice(0, 64)}n`)
    }
    expect(answers[0]?.body['detail']).toBe(`items/0 names an unknown entity '${TRUNCATED}'`)
  })

  it('look into a plan only if its sender works in its tenant', { tags: ['H-6.6'] }, async () => {
    const items = Array.from({ length: 200 }, () => 'no item at all')
    const [foreign, own] = [await plan(items, { as: 'diy@world.test' }), await plan(items)]
    expect([foreign.status, own.status]).toEqual([404, 400])
    const stranger = await plan([{ entity: 'nobody knows', action: 'create' }], { as: 'diy@world.test', tenantOid: world.oid['msp'] ?? '' })
    expect(stranger.status).toBe(404)
  })

  it('report an object or a list that is far too large, but no errors within it', async () => {
    const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1]))
    const answer = await plan([{ entity: 'edge-box', action: 'create', changes: { name: 'b', lan: wide } }], {
      tenantOid: world.oid['managed'] ?? '',
    })
    expect(errorsOf(answer)).toMatchObject([{ pointer: '/items/0/changes/lan', key: 'service.value.tooWide', params: { max: 1_000 } }])
    const long = { subnets: Array.from({ length: 20_000 }, () => ({})) }
    const rows = await plan([{ entity: 'edge-box', action: 'create', changes: { name: 'b', lan: long } }], {
      tenantOid: world.oid['managed'] ?? '',
    })
    expect(errorsOf(rows)).toMatchObject([
      { pointer: '/items/0/changes/lan/subnets', key: 'validation.field.maxItems', params: { max: 10_000 } },
    ])
  })

  it('are the same for a large record, which a thread checks, as for a small one', { tags: ['H-6.11'] }, async () => {
    const rows = (count: number): Rec[] =>
      Array.from({ length: count }, (_, index) => ({ prefix: `10.${index >> 8}.${index & 255}.0`, mask: index === 1 ? 99 : 24 }))
    const errorsWith = async (count: number): Promise<FieldError[]> =>
      errorsOf(
        await plan([{ entity: 'edge-box', action: 'create', changes: { name: 'b', lan: { subnets: rows(count) } } }], {
          tenantOid: world.oid['managed'] ?? '',
        }),
      )
    const asked = vi.spyOn(Worker.prototype, 'postMessage')
    const few = await errorsWith(3)
    expect(asked).not.toHaveBeenCalled()
    const many = await errorsWith(3_000)
    expect(asked).toHaveBeenCalledOnce()
    asked.mockRestore()
    expect(few.map(({ pointer }) => pointer)).toContain('/items/0/changes/lan/subnets/1/mask')
    expect(many).toEqual(few)
  })
})
