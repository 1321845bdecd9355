import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, places, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const CUSTOMERS = 1_200

describe.each(places)('a copy of the service that cuts off what it cannot finish, on %s', (place) => {
  let world: ApiWorld
  let other: WholeService
  beforeAll(async () => {
    world = await apiWorld(place)
    other = await wholeService(world.database)
  })
  afterAll(async () => {
    await other.close()
    await world.dispose()
  })

  const planOf = (prefix: string): object => ({
    source: 'import',
    tenantOid: world.oid['msp'],
    items: Array.from({ length: CUSTOMERS }, (_, row) => ({
      entity: 'customer',
      action: 'create',
      changes: {
        name: `${prefix} ${row}`,
        apoDomain: `${prefix}-${row}.example`.toLowerCase(),
        type: 'managed_customer',
        contactName: 'C',
        contactEmail: `${row}@world.test`,
      },
    })),
  })

  const send = async (to: WholeService, plan: object, key: string): Promise<LightMyRequestResponse> => {
    const headers = { authorization: `Bearer ${await to.token(OWNER)}`, 'idempotency-key': key }
    return to.app.inject({ method: 'POST', url: '/api/v1/plans', headers, payload: plan })
  }

  const customers = async (): Promise<number> => Number((await world.call('GET', '/api/v1/customers?size=1')).body.meta['totalCount'])

  /** Sends a plan to a copy that ends when a statement matches; `later` counts the statements after that one. */
  const cutOffAt = async (statement: RegExp, plan: object, key: string): Promise<{ cut: LightMyRequestResponse; later: number }> => {
    const ending = new AbortController()
    const copy = await wholeService(world.database, {}, { ending: ending.signal })
    let later = 0
    const forget = world.database.onStatement((text) => {
      if (ending.signal.aborted) later++
      else if (statement.test(text)) ending.abort()
    })
    try {
      return { cut: await send(copy, plan, key), later }
    } finally {
      forget()
      await copy.close()
    }
  }

  it.each([
    ['checked', /^select /],
    ['stored', /^insert into "?entity"?\./],
    ['noted', /^insert into "idempotency"/],
  ])('tells whoever sent an import that is being %s, and stores nothing of it; another copy makes it once', async (at, statement) => {
    const [before, key, plan] = [await customers(), randomUUID(), planOf(at)]
    const { cut, later } = await cutOffAt(statement, plan, key)
    expect([cut.statusCode, cut.headers['retry-after'], cut.headers['content-type']]).toEqual([
      503,
      '1',
      expect.stringMatching(/^application\/problem\+json/),
    ])
    expect(cut.json<{ detail: string }>().detail).toMatch(/^This copy of the service ends, .* Idempotency-Key/)
    expect([later, await customers()]).toEqual([0, before])
    const repeated = await send(other, plan, key)
    expect([repeated.statusCode, await customers()]).toEqual([200, before + CUSTOMERS])
    expect((await send(other, plan, key)).body).toBe(repeated.body)
    expect(await customers()).toBe(before + CUSTOMERS)
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('answers an import that is stored already when the copy ends', async () => {
    const [before, plan] = [await customers(), planOf('answered')]
    const ending = new AbortController()
    const copy = await wholeService(world.database, {}, { ending: ending.signal })
    copy.app.addHook('onSend', async () => ending.abort())
    const answer = await send(copy, plan, randomUUID())
    await copy.close()
    expect([answer.statusCode, await customers()]).toEqual([200, before + CUSTOMERS])
  })
})
