import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { newOid } from '../../../server/db/new-oid.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { places, type Answer } from '../../support/api/api-world.ts'
import { box, engine, wan } from '../../support/api/overlay-records.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const subnets = (...prefixes: string[]): { lan: Rec } => ({
  lan: { subnets: prefixes.map((text) => ({ prefix: text.split('/')[0], mask: Number(text.split('/')[1]) })) },
})

describe.each(places)('edge boxes of an overlay on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
  })
  afterAll(() => world.dispose())

  const wansOf = (record: Rec | undefined): Record<string, Rec> => record?.['wans'] as Record<string, Rec>
  const errorsOf = ({ body }: { body: { errors: Rec[] } }): unknown[] =>
    body.errors?.map(({ pointer, key, params }) => [pointer, key, params])

  it('share no subnet at a site with other boxes, tele engines, or other items of a plan', { tags: ['S1-5.29'] }, async () => {
    const subnetTaken = (pointer: string, name: string, subnet: string): unknown[] => [
      pointer,
      'service.site.subnetTaken',
      { name, subnet },
    ]
    const oid = await world.make('edgeBoxes', box('Here', 'Lyon', subnets('10.1.0.0/16', '10.2.0.0/24')))
    await world.make('teleEngines', { ...engine('Small', 'Lyon', 'Internet'), ...subnets('10.3.0.0/24') })
    const nested = await world.send('POST', 'edgeBoxes', box('There', 'Lyon', subnets('10.9.0.0/24', '10.1.7.0/24', '10.3.0.0/24')))
    expect(errorsOf(nested)).toEqual([
      subnetTaken('/data/0/lan/subnets/1/prefix', 'Here', '10.1.0.0/16'),
      subnetTaken('/data/0/lan/subnets/2/prefix', 'Small', '10.3.0.0/24'),
    ])
    const enclosing = await world.send('POST', 'teleEngines', { ...engine('Wide', 'Lyon', 'Internet'), ...subnets('10.0.0.0/8') })
    expect(errorsOf(enclosing)).toMatchObject([['/data/0/lan/subnets/0/prefix', 'service.site.subnetTaken', {}]])
    const twice = await world.send('POST', 'edgeBoxes', box('A', 'Caen', subnets('10.1.0.0/24')), box('B', 'Caen', subnets('10.1.0.0/24')))
    expect(errorsOf(twice)).toEqual([
      subnetTaken('/data/0/lan/subnets/0/prefix', 'B', '10.1.0.0/24'),
      subnetTaken('/data/1/lan/subnets/0/prefix', 'A', '10.1.0.0/24'),
    ])
    const elsewhere = await world.make('edgeBoxes', box('Elsewhere', 'Caen', subnets('10.1.7.0/24')))
    const moved = await world.send('PUT', 'edgeBoxes', { oid: elsewhere, revision: 1, site: 'Lyon' })
    expect(errorsOf(moved)).toEqual([subnetTaken('/data/0/lan/subnets/0/prefix', 'Here', '10.1.0.0/16')])
    const items = [
      { entity: 'edge-box', action: 'update', oid, revision: 1, changes: subnets('10.2.0.0/24') },
      { entity: 'edge-box', action: 'update', oid: elsewhere, revision: 1, changes: { site: 'Lyon' } },
    ]
    const both = await world.ask('POST', 'plans', { body: { source: 'editor', tenantOid: world.overlay, items } })
    expect(both.body).toMatchObject({ applied: true })
  })

  it('get a subnet only once when several callers claim it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => world.send('POST', 'edgeBoxes', box(`Race ${index}`, 'Race', subnets('10.7.0.0/24')))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400])
  })

  it('connect only to enabled layer 3 uplinks on the same transport network', { tags: ['S1-3.13'] }, async () => {
    const remote = await world.make(
      'edgeBoxes',
      box('Far', 'Far', {
        mode: 'hub',
        wans: {
          wan2: wan({ ipAddress: '192.0.2.20', transportNetwork: 'MPLS' }),
          wan3: { state: 'disabled', transportNetwork: 'Internet' },
        },
      }),
    )
    const near = (wanIdentifier: string, transportNetwork: string): Rec =>
      box('Near', 'Near', {
        wans: { wan1: wan({ transportNetwork, wanConnections: [{ edgeBox: remote, wanIdentifier, networkPref: 100 }] }) },
      })
    for (const [end, network] of [
      ['wan2', 'Internet'],
      ['wan3', 'Internet'],
      ['wan1', 'MPLS'],
    ] as const)
      expect(errorsOf(await world.send('POST', 'edgeBoxes', near(end, network)))).toEqual([
        ['/data/0/wans/wan1/wanConnections/0/wanIdentifier', 'service.connection.unfit', undefined],
      ])
    const made = await world.send('POST', 'edgeBoxes', near('wan2', 'MPLS'))
    expect([made.status, wansOf(made.body.data[0])['wan1']?.['wanConnections']]).toMatchObject([
      201,
      [{ edgeBox: remote, networkPref: 100 }],
    ])
    const used = await world.send('DELETE', 'edgeBoxes', { oid: remote, revision: 1 })
    expect(used.body.errors).toMatchObject([{ key: 'service.record.used', params: { entity: 'edge-box', names: 'Near' } }])
  })

  it(
    'connect to exactly the ends that are offered for the network, the box itself excluded',
    { tags: ['S1-2.43', 'S1-7.19'] },
    async () => {
      const transportNetwork = await world.make('transportNetworks', { name: 'Offered' })
      const uplink = wan({ transportNetwork })
      const l2 = { ...wan({ transportNetwork, interfaceMode: 'L2', routerLanIPAddress: '10.0.0.3' }) }
      for (const name of ['ipAddress', 'mask', 'defaultGateway', 'publicIp']) delete l2[name]
      const ends = await world.make('edgeBoxes', box('Ends', 'Ends', { wans: { wan1: wan(), wan2: uplink, wan3: l2 } }))
      const dark = await world.make(
        'edgeBoxes',
        box('Dark', 'Dark', { wans: { wan1: uplink, wan2: { state: 'disabled', transportNetwork } } }),
      )
      const oid = await world.make('edgeBoxes', box('Chooser', 'Chooser', { wans: { wan1: uplink, wan2: uplink } }))
      const filter = `transportNetworkId=="${transportNetwork}";edgeBoxId!="${oid}"`
      const { body } = await world.ask('GET', `wanEndpoints?filter=${encodeURIComponent(filter)}`)
      const offered = body.data.map(({ edgeBoxId, wanIdentifier }) => `${String(edgeBoxId)} ${String(wanIdentifier)}`)
      const accepted: string[] = []
      for (const edgeBox of [ends, dark, oid])
        for (const wanIdentifier of ['wan1', 'wan2', 'wan3']) {
          const wanConnections = [{ edgeBox, wanIdentifier, networkPref: 100 }]
          const changes = { oid, revision: 1, wans: { wan1: { wanConnections } } }
          const { status } = await world.send('PUT', 'edgeBoxes?dryRun=true', changes)
          if (status === 200) accepted.push(`${edgeBox} ${wanIdentifier}`)
        }
      expect(offered.toSorted()).toEqual(accepted.toSorted())
      expect(offered.toSorted()).toEqual([`${ends} wan2`, `${dark} wan1`].toSorted())
    },
  )

  it('fill omitted values of new rows with defaults, as the editor does, but not those of stored rows', async () => {
    const far = await world.make('edgeBoxes', box('Whole', 'Whole', { mode: 'hub' }))
    const forwarded = { externalPort: 443, localIpAddress: '10.0.0.9', localPort: 8443 }
    const uplink = wan({ eligibleDti: true, wanConnections: [{ edgeBox: far, wanIdentifier: 'wan1' }], localPortForwarding: [forwarded] })
    const made = await world.send('POST', 'edgeBoxes', box('Sparse', 'Sparse', { wans: { wan1: uplink } }))
    const { wanConnections, localPortForwarding } = wansOf(made.body.data[0])['wan1'] as Record<string, Rec[]>
    expect(wanConnections).toMatchObject([{ edgeBox: far, type: 'User', wanIdentifier: 'wan1', networkPref: 100 }])
    expect(localPortForwarding).toMatchObject([{ ...forwarded, protocolId: 6 }])
    const { oid, lan } = made.body.data[0] as { oid: string; lan: { ospf: { vrouters: Rec[] } } }
    expect(lan.ospf.vrouters).toMatchObject([{ cost: 10, authenticationMethod: 'none' }, { cost: 10 }, { cost: 10 }])
    const rows = [{ id: wanConnections?.[0]?.['id'], edgeBox: far, wanIdentifier: 'wan1' }]
    const sent = await world.send('PUT', 'edgeBoxes', { oid, revision: 1, wans: { wan1: { wanConnections: rows } } })
    expect(errorsOf(sent)).toMatchObject([['/data/0/wans/wan1/wanConnections/0/networkPref', 'validation.field.mandatory', undefined]])
  })

  it('can be deleted while another one names them in peerings that its routing protocol hides; those rows go', async () => {
    const shared = 'Peers of one site'
    const gone = await world.make('edgeBoxes', box('Peer gone', shared))
    const lan = { routingProtocol: 'bgp', ibgpEdgeBoxPeerings: [{ edgeBox: gone }] }
    const stays = await world.make('edgeBoxes', box('Peer stays', shared, { lan }))
    const remove = (): Promise<Answer> => world.ask('DELETE', `edgeBoxes/${gone}?revision=1`)
    expect(await remove()).toMatchObject({ status: 400, body: { errors: [{ key: 'service.record.used' }] } })
    expect((await world.send('PUT', 'edgeBoxes', { oid: stays, revision: 1, lan: { routingProtocol: 'none' } })).status).toBe(200)
    expect((await world.read('edgeBoxes', stays))['lan']).toMatchObject({ ibgpEdgeBoxPeerings: [{ edgeBox: gone }] })
    expect((await remove()).status).toBe(200)
    expect(await world.read('edgeBoxes', stays)).toMatchObject({ revision: 3, lan: { ibgpEdgeBoxPeerings: [] } })
  })

  it('need the WAN of the other end of a connection, which has no default', { tags: ['S1-3.13'] }, async () => {
    const far = await world.make('edgeBoxes', box('Open end', 'Open end', { mode: 'hub' }))
    const uplink = wan({ wanConnections: [{ edgeBox: far }] })
    const sent = await world.send('POST', 'edgeBoxes', box('Loose', 'Loose', { wans: { wan1: uplink } }))
    expect(errorsOf(sent)).toMatchObject([['/data/0/wans/wan1/wanConnections/0/wanIdentifier', 'validation.field.mandatory', undefined]])
  })

  it('have the key of a tunnel checked against its bound only when it is typed, and keep it otherwise', { tags: ['S1-5.30'] }, async () => {
    const security = { credentials: { mode: 'certificate', certificate: 'c' } }
    const gateway = { name: 'Far gate', type: 'zscaler', primaryPublicIpAddress: '198.51.100.1', security }
    const externalGateway = await world.make('externalGateways', gateway)
    const tunnel = (more: Rec): { wans: Rec } => ({
      wans: { wan1: wan({ externalGatewayConnections: [{ externalGateway, type: 'primary', networkPref: 100, ...more }] }) },
    })
    const key = 'k'.repeat(256)
    const tooLong = [['/data/0/wans/wan1/externalGatewayConnections/0/psk', 'validation.field.max', { max: 256 }]]
    expect(errorsOf(await world.send('POST', 'edgeBoxes', box('Keyed', 'Keyed', tunnel({ psk: `${key}k` }))))).toEqual(tooLong)
    const oid = await world.make('edgeBoxes', box('Keyed', 'Keyed', tunnel({ psk: key })))
    const change = (revision: number, more: Rec): Promise<Answer> => world.send('PUT', 'edgeBoxes', { oid, revision, ...tunnel(more) })
    const untyped = await change(1, { networkPref: 50 })
    expect([untyped.status, wansOf(untyped.body.data[0])['wan1']?.['externalGatewayConnections']]).toMatchObject([
      200,
      [{ networkPref: 50, configured: true }],
    ])
    expect(errorsOf(await change(2, { psk: `${key}k` }))).toEqual(tooLong)
  })

  it('get an address for each layer 3 uplink, unique in the overlay, and keep it', { tags: ['S1-3.12'] }, async () => {
    const many = Array.from({ length: 30 }, (_, index) => box(`Many ${index}`, 'Many'))
    const { body } = await world.send('POST', 'edgeBoxes', ...many)
    const one = await world.send('POST', 'edgeBoxes', box('Sole', 'Many', { wans: { wan1: wan({ overlayAddress: '100.64.0.1' }) } }))
    const oid = await world.make('edgeBoxes', box('Late', 'Many', { wans: { wan1: { state: 'disabled' } } }))
    expect(wansOf(await world.read('edgeBoxes', oid))['wan1']).not.toHaveProperty('overlayAddress')
    const late = await world.send('PUT', 'edgeBoxes', { oid, revision: 1, wans: { wan1: wan() } })
    const address = wansOf(late.body.data[0])['wan1']?.['overlayAddress']
    const given = [...body.data.map((record) => wansOf(record)['wan1']?.['overlayAddress']), address]
    expect(new Set(given).size).toBe(31)
    for (const text of given) expect(text).toMatch(/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$/)
    expect([400, '/data/0/wans/wan1/overlayAddress']).toEqual([one.status, one.body.errors[0]?.['pointer']])
    await world.send('PUT', 'edgeBoxes', { oid, revision: 2, wans: { wan1: { state: 'disabled' } } })
    const again = await world.send('PUT', 'edgeBoxes', { oid, revision: 3, wans: { wan1: { state: 'enabled' } } })
    expect(wansOf(again.body.data[0])['wan1']?.['overlayAddress']).toBe(address)
  })

  it('keep the changes of two administrators to different uplinks, after refusing the later one with the current record', async () => {
    const oid = await world.make('edgeBoxes', box('Shared', 'Shared', { wans: { wan2: wan({ ipAddress: '192.0.2.30' }) } }))
    const first = await world.send('PUT', 'edgeBoxes', { oid, revision: 1, wans: { wan1: { mtu: 1400 } } })
    expect(first.status).toBe(200)
    const late = await world.send('PUT', 'edgeBoxes', { oid, revision: 1, wans: { wan2: { mtu: 1300 } } })
    expect([late.status, late.body['current']]).toMatchObject([409, [{ oid, revision: 2, wans: { wan1: { mtu: 1400 } } }]])
    await world.send('PUT', 'edgeBoxes', { oid, revision: 2, wans: { wan2: { mtu: 1300 } } })
    expect(await world.read('edgeBoxes', oid)).toMatchObject({ revision: 3, wans: { wan1: { mtu: 1400 }, wan2: { mtu: 1300 } } })
  })

  it('are refused at each field that refers to a record deleted in the meantime', { tags: ['S1-8.8'] }, async () => {
    const syslog = await world.make('syslogServer', { name: 'Gone', ipOrHostname: 'gone.example.test', protocolId: 6, port: 514 })
    const coloring = await world.make('colorings', { name: 'gone' })
    await world.send('DELETE', 'syslogServer', { oid: syslog, revision: 1 })
    await world.send('DELETE', 'colorings', { oid: coloring, revision: 1 })
    const access = { upBandwidth: 1, downBandwidth: 1 }
    const wan2 = {
      state: 'enabled',
      interfaceMode: 'L2',
      routerLanIPAddress: '10.0.0.3',
      transportNetwork: 'Internet',
      coloring,
      access,
    }
    const { status, body } = await world.send('POST', 'edgeBoxes', box('Orphan', 'Orphan', { syslog, wans: { wan2 } }))
    const unknown = 'service.reference.unknown'
    expect([status, body.errors.map(({ pointer, key }) => [pointer, key])]).toEqual([
      400,
      [
        ['/data/0/syslog', unknown],
        ['/data/0/wans/wan2/coloring', unknown],
      ],
    ])
  })

  it('get no address that is already in use in the overlay, even if the service did not assign it', async () => {
    await world.database.transaction(EVERYTHING, async (queries) => {
      const address = sql`jsonb_build_object('wans', jsonb_build_object('wan1', jsonb_build_object('overlayAddress', '100.65.0.9'::text)))`
      await sql`insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select oid, path, ${newOid()}, 1, ${address}, '', '{}', now(), now() from tenant where oid = ${world.oid['diy']} returning 1`.execute(
        queries,
      )
    })
    const headers = { 'x-overlay-oid': world.oid['diy'] ?? '' }
    const { body } = await world.call('POST', '/api/v1/edgeBoxes', { headers, body: { data: [box('After', 'After')] } })
    expect(wansOf(body.data[0])['wan1']?.['overlayAddress']).toBe('100.65.0.10')
  })

  it('show the data of the appliance with their serial number, which no second box may use', { tags: ['S1-3.3'] }, async () => {
    const oid = await world.make('edgeBoxes', box('Bare', 'Bare'))
    expect(await world.read('edgeBoxes', oid)).toMatchObject({
      applianceModel: 'Unknown',
      applianceInfo: 'Unknown',
      softwareVersion: 'Unknown',
      provisioned: false,
    })
    await world.database.transaction(EVERYTHING, async (queries) => {
      const data = { serialNumber: 'SN-Bare', model: 'E40', softwareVersion: '4.2', status: 'installed' }
      await sql`insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select oid, path, ${newOid()}, 1, ${JSON.stringify(data)}::jsonb, '', '{}', now(), now() from tenant where oid = ${world.overlay} returning 1`.execute(
        queries,
      )
    })
    const applianceData = { applianceModel: 'E40', applianceInfo: 'Unknown', softwareVersion: '4.2', provisioned: true }
    expect((await world.ask('GET', 'edgeBoxes?filter=applianceModel==E40;provisioned==true')).body.data).toMatchObject([
      { oid, ...applianceData },
    ])
    const second = await world.send('POST', 'edgeBoxes', box('Second', 'Bare', { serialNumber: 'SN-Bare' }))
    expect(errorsOf(second)).toMatchObject([['/data/0/serialNumber', 'edge-box.serialNumber.taken', { value: 'SN-Bare' }]])
  })
})
