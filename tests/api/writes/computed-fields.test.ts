import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { compileWire } from '../../../schemas/wire/compile-wire.ts'
import { labelsOf } from '../../../schemas/wire/decode.ts'
import { apiWorld, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { recordSchemas } from '../../support/samples/record-schemas.ts'

/** A different value of the property's type. */
function differentValue(property: PropertySchema, value: unknown): unknown {
  const type = [property.type].flat()[0]
  if (type === 'integer' || type === 'number') return Number(value ?? 0) + 3
  if (type === 'boolean') return value !== true
  if (type === 'array') return [...((value as unknown[] | undefined) ?? []), 'made up']
  if (type === 'object') return { name: 'made up' }
  return property.enum?.find((option) => option !== value && option !== null) ?? 'made up'
}

/** Properties that only the service computes, except for time stamps and names that travel within the object of their reference. */
const computedOf = (schema: EntitySchema): [string, PropertySchema][] => {
  const labels = labelsOf(compileWire(schema) ?? {})
  return Object.entries(schema.properties).filter(
    ([name, { 'x-derived': derived }]) => derived !== undefined && !('write' in derived) && !('stamp' in derived) && !labels.has(name),
  )
}

const refusal = (name: string, parent = '/data/0'): Rec => ({ pointer: `${parent}/${name}`, key: 'validation.field.readOnly' })

describe('a field that only the service computes', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres')
  })
  afterAll(() => world.dispose())

  const schemas = recordSchemas
    .filter((schema) => isCreatable(schema) && schema['x-entity'].writtenByCommands !== true && computedOf(schema).length > 0)
    .map((schema) => ({ name: schema['x-entity'].name, schema }))

  it.each(schemas)(
    'of $name is refused with a different value, on creation and change, and ignored when it is sent back unchanged',
    { tags: ['H-7.7'] },
    async ({ schema }) => {
      const calls = callsOf(world, schema)
      const record = await calls.create()
      const { oid } = record
      const fresh = await calls.validRecord()
      const put = (changes: Rec): Promise<Answer> => calls.send('PUT', [{ oid, revision: 1, ...changes }], 'dryRun=true')
      // The whole record, as it was read.
      expect(await put(record)).toMatchObject({ status: 200 })
      for (const [name, property] of computedOf(schema)) {
        const value = differentValue(property, record[name])
        expect(await put({ [name]: value }), name).toMatchObject({ status: 400, body: { errors: [refusal(name)] } })
        const created = await calls.send('POST', [{ ...fresh, [name]: value }], 'dryRun=true')
        expect(created, name).toMatchObject({ status: 400, body: { errors: [refusal(name)] } })
        expect((await put({ [name]: record[name] ?? null })).status, name).toBe(200)
        const item = { entity: schema['x-entity'].name, action: 'update', oid, revision: 1, changes: { [name]: value } }
        const tenantOid = calls.tenantOid
        const plan = await world.call('POST', '/api/v1/plans', { body: { source: 'api', tenantOid, items: [item] } })
        expect(plan.body.errors, name).toEqual([expect.objectContaining(refusal(name, '/items/0/changes'))])
      }
    },
  )

  it('is not the identifier: a record with an `oid` and a different `id` is refused', async () => {
    const data = [{ oid: world.oid['managed'], id: world.oid['diy'], revision: 1, tag: 'x' }]
    const answer = await world.call('PUT', '/api/ztp/v1/appliances', { body: { data }, literal: true })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/data/0/oid', key: 'service.wire.same' }] } })
  })

  it('is accepted where the record that is written turns out to have it', { tags: ['H-7.7'] }, async () => {
    const overlay = world.oid['managed'] ?? ''
    const send = (method: 'POST' | 'PUT', record: Rec): Promise<Answer> =>
      world.call(method, '/api/v1/firewall/appsets', { headers: { 'x-overlay-oid': overlay }, body: { data: [record] } })
    const set = { name: 'Computed', priority: 1, portBasedApps: [{ protocolId: 6, protocolName: 'TCP', ports: '80' }] }
    expect(await send('POST', { ...set, type: 'portBased', saas: true })).toMatchObject({
      status: 400,
      body: { errors: [refusal('saas')] },
    })
    const { status, body } = await send('POST', { ...set, type: 'portBased', saas: false, apps: 'TCP 80' })
    expect([status, body.data?.[0]?.['saas']]).toEqual([201, false])
    const change = { oid: body.data?.[0]?.['oid'], revision: 1, portBasedApps: [{ protocolId: 17, ports: '53' }] }
    expect(await send('PUT', { ...change, apps: 'TCP 80' })).toMatchObject({ status: 200 })
    expect(await send('PUT', { ...change, revision: 2, portBasedApps: [{ protocolId: 1 }], apps: 'ICMP' })).toMatchObject({ status: 200 })
  })

  it('such as the number of customers cannot be set on the creation of a partner', { tags: ['H-7.7'] }, async () => {
    const partner = { parentOid: 'platform', name: 'Counts', type: 'msp', contactName: 'C', contactEmail: 'c@world.test' }
    const refused = await world.call('POST', '/api/v1/partners', { body: { data: [{ ...partner, customerCount: 3 }] } })
    expect(refused).toMatchObject({ status: 400, body: { errors: [refusal('customerCount')] } })
    expect((await world.call('POST', '/api/v1/partners', { body: { data: [partner] } })).status).toBe(201)
  })
})
