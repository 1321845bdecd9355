import { describe, expect, it } from 'vitest'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import type { PlanItemResult } from '../../schemas/plan.ts'
import { customerScreen } from '../../screens/customer.screen.ts'
import { edgeBoxScreen } from '../../screens/edge-box.screen.ts'
import { example, exampleSchema, exampleScreen } from '../data/example.fixture.ts'
import type { PageProps } from '../host.tsx'
import { comparedFields } from './compared.ts'
import { finalFields, likeRecord } from './like-record.ts'
import { commonRecord, settableFields } from './settable-fields.ts'
import { previewOf, settingPlan, toBeChanged } from './setting-plan.ts'

const { properties } = exampleSchema
const shape: PageProps = {
  schema: {
    ...exampleSchema,
    'x-unique': [{ fields: ['roomOid', 'code'], because: 'rack.taken' }],
    properties: {
      ...properties,
      maker: { type: 'string', 'x-frozen': 'createOnly' },
      lan: {
        type: 'object',
        properties: {
          mtu: { type: 'integer' },
          password: { type: 'string', 'x-secret': true },
          subnets: {
            type: 'array',
            items: { type: 'object', properties: { id: { type: 'string', readOnly: true }, prefix: { type: 'string' } } },
          },
        },
      },
    },
  },
  screen: {
    ...exampleScreen,
    editor: {
      sections: { place: ['code', 'roomOid', 'state', 'holder', 'maker'], lan: ['lan'] },
      readOnly: ['state'],
      widgets: { 'lan/subnets': 'table' },
    },
  },
}

describe('fields set in many records', () => {
  it('are those that the editor can change in a stored record, without lists of rows, secrets and what only one record may have', () => {
    expect(settableFields(shape).map(({ pointer }) => pointer)).toEqual(['/roomOid', '/holder', '/lan/mtu'])
  })

  it('are fields of objects, too, in every box', async () => {
    const pointers = settableFields({ schema: await loadSchema('edge-box'), screen: edgeBoxScreen }).map(({ pointer }) => pointer)
    expect(pointers).toContain('/wans/wan2/mtu')
    expect(pointers.filter((pointer) => /serialNumber|subnets/.test(pointer))).toEqual([])
  })

  it('write what differs, clear with an empty value, and leave records alone that have the value', () => {
    const records = [example(1, { holder: 'Ann', lan: { mtu: 1400 } }), example(2, { holder: 'Bob' }), example(3, { lan: { mtu: 1500 } })]
    const values = new Map<string, unknown>([
      ['/holder', undefined],
      ['/lan/mtu', 1500],
    ])
    const concerned = toBeChanged(records, values)
    expect(concerned.map(({ oid }) => oid)).toEqual(['b1', 'b2'])
    const item = { entity: 'rack', action: 'update', revision: 1 }
    expect(settingPlan(shape.schema, concerned, { values, tenantOid: 'acme' })).toEqual({
      source: 'inline',
      tenantOid: 'acme',
      items: [
        { ...item, oid: 'b1', changes: { holder: null, lan: { mtu: 1500 } } },
        { ...item, oid: 'b2', changes: { holder: null, lan: { mtu: 1500 } } },
      ],
    })
  })

  it('begin with the value that all records have, else empty', () => {
    const records = [example(1, { holder: 'Ann', roomOid: 'r' }), example(2, { holder: 'Bob', roomOid: 'r' })]
    expect(commonRecord(records, ['/holder', '/roomOid'])).toEqual(expect.not.objectContaining({ holder: expect.anything() }))
  })

  it('are previewed record by record: old, new, what rules change besides, and refusals first', () => {
    const records = [example(1, { holder: 'Ann' }), example(2, { holder: 'Bob' })]
    const errors = [{ pointer: '/items/1/changes/holder', key: 'rack.full', message: 'Full.' }]
    const items: PlanItemResult[] = [
      { index: 0, verdict: 'applied', changed: { holder: ['Ann', 'Cy'], heightU: [1, 2] } },
      { index: 1, verdict: 'refused', errors },
    ]
    expect(previewOf(records, new Map([['/holder', 'Cy']]), items)).toMatchObject([
      { record: { oid: 'b2' }, refused: errors },
      {
        record: { oid: 'b1' },
        refused: [],
        changes: [
          { pointer: '/holder', before: 'Ann', after: 'Cy' },
          { pointer: '/heightU', before: 1, after: 2 },
        ],
      },
    ])
  })
})

it('a new record like another has its values, without unique ones, secrets, what is computed, and identifiers of rows', () => {
  const lan = { mtu: 1400, configured: true, subnets: [{ id: 's1', prefix: '10.0.0.0' }] }
  const stored = example(1, {
    roomOid: 'r',
    holder: 'Ann',
    maker: 'Acme',
    state: 'free',
    configured: true,
    lan,
    lastModified: { user: 'x' },
  })
  expect(likeRecord(shape, stored)).toEqual({
    heightU: 1,
    roomOid: 'r',
    holder: 'Ann',
    lan: { mtu: 1400, subnets: [{ prefix: '10.0.0.0' }] },
  })
})

it('a new record like another asks for what people type once and for all, and says which choices cannot be changed later', async () => {
  const customer = await loadSchema('customer')
  const stored = { parentOid: 'msp', type: 'managed_customer', name: 'Acme', apoDomain: 'acme.example', contactName: 'Ann' }
  const copy = likeRecord({ schema: customer, screen: customerScreen }, stored)
  expect(copy).toEqual({ parentOid: 'msp', type: 'managed_customer', contactName: 'Ann' })
  expect(finalFields(customer, copy)).toEqual(['parentOid', 'type'])
})

it('a new record like another keeps what is fixed in rows that the schema gives to every record', async () => {
  const edgeBox = await loadSchema('edge-box')
  const vrouters = [
    { id: 'wan1', vrouterId: 'wan1', cost: 20 },
    { id: '0198', vrouterId: 'wan2', cost: 10 },
  ]
  const copy = likeRecord({ schema: edgeBox, screen: edgeBoxScreen }, { lan: { ospf: { vrouters } } })
  expect(copy).toEqual({ lan: { ospf: { vrouters: [vrouters[0], { cost: 10 }] } } })
})

it('records side by side differ first, in the order of their editor, without what none of them has', () => {
  const records = [
    example(1, { roomOid: 'r', holder: 'Ann', maker: 'A' }),
    example(2, { roomOid: 'r', holder: 'Bob', maker: 'B', state: 'closed' }),
  ]
  expect(comparedFields(shape, records).map(({ pointer, isSame, takeable }) => [pointer, isSame, takeable])).toEqual([
    ['/code', false, [false, false]],
    ['/holder', false, [true, true]],
    ['/maker', false, [false, false]],
    ['/roomOid', true, [false, false]],
    ['/state', true, [false, false]],
  ])
})

it('nothing is offered to be taken over into a record that the person may not change', () => {
  const fixed = { ...example(2, { holder: 'Bob' }), can: { read: true as const } }
  const found = comparedFields(shape, [example(1, { holder: 'Ann' }), fixed]).find(({ pointer }) => pointer === '/holder')
  expect(found?.takeable).toEqual([false, true])
})
