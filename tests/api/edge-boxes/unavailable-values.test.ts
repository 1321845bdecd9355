import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import { box } from '../../support/api/overlay-records.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

type Outcome = { errors: string[] } | { record: Rec }

describe('an edge box that is created, or updated, with the same values', () => {
  let world: OverlayWorld
  let made = 0
  beforeAll(async () => {
    world = await overlayWorld('postgres')
  })
  afterAll(() => world.dispose())

  const addresses = { vRouter1IPAdress: '10.0.0.11', vRouter2IPAdress: '10.0.0.12', vRouter3IPAdress: '10.0.0.13' }
  const management = { ipAddress: '10.0.0.1', mask: 24, dhcpServerAddress: '10.0.0.2', ...addresses }
  const fresh = (lan: Rec): Rec => {
    made += 1
    return box(`Box ${made}`, `Site ${made}`, { lan: { mgtInterface: management, ...lan } })
  }
  const errorsOf = (errors: Rec[]): Outcome => ({
    errors: errors.map(({ pointer, key }) => `${String(pointer).replace(/^(\/data\/0|\/items\/0\/changes)/, '')} ${String(key)}`),
  })

  async function plan(item: Rec): Promise<Outcome> {
    const items = [{ entity: 'edge-box', ...item }]
    const { body } = await world.ask('POST', 'plans', { body: { source: 'editor', tenantOid: world.overlay, items } })
    const [done] = body['items'] as { oid: string }[]
    return body.errors?.length > 0 ? errorsOf(body.errors) : { record: await world.read('edgeBoxes', String(done?.oid)) }
  }

  async function call(method: 'POST' | 'PUT', record: Rec): Promise<Outcome> {
    const { status, body } = await world.send(method, 'edgeBoxes', record)
    return status < 300 ? { record: body.data[0] ?? {} } : errorsOf(body.errors)
  }

  /** The outcomes of both writes, by a call of the specification and by a plan of the editor. */
  async function outcomes(values: Rec, lan: Rec = {}): Promise<Record<string, Outcome>> {
    const [first, second] = [await world.make('edgeBoxes', fresh(lan)), await world.make('edgeBoxes', fresh(lan))]
    return {
      create: await call('POST', mergeRecords(fresh(lan), values)),
      update: await call('PUT', { oid: first, revision: 1, ...values }),
      'create in the editor': await plan({ action: 'create', changes: mergeRecords(fresh(lan), values) }),
      'update in the editor': await plan({ action: 'update', oid: second, revision: 1, changes: values }),
    }
  }

  const both = <T>(outcome: T): Record<string, T> => ({
    create: outcome,
    update: outcome,
    'create in the editor': outcome,
    'update in the editor': outcome,
  })
  const line = { state: 'enabled', interfaceMode: 'L2', routerLanIPAddress: '10.0.0.251', transportNetwork: 'Internet' }
  const access = { upBandwidth: 1, downBandwidth: 1 }

  it.each([
    ['at layer 3', {}, 'fields-of-l2'],
    ['at layer 2', { ...line, access }, 'bypass-of-uplinks'],
  ])('gets no bypass on its third WAN %s: the value is refused', { tags: ['S1-2.47'] }, async (_what, wan, because) => {
    const errors = [`/wans/wan3/bypass edge-box.because.${because}`]
    expect(await outcomes({ wans: { wan3: { ...wan, bypass: true } } })).toEqual(both({ errors }))
    const { create } = await outcomes({ wans: { wan3: { ...wan, bypass: false } } })
    expect(create).toMatchObject({ record: { wans: { wan1: { bypass: true }, wan3: { bypass: false } } } })
  })

  const router = { authenticationMethod: 'none', cost: 10, vlanId: 0, areaId: '0' }
  const routers = (changes: Rec): Rec[] => ['wan1', 'wan2', 'wan3'].map((id) => ({ id, vrouterId: id, ...router, ...changes }))

  it.each(['none', 'ospf'])(
    'takes null for what follows the management interface, with %s as routing protocol',
    async (routingProtocol) => {
      for (const name of ['vlanId', 'areaId']) {
        const { create, update } = await outcomes({ lan: { ospf: { vrouters: routers({ [name]: null }) } } }, { routingProtocol })
        const expected = { record: { lan: { ospf: { vrouters: routers({}) } } } }
        expect(create, name).toMatchObject(expected)
        expect(update, name).toMatchObject(expected)
      }
      const expected = { record: { lan: { ospf: { helloTimer: 10, vrouters: routers({}) } } } }
      for (const ospf of [null, { vrouters: null }])
        expect(await outcomes({ lan: { ospf } }, { routingProtocol }), JSON.stringify(ospf)).toMatchObject(both(expected))
    },
  )

  it('takes null for what has defaults of its own: they hold again', { tags: ['S1-3.9'] }, async () => {
    const expected = { record: { services: { wanOptimization: true }, lan: { vrrp: { instanceIdentifier: 50 }, speed: 'AUTO' } } }
    expect(await outcomes({ services: null, lan: { vrrp: null, ihap: null, speed: 'AUTO' } })).toMatchObject(both(expected))
    const hub: Rec = { ...fresh({}), mode: 'hub' }
    const wans = { wan1: { ...((hub['wans'] as Rec)['wan1'] as Rec), defaultNetworkPref: null } }
    const made = await call('POST', { ...hub, wans })
    const { oid, revision } = (made as { record: Rec }).record
    const changed = await call('PUT', { oid, revision, wans: { wan1: { defaultNetworkPref: null } } })
    const usual = { record: { wans: { wan1: { defaultNetworkPref: 100 } } } }
    expect([made, changed]).toMatchObject([usual, usual])
    const typed = await plan({ action: 'update', oid, revision, changes: { wans: { wan1: { defaultNetworkPref: null } } } })
    expect(typed).toEqual({ errors: ['/wans/wan1/defaultNetworkPref validation.field.mandatory'] })
  })

  it('keeps its management interface: null for it leaves its mandatory values empty', { tags: ['S1-6.5'] }, async () => {
    const errors = ['ipAddress', 'mask'].map((name) => `/lan/mgtInterface/${name} validation.field.mandatory`)
    for (const [what, outcome] of Object.entries(await outcomes({ lan: { mgtInterface: null } })))
      expect([what, outcome]).toEqual([what, { errors: expect.arrayContaining(errors) as string[] }])
  })

  it.each(['helloTimer', 'deadTimer'])('needs its %s with OSPF, and has it locked without', async (name) => {
    const values = { lan: { ospf: { [name]: null } } }
    expect(await outcomes(values, { routingProtocol: 'ospf' })).toEqual(both({ errors: [`/lan/ospf/${name} validation.field.mandatory`] }))
  })
})
