import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../vocabulary/context.ts'
import { parsePointer, valueAt, withValueAt } from '../vocabulary/pointer.ts'
import type { Rec } from '../vocabulary/types.ts'
import { checkSchema } from './check-schema.ts'
import { compileRules } from './compile.ts'
import { boxOf, boxSource, edgeBoxSchema } from './edge-box-shape.ts'
import { referencedPaths } from './references.ts'
import { openSession, type Session } from './session.ts'
import { settle } from './settle.ts'

const rules = compileRules(edgeBoxSchema, boxSource)
const networks: Record<string, Rec> = { internet: { name: 'Internet', eligibleDti: true }, mpls: { name: 'MPLS', eligibleDti: false } }
const lookup = (_entity: string, oid: string) => networks[oid]
const contextOf = (editor: Record<string, boolean> = {}): RuleContext => ({
  tenant: { oid: 't', name: 'T', type: 'diy_customer' },
  user: { oid: 'u' },
  can: {},
  feature: { sdi: true },
  editor,
})

function open(stored: Rec = boxOf(3), context = contextOf()): Session {
  return openSession(rules, stored, { stored, context, lookup })
}

const at = (session: { record: Rec }, pointer: string): unknown => valueAt(session.record, parsePointer(pointer))

/** The service takes what the session would send, and comes to the same record without a refusal. */
function expectAgreement(session: Session, stored: Rec, context = contextOf()): void {
  const next = session.touched.reduce((record, pointer) => withValueAt(record, parsePointer(pointer), at(session, pointer)), stored)
  const settled = settle({ rules, stored, next, touched: session.touched, context, lookup, unchangedCounts: true })
  expect(settled.record).toEqual(session.record)
  expect(settled.refusals).toEqual(session.refusals())
}

describe('rules of a box with three WANs, lists and references', () => {
  it('pass the schema checks apart from what only whole entities have', () => {
    const found = checkSchema(edgeBoxSchema, {
      box: edgeBoxSchema,
      wan: boxSource('wan')!,
      'transport-network': boxSource('transport-network')!,
    })
    expect(found.map(({ id, message }) => `${id} ${message}`)).toEqual([])
  })

  it('force the interface mode of every WAN with the deployment mode, and let go again', () => {
    const stored = boxOf(1)
    const context = contextOf({ changingDeployment: true })
    const session = open(stored, context)
    const { writes } = session.change('/deploymentMode', 'multiwan_bridge')
    expect(writes.filter(({ rule }) => rule === 'bridge-forces-l2').map(({ pointer, value }) => [pointer, value])).toEqual(
      [1, 2, 3].map((wan) => [`/wans/wan${wan}/interfaceMode`, 'L2']),
    )
    expect(session.state('/wans/wan1/interfaceMode')).toMatchObject({ enabled: false })
    expect(session.state('/wans/wan1/routerLanIPAddress')).toMatchObject({ visible: true, required: true })
    expectAgreement(session, stored, context)
    session.change('/deploymentMode', 'multiwan_hybrid')
    expect(at(session, '/wans/wan2/interfaceMode')).toBe('L3')
    expect(session.record).toEqual(stored)
  })

  it('lock static addresses under DHCP and give the typed one back afterwards', () => {
    const stored = boxOf(1)
    const session = open(stored)
    session.change('/wans/wan1/ipAddress', '203.0.113.9')
    session.change('/wans/wan1/dhcpEnabled', true)
    const state = session.state('/wans/wan1/ipAddress')
    expect(state).toMatchObject({ enabled: false, required: false })
    expect(state.why[0]?.facts.filter(({ holds }) => !holds)).toEqual([
      { path: '/wans/wan1/dhcpEnabled', actual: true, needed: { not: true }, holds: false },
    ])
    expect(at(session, '/wans/wan1/ipAddress')).toBe('192.0.2.1')
    expect(session.touched).toEqual(['/wans/wan1/dhcpEnabled'])
    expectAgreement(session, stored)
    session.change('/wans/wan1/dhcpEnabled', false)
    expect(at(session, '/wans/wan1/ipAddress')).toBe('203.0.113.9')
  })

  it('clear the connections of every WAN with the mode, keep what is added later, and bring them back with the old mode', () => {
    const stored = boxOf(2)
    const session = open(stored)
    session.change('/mode', 'hub')
    for (const wan of ['wan1', 'wan2', 'wan3']) expect(at(session, `/wans/${wan}/wanConnections`)).toEqual([])
    session.listChanged('/wans/wan1/wanConnections', [{ endpoint: 'other', networkPref: 5 }])
    session.change('/wans/wan1/wanConnections/0/networkPref', 7)
    expect(at(session, '/wans/wan1/wanConnections')).toEqual([{ endpoint: 'other', networkPref: 7 }])
    expectAgreement(session, stored)
    session.change('/mode', 'spoke')
    expect(at(session, '/wans/wan1/wanConnections')).toEqual(at({ record: stored }, '/wans/wan1/wanConnections'))
    expectAgreement(session, stored)
  })

  it('leave rows alone that a person adds to a cleared list, empty ones included', () => {
    for (const stored of [boxOf(2), null]) {
      const record = stored ?? { ...rules.defaults, wans: { wan1: {} } }
      const session = openSession(rules, record, { stored, context: contextOf({ creating: stored === null }), lookup })
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

  it('clear the connections of one WAN with its transport network, on the service, too', () => {
    const stored = boxOf(2)
    const next = withValueAt(stored, ['wans', 'wan2', 'transportNetwork'], 'mpls')
    const { record } = settle({ rules, stored, next, touched: ['/wans/wan2/transportNetwork'], context: contextOf(), lookup })
    expect(at({ record }, '/wans/wan2/wanConnections')).toEqual([])
    expect(at({ record }, '/wans/wan1/wanConnections')).toHaveLength(2)
  })

  it('keep a preference of hubs only', () => {
    const session = open()
    expect(at(session, '/wans/wan1/defaultNetworkPref')).toBeUndefined()
    session.change('/mode', 'hub')
    session.change('/wans/wan1/defaultNetworkPref', 200)
    session.change('/mode', 'spoke')
    expect(at(session, '/wans/wan1/defaultNetworkPref')).toBeUndefined()
    expect(session.state('/wans/wan1/defaultNetworkPref').enabled).toBe(false)
  })

  it('turn one direction off with the other, whichever is turned on, and refuse both at once', () => {
    const stored = boxOf(1)
    const session = open(stored)
    session.change('/lan/lan2wan', true)
    expect([at(session, '/lan/lan2wan'), at(session, '/lan/wan2lan')]).toEqual([true, false])
    expectAgreement(session, stored)
    const { writes } = session.change('/lan/wan2lan', true)
    expect(writes).toEqual([{ pointer: '/lan/lan2wan', value: false, rule: 'wan2lan-ends-lan2wan' }])
    expect([at(session, '/lan/lan2wan'), at(session, '/lan/wan2lan')]).toEqual([false, true])
    expectAgreement(session, stored)
    const both = { ...stored, lan: { ...(stored['lan'] as Rec), lan2wan: true, wan2lan: true } }
    const { refusals } = settle({
      rules,
      stored: { ...stored, lan: { ...(stored['lan'] as Rec), wan2lan: false } },
      next: both,
      touched: ['/lan/lan2wan', '/lan/wan2lan'],
      context: contextOf(),
      lookup,
    })
    expect(refusals).toMatchObject([{ pointer: '/lan/wan2lan', key: 'box.because.one-direction' }])
  })

  it('bound the dead timer by three hellos', () => {
    const session = open()
    session.change('/lan/ospf/helloTimer', 20)
    expect(session.state('/lan/ospf/deadTimer').minimum).toBe(60)
    expect(session.refusals()).toEqual([
      { pointer: '/lan/ospf/deadTimer', key: 'validation.field.between', params: { min: 60, max: 65535 } },
    ])
    session.change('/lan/routingProtocol', 'bgp')
    expect(session.refusals()).toEqual([])
  })

  it('fall back from a transport mode that multipath no longer allows', () => {
    const stored = {
      ...boxOf(1),
      deploymentMode: 'multiwan_bridge',
      dwsMode: 'l1_transparent',
      lan: { ...(boxOf(1)['lan'] as Rec), multipathEnabled: true },
    }
    const session = open(stored)
    expect(at(session, '/dwsMode')).toBe('l1_transparent')
    session.change('/lan/multipathEnabled', false)
    expect(at(session, '/dwsMode')).toBe('cpe')
    expect(session.state('/dwsMode').options).toEqual(['cpe', 'l2_transparent'])
    expectAgreement(session, stored)
  })

  it('need the prepend value of BGP with prepending only', () => {
    const session = open()
    expect(session.state('/lan/asPathPrepend').enabled).toBe(false)
    session.change('/lan/routingProtocol', 'bgp')
    session.change('/lan/asPathPrependEnabled', true)
    session.change('/lan/asPathPrepend', undefined)
    expect(session.refusals()).toEqual([{ pointer: '/lan/asPathPrepend', key: 'validation.field.mandatory' }])
  })

  it('follow from a virtual router to the WAN that it belongs to', () => {
    const session = open()
    expect(session.state('/lan/ospf/vrouters/0/cost').enabled).toBe(true)
    expect(session.state('/lan/ospf/vrouters/2/cost')).toMatchObject({
      enabled: false,
      why: [{ facts: [{ path: '/wans/wan3/state', actual: 'disabled' }, {}] }],
    })
    const { states } = session.change('/wans/wan3/state', 'enabled')
    expect(states).toEqual(['/lan/ospf/vrouters/2/cost'])
    expect(session.state('/lan/ospf/vrouters/2/cost').enabled).toBe(true)
  })

  it('follow the reference to the transport network, once it is loaded', () => {
    const late: Record<string, Rec> = {}
    const stored = boxOf(1)
    const session = openSession(rules, stored, { stored, context: contextOf(), lookup: (_entity, oid) => late[oid] })
    expect(referencedPaths(rules, stored)).toEqual([{ entity: 'transport-network', oid: 'internet' }])
    expect(session.state('/wans/wan1/allowTrafficInTheUnderlay').enabled).toBe(false)
    late['internet'] = networks['internet']!
    expect(session.contextChanged(contextOf(), ['ref:transport-network/internet']).states).toEqual(['/wans/wan1/allowTrafficInTheUnderlay'])
    expect(session.state('/wans/wan1/allowTrafficInTheUnderlay').enabled).toBe(true)
    session.change('/wans/wan1/eligibleDti', false)
    expect(session.state('/wans/wan1/allowTrafficInTheUnderlay').enabled).toBe(false)
  })

  it('allocate the addresses of virtual routers one after the other, and leave them to a person otherwise', () => {
    const stored = boxOf(1)
    const session = open(stored)
    session.change('/lan/mgtInterface/autoAllocationIP', true)
    session.change('/lan/mgtInterface/ipAddress', '10.0.0.254')
    expect([1, 2, 3].map((step) => at(session, `/lan/mgtInterface/vRouter${step}`))).toEqual(['10.0.0.255', '10.0.1.0', '10.0.1.1'])
    expectAgreement(session, stored)
    session.change('/lan/mgtInterface/autoAllocationIP', false)
    expect(at(session, '/lan/mgtInterface/vRouter1')).toBe('10.0.0.11')
  })

  it('let the VLAN of virtual routers follow the management interface until a person types one', () => {
    const stored = boxOf(1)
    const session = open(stored)
    session.change('/lan/mgtInterface/vlanId', 8)
    session.change('/lan/ospf/vrouters/1/vlanId', 99)
    session.change('/lan/mgtInterface/vlanId', 9)
    expect([0, 1, 2].map((row) => at(session, `/lan/ospf/vrouters/${row}/vlanId`))).toEqual([9, 99, 9])
    expectAgreement(session, stored)
    const apart = withValueAt(stored, ['lan', 'ospf', 'vrouters', '0', 'vlanId'], 50)
    const { record } = settle({
      rules,
      stored: apart,
      next: withValueAt(apart, ['lan', 'mgtInterface', 'vlanId'], 8),
      touched: ['/lan/mgtInterface/vlanId'],
      context: contextOf(),
      lookup,
    })
    expect([0, 1, 2].map((row) => at({ record }, `/lan/ospf/vrouters/${row}/vlanId`))).toEqual([50, 8, 8])
  })

  it('track enabled WANs only', () => {
    const session = open()
    session.change('/wans/wan2/state', 'disabled')
    expect(at(session, '/vrrp/trackingWan2')).toBe(false)
    expect(session.state('/vrrp/trackingWan2').enabled).toBe(false)
    session.change('/wans/wan2/state', 'enabled')
    expect(at(session, '/vrrp/trackingWan2')).toBe(true)
  })

  it('keep what a person typed with its row when rows come, go and move', () => {
    const stored = boxOf(3)
    const session = open(stored)
    session.change('/lan/subnets/1/prefix', '172.16.0.0')
    const rows = at(session, '/lan/subnets') as Rec[]
    session.listChanged('/lan/subnets', [{ prefix: '192.168.0.0', mask: 16 }, rows[2]!, rows[1]!])
    session.change('/lan/subnets/1/mask', 20)
    expect(at(session, '/lan/subnets')).toMatchObject([
      { prefix: '192.168.0.0' },
      { id: 's2', prefix: '10.2.0.0', mask: 20 },
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

  it('are refused by the service where the console would not let a person type', () => {
    const stored = boxOf(2)
    const next = withValueAt(
      withValueAt(stored, ['wans', 'wan3', 'ipAddress'], '203.0.113.1'),
      ['lan', 'ospf', 'vrouters', '2', 'cost'],
      20,
    )
    const { refusals } = settle({
      rules,
      stored,
      next: { ...next, name: 'Other' },
      touched: ['/wans/wan3', '/lan/ospf/vrouters', '/name', '/lan/subnets'],
      context: contextOf(),
      lookup,
    })
    expect(refusals).toEqual([
      { pointer: '/wans/wan3/ipAddress', key: 'box.because.static-address' },
      { pointer: '/lan/ospf/vrouters/2/cost', key: 'box.because.vrouter-of-its-wan' },
      { pointer: '/name', key: 'validation.field.frozen' },
    ])
  })
})

describe('what a keystroke costs', () => {
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
    ['a cell that no rule reads', (session: Session) => session.change('/lan/subnets/2/prefix', '10.9.0.0'), 1],
    ['a cell that its row reads', (session: Session) => session.change('/lan/interfaces/2/dhcpRelayEnabled', false), 3],
    ['a switch of a WAN', (session: Session) => session.change('/wans/wan1/dhcpEnabled', true), 3],
  ])('is the same with ten times the rows: %s', (_what, act, atMost) => {
    const few = evaluations(30, act)
    expect(few).toBeLessThanOrEqual(atMost)
    expect(evaluations(300, act)).toBe(few)
  })
})
