import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairOid, type MatrixAnswer } from '../../../schemas/matrix.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { exampleSchema, serviceOf, serviceOn, type ExampleService } from '../../support/api/example-service.ts'

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', description: 'Text.', ...more })

function basin(name: string): EntitySchema {
  const schema = exampleSchema('basin', {
    scope: 'overlay',
    properties: { oid: text({ readOnly: true }), name: text({ minLength: 1 }) },
    required: ['name'],
    search: ['name'],
    unique: [],
    sort: ['name'],
  })
  return { ...schema, $id: name, 'x-entity': { ...schema['x-entity'], name } }
}

/** Whether ships may pass between two basins, which are called `side` in the schema of pairs. */
function passage(side: string): EntitySchema {
  const of = text({ readOnly: true, 'x-ref': { entity: side } })
  const schema = exampleSchema('passage', {
    scope: 'overlay',
    properties: {
      oid: text({ readOnly: true }),
      one: of,
      other: of,
      passing: { enum: ['no', 'yes'], default: 'no', description: 'Passing.' },
    },
    required: ['passing'],
    search: [],
    unique: [],
    sort: ['updatedAt'],
  })
  return { ...schema, 'x-entity': { ...schema['x-entity'], label: 'one', pairs: { of: ['one', 'other'], value: 'passing' } } }
}

describe('pairs of records whose entity is called otherwise', () => {
  let world: ExampleService
  let overlay: string
  const oids: string[] = []

  async function call(method: string, url: string, body?: object): Promise<Rec & { data: Rec[] }> {
    const headers = { 'x-overlay-oid': overlay }
    const answer = await world.app.inject({ method: method as 'GET', url, headers, ...(body && { payload: body }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const allow = (one: number, other: number, revision: number): Promise<Rec> =>
    call('PUT', '/api/v1/passages', { data: [{ oid: pairOid('upper', oids[one] ?? '', oids[other] ?? ''), revision, passing: 'yes' }] })

  beforeAll(async () => {
    const before = await serviceOf({ basin: basin('basin'), passage: passage('basin') })
    world = before
    overlay = world.caller.memberships[0]?.tenant.oid ?? ''
    for (const name of ['North', 'South', 'West'])
      oids.push(String((await call('POST', '/api/v1/basins', { data: [{ name }] })).data[0]?.['oid']))
    await allow(0, 1, 1)
    const dock: EntitySchema = { ...basin('dock'), 'x-was': ['basin'], 'x-evolution': { version: 0, base: 0, steps: [], table: 'basin' } }
    world = await serviceOn(before.database, { invented: { dock, passage: passage('dock') }, dispose: before.dispose })
  })
  afterAll(() => world.dispose())

  const cells = async (): Promise<string> => ((await call('GET', '/api/v1/passages/matrix')) as unknown as MatrixAnswer).cells

  it('are listed and changed, those of before and untouched ones', async () => {
    const { data } = await call('GET', '/api/v1/passages?size=10')
    expect(data.map(({ passing }) => passing).toSorted()).toEqual(['no', 'no', 'no', 'no', 'no', 'yes'])
    expect(await cells()).toBe('010.00..0')
    await allow(1, 2, 1)
    expect(await cells()).toBe('010.01..0')
  })

  it('go with the records of their sides', async () => {
    await call('DELETE', `/api/v1/basins/${oids[1]}?revision=1`)
    expect((await call('GET', '/api/v1/passages?size=10')).data.map(({ passing }) => passing)).toEqual(['no', 'no', 'no'])
  })
})
