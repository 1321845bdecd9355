import { describe, expect, it } from 'vitest'
import { at, boxOf, contextOf, defaults, expectAgreement, lookup, open, rules } from '../../../tests/support/edge-box/sessions.ts'
import { mergeRecords } from '../../vocabulary/changes.ts'
import { parsePointer, withValueAt } from '../../vocabulary/paths/pointer.ts'
import type { Rec } from '../../vocabulary/types.ts'
import { referencedPaths } from '../compile/references.ts'
import { settle } from '../settle.ts'
import { openSession, type Session } from './session.ts'

describe('the rules of a large editor', () => {
  it('force one value because of another, and restore it when the other changes back', { tags: ['S1-4.4'] }, () => {
    const stored = boxOf(1)
    const session = open(stored)
    const { writes } = session.change('/deploymentMode', 'multiwan_bridge')
    expect(writes.filter(({ rule }) => rule === 'bridge-forces-l2').map(({ pointer, value }) => [pointer, value])).toEqual(
      [1, 2, 3].map((wan) => [`/wans/wan${wan}/interfaceMode`, 'L2']),
    )
    expectAgreement(session, stored)
    session.change('/deploymentMode', 'multiwan_hybrid')
    expect(session.record).toEqual(stored)
  })

  it('lock a field with the values that led to it, and restore the entered value when it is unlocked', () => {
    const stored = boxOf(1)
    const session = open(stored)
    session.change('/wans/wan1/ipAddress', '203.0.113.9')
    session.change('/wans/wan1/dhcpEnabled', true)
    const state = session.state('/wans/wan1/ipAddress')
    expect(state).toMatchObject({ enabled: false, required: false })
    expect(state.why.find(({ rule }) => rule === 'static-address')?.facts.filter(({ holds }) => !holds)).toEqual([
      { path: '/wans/wan1/dhcpEnabled', actual: true, needed: { not: true }, holds: false },
    ])
    expect(at(session, '/wans/wan1/ipAddress')).toBe('192.0.2.2')
    expect(session.touched).toEqual(['/wans/wan1/dhcpEnabled'])
    expectAgreement(session, stored)
    session.change('/wans/wan1/dhcpEnabled', false)
    expect(at(session, '/wans/wan1/ipAddress')).toBe('203.0.113.9')
  })

  it('clear lists, keep rows that are added later, and restore the lists when the mode changes back', { tags: ['S1-4.9'] }, () => {
    const stored = boxOf(2)
    const session = open(stored)
    session.change('/mode', 'hub')
    for (const wan of ['wan1', 'wan2']) expect(at(session, `/wans/${wan}/wanConnections`)).toEqual([])
    session.listChanged('/wans/wan1/wanConnections', [{ edgeBox: 'other', networkPref: 5 }])
    session.change('/wans/wan1/wanConnections/0/networkPref', 7)
    expect(at(session, '/wans/wan1/wanConnections')).toMatchObject([{ edgeBox: 'other', networkPref: 7 }])
    expectAgreement(session, stored)
    session.change('/mode', 'spoke')
    expect(at(session, '/wans/wan1/wanConnections')).toEqual(at({ record: stored }, '/wans/wan1/wanConnections'))
    expectAgreement(session, stored)
  })

  it('do not change rows that the user adds to a cleared list, including empty ones', () => {
    for (const stored of [boxOf(2), null]) {
      const context = contextOf({ creating: stored === null })
      const session = openSession(rules, stored ?? defaults, { stored, context, lookup })
      session.change('/mode', 'hub')
      session.listChanged('/wans/wan1/wanConnections', [{}])
      expect(at(session, '/wans/wan1/wanConnections')).toEqual([{}])
      session.change('/wans/wan1/wanConnections/0/networkPref', 5)
      expect(at(session, '/wans/wan1/wanConnections')).toEqual([{ networkPref: 5 }])
      session.listChanged('/wans/wan1/wanConnections', [])
      expect(at(session, '/wans/wan1/wanConnections')).toEqual([])
      session.listChanged('/wans/wan1/wanConnections', [{}])
      session.change('/mode', 'spoke')
      session.change('/mode', 'hub')
      expect(at(session, '/wans/wan1/wanConnections')).toEqual([])
    }
  })

  it('leave removed what the user removed, also after a rule cleared the rest and the mode changed back', () => {
    const stored = boxOf(2)
    const session = open(stored)
    const list = '/wans/wan1/wanConnections'
    const kept = (at(session, list) as Rec[]).slice(1)
    session.listChanged(list, kept)
    session.change(`${list}/0/networkPref`, 7)
    session.change('/mode', 'hub')
    expect(at(session, list)).toEqual([])
    session.change('/wans/wan1/transportNetwork', 'other')
    session.change('/mode', 'spoke')
    expect(at(session, list)).toEqual([])
    expectAgreement(session, stored)
    session.change('/wans/wan1/transportNetwork', at({ record: stored }, '/wans/wan1/transportNetwork'))
    expect(at(session, list)).toEqual([{ ...kept[0], networkPref: 7 }])
    expectAgreement(session, stored)
  })

  it('leave a switch off that the user turned off, also after a rule turned it off and stopped', () => {
    const stored = boxOf(0, { changes: { lan: { wan2lan: true } } })
    const session = open(stored)
    session.change('/lan/wan2lan', false)
    session.change('/lan/lan2wan', true)
    session.change('/lan/lan2wan', false)
    expect(at(session, '/lan/wan2lan')).toBe(false)
    expectAgreement(session, stored)
  })

  it('turn one switch off when the user turns on the other, and refuse both sent at once', () => {
    const stored = boxOf(1, { changes: { lan: { wan2lan: true } } })
    const session = open(stored)
    session.change('/lan/lan2wan', true)
    expect([at(session, '/lan/lan2wan'), at(session, '/lan/wan2lan')]).toEqual([true, false])
    expectAgreement(session, stored)
    expect(session.change('/lan/wan2lan', true).writes).toEqual([{ pointer: '/lan/lan2wan', value: false, rule: 'wan2lan-ends-lan2wan' }])
    expectAgreement(session, stored)
    const before = boxOf(1)
    const next = mergeRecords(before, { lan: { lan2wan: true, wan2lan: true } })
    const { refusals } = settle({ rules, stored: before, next, touched: ['/lan/lan2wan', '/lan/wan2lan'], context: contextOf(), lookup })
    expect(refusals).toMatchObject([{ pointer: '/lan/wan2lan', key: 'edge-box.because.oneDirection' }])
  })

  it('follow a reference once it is loaded', () => {
    const late = new Map<string, Rec>()
    const stored = boxOf(0)
    const network = String(at({ record: stored }, '/wans/wan1/transportNetwork'))
    const find = (entity: string, oid: string): Rec | undefined => (oid === network ? late.get(oid) : lookup(entity, oid))
    const session = openSession(rules, stored, { stored, context: contextOf(), lookup: find })
    expect(referencedPaths(rules, stored)).toContainEqual({ entity: 'transport-network', oid: network })
    const underlay = '/wans/wan1/allowTrafficInTheUnderlay'
    expect(session.state(underlay).enabled).toBe(false)
    late.set(network, { name: 'Internet', eligibleDti: true })
    const loaded = session.contextChanged(contextOf(), [`ref:transport-network/${network}`])
    expect(loaded.states).toContain(underlay)
    expect(loaded.writes).toEqual([{ pointer: underlay, rule: '', value: true }])
    expect(session.state(underlay).enabled).toBe(true)
    session.change('/wans/wan1/eligibleDti', false)
    expect(session.state(underlay).enabled).toBe(false)
  })

  it('compute consecutive addresses, and restore the entered ones when automatic allocation is off', () => {
    const routers = { vRouter1IPAdress: '10.0.0.11', vRouter2IPAdress: '10.0.0.12', vRouter3IPAdress: '10.0.0.13' }
    const stored = boxOf(0, { changes: { lan: { mgtInterface: routers } } })
    const session = open(stored)
    session.change('/lan/mgtInterface/autoAllocationIP', true)
    session.change('/lan/mgtInterface/ipAddress', '10.0.0.254')
    const given = ['10.0.0.255', '10.0.1.0', '10.0.1.1']
    expect([1, 2, 3].map((step) => at(session, `/lan/mgtInterface/vRouter${step}IPAdress`))).toEqual(given)
    expectAgreement(session, stored)
    session.change('/lan/mgtInterface/autoAllocationIP', false)
    expect(at(session, '/lan/mgtInterface/vRouter1IPAdress')).toBe('10.0.0.11')
  })

  it('let fields follow another one unless the user has entered a value in them', () => {
    const stored = boxOf(0, { name: 'ospf' })
    const session = open(stored)
    session.change('/lan/mgtInterface/vlanId', 8)
    session.change('/lan/ospf/vrouters/0/vlanId', 99)
    session.change('/lan/mgtInterface/vlanId', 9)
    expect([0, 1, 2].map((row) => at(session, `/lan/ospf/vrouters/${row}/vlanId`))).toEqual([99, 9, 9])
    expectAgreement(session, stored)
    const apart = withValueAt(stored, ['lan', 'ospf', 'vrouters', '0', 'vlanId'], 50)
    const next = withValueAt(apart, ['lan', 'mgtInterface', 'vlanId'], 8)
    const { record } = settle({ rules, stored: apart, next, touched: ['/lan/mgtInterface/vlanId'], context: contextOf(), lookup })
    expect([0, 1, 2].map((row) => at({ record }, `/lan/ospf/vrouters/${row}/vlanId`))).toEqual([50, 8, 8])
  })

  it('restore a switch together with the value that it requires', () => {
    const session = open(boxOf(0, { name: 'router' }))
    session.change('/wans/wan2/state', 'disabled')
    expect(at(session, '/lan/vrrp/trackingWan2')).toBe(false)
    session.change('/wans/wan2/state', 'enabled')
    expect(at(session, '/lan/vrrp/trackingWan2')).toBe(true)
  })

  it('keep an entered value with its row when rows are added, removed and moved', () => {
    const stored = boxOf(3)
    const session = open(stored)
    session.change('/lan/subnets/1/prefix', '172.16.0.0')
    const rows = at(session, '/lan/subnets') as Rec[]
    session.listChanged('/lan/subnets', [{ prefix: '192.168.0.0', mask: 16 }, rows[2]!, rows[1]!])
    session.change('/lan/subnets/1/mask', 28)
    expect(at(session, '/lan/subnets')).toMatchObject([
      { prefix: '192.168.0.0' },
      { id: 's2', prefix: '10.1.2.0', mask: 28 },
      { id: 's1', prefix: '172.16.0.0' },
    ])
    expectAgreement(session, stored)
    const typed = at(session, '/lan/subnets')
    session.contextChanged(contextOf({ changingDeployment: true }), ['$editor.changingDeployment'])
    expect(session.state('/lan/subnets/1/mask').enabled).toBe(false)
    expect(at(session, '/lan/subnets')).toEqual(typed)
    session.contextChanged(contextOf(), ['$editor.changingDeployment'])
    expect(at(session, '/lan/subnets')).toEqual(typed)
  })

  it('make the service refuse values in fields that the console locks', () => {
    const stored = boxOf(2, { name: 'ospf' })
    const places: [string, unknown][] = [
      ['/wans/wan3/ipAddress', '203.0.113.1'],
      ['/lan/ospf/vrouters/2/cost', 20],
      ['/name', 'Other'],
    ]
    const next = places.reduce((record, [pointer, value]) => withValueAt(record, parsePointer(pointer), value), stored)
    const touched = ['/wans/wan3', '/lan/ospf/vrouters', '/name', '/lan/subnets']
    const { refusals } = settle({ rules, stored, next, touched, context: contextOf(), lookup })
    expect(refusals.map(({ pointer, key }) => [pointer, key])).toEqual([
      ['/wans/wan3/ipAddress', 'edge-box.because.static-address'],
      ['/lan/ospf/vrouters/2/cost', 'edge-box.because.vrouter-of-its-wan'],
      ['/name', 'validation.field.frozen'],
    ])
  })
})

describe('the cost of a keystroke', () => {
  const evaluations = (rows: number, act: (session: Session) => void): number => {
    let count = 0
    const stored = boxOf(rows)
    const session = openSession(rules, stored, { stored, context: contextOf(), lookup, onEvaluate: () => (count += 1) })
    for (let row = 0; row < rows; row++)
      for (const field of ['prefix', 'mask', 'staticRoute']) session.state(`/lan/subnets/${row}/${field}`)
    for (let row = 0; row < rows; row++) session.state(`/lan/interfaces/${row}/dhcpServerAddress`)
    for (const wan of ['wan1', 'wan2', 'wan3'])
      for (const field of ['ipAddress', 'mask', 'interfaceMode', 'publicIp']) session.state(`/wans/${wan}/${field}`)
    count = 0
    act(session)
    return count
  }

  it.each([
    ['a cell that no rule but its own reads', (session: Session) => session.change('/lan/subnets/2/prefix', '10.9.0.0'), 1],
    ['a cell that its row reads', (session: Session) => session.change('/lan/interfaces/2/dhcpRelayEnabled', false), 3],
    ['a switch of a WAN', (session: Session) => session.change('/wans/wan1/dhcpEnabled', true), 3],
  ])('is the same with ten times the rows: %s', (_what, act, atMost) => {
    const few = evaluations(30, act)
    expect(few).toBeLessThanOrEqual(atMost)
    expect(evaluations(300, act)).toBe(few)
  })
})
