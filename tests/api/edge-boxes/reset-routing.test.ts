import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { box } from '../../support/api/overlay-records.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

describe('a reset of the LAN routing', () => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld('postgres')
  })
  afterAll(() => world.dispose())

  const addresses = { vRouter1IPAdress: '10.0.0.11', vRouter2IPAdress: '10.0.0.12', vRouter3IPAdress: '10.0.0.13' }
  const ospf = {
    helloTimer: 5,
    deadTimer: 20,
    vrouters: [{ vrouterId: 'wan1', areaId: '0.0.0.9', authenticationMethod: 'md5', authenticationKey: 'old' }],
  }
  const bgp = { routingProtocol: 'bgp', ibgpLanPeerings: [{ ipAddress: '10.0.0.7' }], asPathPrependEnabled: true, asPathPrepend: 4 }
  const reset = { routingProtocol: 'none', ibgpLanPeerings: [], ibgpEdgeBoxPeerings: [], asPathPrependEnabled: false, asPathPrepend: 1 }

  const routingOf = async (oid: string) => (await world.read('edgeBoxes', oid))['lan'] as { ospf: { vrouters: Rec[] } }

  /** A box with BGP that had OSPF before. */
  async function routedBox(name: string): Promise<{ oid: string; lan: Rec; vrouters: Rec[] }> {
    const lan = { mgtInterface: { ipAddress: '10.0.0.1', mask: 24, dhcpServerAddress: '10.0.0.2', ...addresses }, routingProtocol: 'ospf' }
    const oid = await world.make('edgeBoxes', box(name, name, { lan }))
    const { vrouters } = (await routingOf(oid)).ospf
    const own = vrouters.map((row, index) => ({ ...row, ...ospf.vrouters[index] }))
    const set = await world.send('PUT', 'edgeBoxes', { oid, revision: 1, lan: { ospf: { ...ospf, vrouters: own } } })
    expect(set.body.errors).toBeUndefined()
    const changed = await world.send('PUT', 'edgeBoxes', { oid, revision: 2, lan: bgp })
    expect(changed.body.data[0]?.['lan']).toMatchObject({ ...bgp, ospf: { helloTimer: 5 } })
    return { oid, lan: changed.body.data[0]?.['lan'] as Rec, vrouters }
  }

  it.each(['none', 'bgp'])('is accepted with everything that it writes and %s as the next protocol', async (routingProtocol) => {
    const { oid, vrouters } = await routedBox(`Reset ${routingProtocol}`)
    const lan = { ...reset, routingProtocol, ospf: { helloTimer: 10, deadTimer: 40, vrouters } }
    const { status, body } = await world.send('PUT', 'edgeBoxes', { oid, revision: 3, lan })
    expect([status, body.errors]).toEqual([200, undefined])
    const after = await world.read('edgeBoxes', oid)
    expect(after['lan']).toMatchObject(lan)
  })

  it('may leave out nothing but what it does not write', async () => {
    const { oid, vrouters } = await routedBox('Half')
    const others = { helloTimer: 7, vrouters: vrouters.map((row) => ({ ...row, cost: 77 })) }
    const { body } = await world.send('PUT', 'edgeBoxes', { oid, revision: 3, lan: { ...reset, ospf: others } })
    expect(body.errors.map(({ pointer }) => pointer)).toContain('/data/0/lan/ospf/helloTimer')
  })

  it('is not needed for the key of a method that is taken back', async () => {
    const { oid, vrouters } = await routedBox('Keyless')
    const items = [
      { entity: 'edge-box', action: 'update', oid, revision: 3, changes: { lan: { routingProtocol: 'ospf', ospf: { vrouters } } } },
    ]
    const { body } = await world.ask('POST', 'plans', { body: { source: 'editor', tenantOid: world.overlay, items } })
    expect(body.errors).toBeUndefined()
    const lan = await routingOf(oid)
    expect(lan.ospf.vrouters[0]).toMatchObject({ authenticationMethod: 'none' })
    expect(lan.ospf.vrouters[0]).not.toHaveProperty('configured')
  })

  it('takes the key of OSPF away, and is undone as a whole except for that', async () => {
    const { oid, vrouters, lan: before } = await routedBox('Undone')
    const changes = { lan: { ...reset, routingProtocol: 'bgp', ospf: { helloTimer: 10, deadTimer: 40, vrouters } } }
    const items = [{ entity: 'edge-box', action: 'update', oid, revision: 3, changes }]
    const plan = { source: 'editor', tenantOid: world.overlay, items }
    const dry = await world.ask('POST', 'plans?dryRun=true', { body: plan })
    const done = await world.ask('POST', 'plans', { body: plan })
    expect([dry.status, done.status]).toEqual([200, 200])
    const lan = await routingOf(oid)
    expect(lan.ospf.vrouters[0]).not.toHaveProperty('configured')
    expect(lan.ospf.vrouters[0]).toMatchObject({ authenticationMethod: 'none' })
    const undo = await world.ask('POST', `/journal/api/v1/journal/actions/${String(done.body['actionId'])}/undo?tenantOid=${world.overlay}`)
    expect([undo.status, undo.body.errors]).toEqual([200, undefined])
    expect((await world.read('edgeBoxes', oid))['lan']).toMatchObject({ ...bgp, ospf: { helloTimer: 5, deadTimer: 20 } })
    expect(before).toMatchObject(bgp)
  })
})
