import { describe, expect, it } from 'vitest'
import { at, boxOf, contextOf, defaults, expectAgreement, lookup, open, rules } from '../../../tests/support/edge-box/sessions.ts'
import { mergeRecords } from '../../vocabulary/changes.ts'
import { valueAt } from '../../vocabulary/paths/pointer.ts'
import type { Rec } from '../../vocabulary/types.ts'
import { openSession, type Session } from './session.ts'

describe('a reset of the LAN routing', () => {
  const routing = {
    routingProtocol: 'bgp',
    ibgpLanPeerings: [{ id: 'p1', ipAddress: '10.0.0.7' }],
    asPathPrependEnabled: true,
    asPathPrepend: 4,
  }
  const reset = { asPathPrependEnabled: false, asPathPrepend: 1, ibgpLanPeerings: [] }

  function afterReset(changes: Rec = {}): { session: Session; stored: Rec } {
    const box = boxOf(0, { name: 'hub', changes: { lan: routing } })
    // OSPF as it was set up before the box changed to BGP, which keeps it.
    const stored = mergeRecords(box, mergeRecords({ lan: { ospf: { priority: 7, vrouters: ownRouters(box) } } }, changes))
    const session = open(stored)
    session.act('/lan', 'resetRouting')
    return { session, stored }
  }

  const ownRouters = (box: Rec): Rec[] => {
    const rows = (valueAt(box, ['lan', 'ospf', 'vrouters']) ?? valueAt(defaults, ['lan', 'ospf', 'vrouters'])) as Rec[]
    return rows.map((row) => ({ ...row, areaId: '0.0.0.9', vlanId: 99, cost: 44 }))
  }

  it.each(['bgp', 'ospf', 'none'])('stays when %s is chosen afterwards', (protocol) => {
    const { session, stored } = afterReset()
    session.change('/lan/routingProtocol', protocol)
    expect(session.record['lan']).toMatchObject({ ...reset, routingProtocol: protocol, ospf: { priority: 0 } })
    expect(at(session, '/lan/ospf/vrouters')).toMatchObject([1, 2, 3].map(() => ({ areaId: '10', vlanId: 10, cost: 10 })))
    expectAgreement(session, stored)
  })

  it('stays when other values are typed in between and stashed with their controls', () => {
    const { session, stored } = afterReset()
    session.change('/lan/routingProtocol', 'bgp')
    session.change('/lan/asPathPrependEnabled', true)
    session.change('/lan/asPathPrepend', 9)
    session.listChanged('/lan/ibgpLanPeerings', [{ ipAddress: '10.0.0.8' }])
    expect(session.record['lan']).toMatchObject({ asPathPrepend: 9, ibgpLanPeerings: [{ ipAddress: '10.0.0.8' }] })
    expectAgreement(session, stored)
    session.change('/lan/routingProtocol', 'ospf')
    expect(session.record['lan']).toMatchObject(reset)
    expectAgreement(session, stored)
    session.act('/lan', 'resetRouting')
    session.change('/lan/routingProtocol', 'bgp')
    expect(session.record['lan']).toMatchObject(reset)
    expectAgreement(session, stored)
  })

  it('stays when the site changes, which clears the peerings, too, and changes back', () => {
    const { session, stored } = afterReset()
    session.change('/lan/routingProtocol', 'bgp')
    session.change('/site', 'elsewhere')
    session.change('/site', at({ record: stored }, '/site'))
    expect(session.record['lan']).toMatchObject({ ...reset, routingProtocol: 'bgp' })
    expectAgreement(session, stored)
  })

  it('is taken over by a later session', () => {
    const { session, stored } = afterReset()
    const { record, acted } = session
    const next = openSession(rules, record, { stored, context: contextOf(), lookup, acted })
    expect(next.record).toEqual(record)
    next.change('/lan/routingProtocol', 'bgp')
    expect(next.record['lan']).toMatchObject({ ...reset, ospf: { priority: 0 } })
    expectAgreement(next, stored)
  })

  it('does not reach what an editor mode locks', () => {
    const stored = boxOf(0, { name: 'hub', changes: { lan: routing } })
    const session = open(stored, contextOf({ changingDeployment: true }))
    session.act('/lan', 'resetRouting')
    expect(session.record['lan']).toMatchObject(routing)
  })
})
