import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places } from '../../support/api/api-world.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

describe.each(places)('records in the shapes of the specifications, on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
  })
  afterAll(() => world.dispose())

  const send = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Rec & { data: Rec[]; errors: Rec[] } }> =>
    world.call(method, `/api/v1/${path}`, {
      headers: { 'x-overlay-oid': world.overlay },
      ...(body !== undefined && { body }),
      literal: true,
    })

  const create = async (path: string, record: Rec): Promise<Rec> => {
    const { status, body } = await send('POST', path, { data: [record] })
    expect(status, JSON.stringify(body.errors)).toBe(201)
    return body.data[0] ?? {}
  }

  const wan = {
    state: 'enabled',
    interfaceMode: 'L3',
    ipAddress: '192.0.2.10',
    mask: 24,
    defaultGateway: '192.0.2.1',
    publicIp: '198.51.100.10',
  }
  const lan = { mgtInterface: { ipAddress: '10.0.0.1', mask: 24, dhcpServerAddress: '10.0.0.2' } }
  const access = { upBandwidth: 1_000, downBandwidth: 2_000 }
  const box = (name: string, more: Rec = {}): Rec => ({
    name,
    site: { name: `${name} site` },
    appliance: { serialNumber: `SN-${name}` },
    lan,
    wans: { wan1: { ...wan, transportNetwork: 'Internet', access } },
    ...more,
  })

  it('an edge box is created from names, and answered with identifiers and names', async () => {
    const syslog = await create('syslogServer', { name: 'Collector', ipOrHostname: '192.0.2.99', protocolId: 17, port: 514 })
    const made = await create('edgeBoxes', box('North', { syslog: [{ id: syslog['id'] }] }))
    const network = (made['wans'] as { wan1: Rec }).wan1
    expect(made).toMatchObject({
      name: 'North',
      serialNumber: 'SN-North',
      machineId: 'SN-North',
      appliance: { serialNumber: 'SN-North' },
      site: { id: expect.stringMatching(/^[\da-f-]{36}$/) as string, name: 'North site' },
      syslog: [{ id: syslog['id'], name: 'Collector', ipOrHostname: '192.0.2.99', protocolId: 17, port: 514 }],
    })
    expect(network).toMatchObject({ id: 'wan1', identifier: 'wan1', transportNetwork: 'Internet', coloring: null })
    expect(made).not.toHaveProperty('oid')
    expect((await send('GET', `edgeBoxes/${String(made['id'])}`)).body.data[0]).toEqual(made)
    expect((await send('GET', 'edgeBoxes?filter=name==North')).body.data).toEqual([made])
    // A client sends back what it has read.
    const same = await send('PUT', 'edgeBoxes', { data: [made] })
    expect([same.status, same.body.errors, same.body.data?.[0]?.['revision']]).toEqual([200, undefined, 1])
    const cleared = await send('PUT', 'edgeBoxes', { data: [{ id: made['id'], revision: 1, syslog: [] }] })
    expect(cleared.body.data[0]).toMatchObject({ syslog: [], revision: 2 })
  })

  it('a connection names its remote end as an endpoint', async () => {
    const hub = await create('edgeBoxes', box('Hub', { mode: 'hub' }))
    const endpoint = { edgeBoxId: hub['id'], edgeBoxName: 'Hub', edgeBoxMode: 'hub', wanIdentifier: 'wan1' }
    const wan1 = { ...wan, transportNetwork: 'Internet', access, wanConnections: [{ networkPref: 100, endpoint }] }
    const spoke = await create('edgeBoxes', box('Spoke', { wans: { wan1 } }))
    expect((spoke['wans'] as { wan1: Rec }).wan1['wanConnections']).toMatchObject([{ type: 'User', networkPref: 100, endpoint }])
    const refused = await send('POST', 'edgeBoxes', {
      data: [
        box('Stray', {
          wans: { wan1: { ...wan1, wanConnections: [{ networkPref: 100, endpoint: { ...endpoint, wanIdentifier: 'wan2' } }] } },
        }),
      ],
    })
    expect(refused.body.errors).toMatchObject([
      { pointer: '/data/0/wans/wan1/wanConnections/0/endpoint/wanIdentifier', key: 'service.connection.unfit' },
    ])
  })

  it('a tele engine without a transport network has no bandwidths', async () => {
    const wan1 = { transportNetwork: 'Not Specified', access: { upBandwidth: null, downBandwidth: null } }
    const subnets = [{ prefix: '10.9.0.0', mask: 24 }]
    const made = await create('teleEngines', { name: 'Engine', site: { name: 'Depot' }, lan: { subnets }, wan: wan1 })
    expect(made).toMatchObject({ site: { name: 'Depot' }, wan: { identifier: 'wan1', ...wan1 } })
  })

  it.each([
    ['oid', { oid: 'x' }, 'nothing'],
    ['site', { site: 'Berlin' }, 'object'],
    ['site/town', { site: { town: 'Berlin' } }, 'nothing'],
    ['syslog', { syslog: { id: 'x' } }, 'list'],
  ])('a body with %s in another shape is refused at that place', async (path, changes, expected) => {
    const { status, body } = await send('POST', 'edgeBoxes', { data: [{ ...box('Odd'), ...changes }] })
    expect([status, body.errors]).toMatchObject([400, [{ pointer: `/data/0/${path}`, key: `service.wire.${expected}` }]])
  })

  it('is filtered and sorted by the printed names', { tags: ['S0-7.41'] }, async () => {
    await create('edgeBoxes', box('West', { site: { name: 'Zebra' } }))
    await create('edgeBoxes', box('East', { site: { name: 'Aachen' } }))
    const names = async (query: string): Promise<unknown[]> => (await send('GET', `edgeBoxes?${query}`)).body.data.map(({ name }) => name)
    expect(await names('filter=site.name==Zebra')).toEqual(['West'])
    expect(await names('filter=appliance.serialNumber==SN-East')).toEqual(['East'])
    const id = (await send('GET', 'edgeBoxes?filter=name==East')).body.data[0]?.['id']
    expect(await names(`filter=id==${String(id)}`)).toEqual(['East'])
    const appliances = await world.call('GET', '/api/inventory/v1/appliances/platform?filter=lastConnectionTime=ilike=%252026%25')
    expect(appliances.status).toBe(200)
  })
})
