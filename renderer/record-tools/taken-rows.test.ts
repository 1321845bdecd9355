import { describe, expect, it } from 'vitest'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import type { PlanItemResult, ServedRecord } from '../../schemas/plan.ts'
import type { PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { edgeBoxScreen } from '../../screens/edge-box.screen.ts'
import { editorTexts } from '../editor/layout/editor-texts.ts'
import { comparedFields } from './compared.ts'
import { rowLines, rowName } from './row-texts.ts'
import { previewOf, settingPlan, toBeChanged } from './setting-plan.ts'
import { rowListOf, TakenRows, type RowList } from './taken-rows.ts'

const shape = { schema: await loadSchema('edge-box'), screen: edgeBoxScreen }

/** The list of rows at a place of a box. */
function listAt(...names: string[]): RowList {
  const property = names.reduce<PropertySchema | undefined>((at, name) => at?.properties?.[name], shape.schema)
  const list = property && rowListOf(property)
  if (!list) throw new Error(`there is no list of rows at ${names.join('/')}`)
  return list
}

const subnets = listAt('lan', 'subnets')
const tunnels = listAt('wans', 'wan1', 'externalGatewayConnections')
const connections = listAt('wans', 'wan1', 'wanConnections')
const routers = listAt('lan', 'ospf', 'vrouters')

const whole = (list: RowList, rows: Rec[]): TakenRows => new TakenRows(list, rows, true)
const subnet = (id: string, prefix: string, staticRoute = false): Rec => ({ id, prefix, mask: 24, staticRoute })

describe('rows that another record takes over', () => {
  it('replace all of its own: rows of the same key keep their identifiers, new ones have none', () => {
    const own = [subnet('a1', '10.1.0.0'), subnet('a2', '10.2.0.0')]
    expect(whole(subnets, [subnet('b1', '10.3.0.0'), subnet('b2', '10.2.0.0', true)]).within(own)).toEqual([
      { id: 'a2', prefix: '10.2.0.0', mask: 24, staticRoute: true },
      { prefix: '10.3.0.0', mask: 24, staticRoute: false },
    ])
  })

  it('change nothing where both say the same, in any order', () => {
    const own = [subnet('a1', '10.1.0.0'), subnet('a2', '10.2.0.0')]
    expect(whole(subnets, [subnet('b2', '10.2.0.0'), subnet('b1', '10.1.0.0')]).within(own)).toEqual(own)
  })

  it('stand beside its own where they are taken over by themselves', () => {
    const row = subnet('b1', '10.3.0.0')
    const one = whole(subnets, []).toggled(row)
    expect(one.within([subnet('a1', '10.1.0.0')])).toEqual([subnet('a1', '10.1.0.0'), { prefix: '10.3.0.0', mask: 24, staticRoute: false }])
    expect(one.toggled(subnet('c1', '10.3.0.0', true)).rows).toEqual([subnet('c1', '10.3.0.0', true)])
    expect(one.toggled(row).rows).toEqual([])
  })

  it('bring no secret, and leave that of a row with the same key', () => {
    const row = (id: string, more: Rec): Rec => ({ id, externalGateway: 'g', type: 'primary', configured: true, ...more })
    expect(whole(tunnels, [row('b1', { psk: 'never', networkPref: 7 })]).within([row('a1', { networkPref: 100 })])).toEqual([
      row('a1', { networkPref: 7 }),
    ])
    expect(whole(tunnels, [row('b1', { psk: 'never' })]).within([])).toEqual([{ externalGateway: 'g', type: 'primary' }])
  })

  it('are those that people enter: rows of the service stay where they are', () => {
    const row = (id: string, type: string, edgeBox: string): Rec => ({ id, type, edgeBox, wanIdentifier: 'wan1', networkPref: 100 })
    const taken = whole(connections, [row('b1', 'System', 'x'), row('b2', 'User', 'y'), row('b3', 'User', 'z')])
    expect(taken.within([row('a1', 'System', 'z'), row('a2', 'User', 'w')])).toEqual([
      row('a1', 'System', 'z'),
      { edgeBox: 'y', wanIdentifier: 'wan1', networkPref: 100 },
    ])
  })

  it('are changed only where people cannot choose the key', () => {
    const row = (vrouterId: string, cost: number): Rec => ({ id: vrouterId, vrouterId, cost })
    const taken = whole(routers, [row('wan1', 20), row('wan3', 30)])
    expect(taken.within([row('wan1', 10), row('wan2', 10)])).toEqual([row('wan1', 20), row('wan2', 10)])
  })
})

const box = (n: number, lan: Rec): ServedRecord => ({ oid: `b${n}`, revision: 1, can: { update: true }, name: `box ${n}`, lan })

describe('lists of rows of several records', () => {
  const records = [
    box(1, { subnets: [subnet('a1', '10.1.0.0'), subnet('a2', '10.2.0.0')] }),
    box(2, { subnets: [subnet('b1', '10.2.0.0', true), subnet('b2', '10.1.0.0')] }),
  ]
  const [one, other] = records as [ServedRecord, ServedRecord]

  it('are compared row by row, by their key, and can be taken over', () => {
    const field = comparedFields(shape, records).find(({ pointer }) => pointer === '/lan/subnets')
    expect(field).toMatchObject({ isSame: false, takeable: [true, true] })
    expect(field?.rows).toEqual([
      { key: '["10.2.0.0",24]', rows: [subnet('a2', '10.2.0.0'), subnet('b1', '10.2.0.0', true)], takeable: [true, true] },
    ])
    const same = comparedFields(shape, [one, box(3, { subnets: [subnet('c1', '10.2.0.0'), subnet('c2', '10.1.0.0')] })])
    expect(same.find(({ pointer }) => pointer === '/lan/subnets')).toMatchObject({ isSame: true, takeable: [false, false] })
  })

  it('are previewed and planned row by row, with refusals at the row', () => {
    const rows = [subnet('b1', '10.2.0.0', true), subnet('b3', '10.3.0.0')]
    const values = new Map([['/lan/subnets', new TakenRows(subnets, rows, true)]])
    expect(toBeChanged([one, box(3, { subnets: rows })], values)).toEqual([one])
    const next = [
      { id: 'a2', prefix: '10.2.0.0', mask: 24, staticRoute: true },
      { prefix: '10.3.0.0', mask: 24, staticRoute: false },
    ]
    const item = { entity: 'edge-box', action: 'update', revision: 1 }
    expect(settingPlan(shape.schema, [one], { values, tenantOid: 't' }).items).toEqual([
      { ...item, oid: 'b1', changes: { lan: { subnets: next } } },
    ])
    const error = (pointer: string) => ({ pointer: `/items/0/changes${pointer}`, key: 'some.key', message: 'Taken.' })
    const items: PlanItemResult[] = [
      { index: 0, verdict: 'refused', errors: [error('/lan/subnets/1/prefix'), error('/lan/mgtInterface/mask')] },
    ]
    const [previewed] = previewOf([one], values, items)
    expect(previewed?.changes.map(({ pointer, before, after, errors }) => [pointer, before, after, errors.length])).toEqual([
      ['/lan/subnets/0', subnet('a2', '10.2.0.0'), next[0], 0],
      ['/lan/subnets/1', undefined, next[1], 1],
      ['/lan/subnets/-', subnet('a1', '10.1.0.0'), undefined, 0],
    ])
    expect(previewed?.others).toEqual([error('/lan/mgtInterface/mask')])
  })

  it('are named by their key, and say what differs besides', () => {
    const texts = editorTexts(shape.schema, { t: (key) => key, hasText: () => false, language: 'en' })
    const around = { schema: shape.schema, texts, references: { label: (_entity: string, oid: string) => oid } }
    const place = { pointer: '/lan/subnets', list: subnets, record: other }
    const rows = [subnet('a2', '10.2.0.0'), subnet('b1', '10.2.0.0', true)]
    expect(rowName(around, place, rows[0] ?? {})).toBe('10.2.0.0/24')
    expect(rows.map((row) => rowLines(around, place, { row, among: rows }))).toEqual([
      ['edge-box.field.lan.subnets.staticRoute: editor.toggle.off'],
      ['edge-box.field.lan.subnets.staticRoute: editor.toggle.on'],
    ])
  })
})
