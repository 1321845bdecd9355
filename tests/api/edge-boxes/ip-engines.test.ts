import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { waitingAppliances } from '../../../server/migrations/records/0241-waiting-appliances.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { engine } from '../../support/api/overlay-records.ts'
import {
  deviceWrites,
  storedAndRebuilt,
  stockAppliance,
  uplinks,
  type DeviceWrites,
  type StockedAppliance,
} from '../../support/browser/devices.ts'

/** A LAN with the mandatory settings only. */
const minimalLan = { mgtInterface: { ipAddress: '10.0.0.1', mask: 24, vlanId: 10, dhcpRelayEnabled: false } }
const LIST = '/api/v1/ipEngines/synthesis'

describe.each(places)('the combined device list on %s', (place) => {
  let world: ApiWorld
  let overlay: string
  let devices: DeviceWrites
  let headers: Record<string, string>
  beforeAll(async () => {
    world = await apiWorld(place)
    overlay = world.oid['managed'] ?? ''
    headers = { 'x-overlay-oid': overlay }
    devices = deviceWrites(world, overlay)
  })
  afterAll(() => world.dispose())

  const list = (rest = ''): Promise<Answer> => world.call('GET', `${LIST}${rest}`, { headers })
  const box = (name: string, rest: Rec): Rec => ({
    name,
    mode: 'spoke',
    deploymentMode: 'multiwan_hybrid',
    dwsMode: 'cpe',
    lan: minimalLan,
    ...rest,
  })
  const stock = (oid: string, next: StockedAppliance): Promise<void> => stockAppliance(world, { tenantOid: overlay, oid }, next)

  describe('with devices of every kind', () => {
    let site: string
    let meta: Rec
    let rows: Rec[]
    beforeAll(async () => {
      site = await devices.create('site', { name: 'Paris' })
      await plantDevices()
      const { body } = await list('?sort=name')
      ;[meta, rows] = [body.meta, body.data]
    })

    async function plantDevices(): Promise<void> {
      const lan = {
        ...minimalLan,
        bgpASMode: 'given',
        bgpASNumber: 65001,
        mgtInterface: { ...minimalLan.mgtInterface, vRouter1IPAdress: '10.0.0.2' },
        interfaces: [
          { vlanId: 20, name: 'voice', ipAddress: '10.0.1.1', mask: 24, dhcpRelayEnabled: false },
          { vlanId: 30, name: 'guests', ipAddress: '10.0.2.1', mask: 24, dhcpRelayEnabled: false },
        ],
      }
      for (const [number, status] of [
        ['A1', 'installed'],
        ['A2', 'installed'],
        ['A3', 'Assigned'],
        ['A4', 'Assigned'],
        ['A5', 'none'],
      ] as const)
        await stock(number, { serialNumber: number, status, model: 'M1', softwareVersion: '21.12' })
      const wan2 = { state: 'disabled', transportNetwork: 'MPLS' }
      await devices.write(
        {
          entity: 'edge-box',
          action: 'create',
          changes: box('Hub', { site, mode: 'hub', serialNumber: 'A1', lan, wans: { ...uplinks({ wan1: 'MPLS', wan3: 'MPLS' }), wan2 } }),
        },
        { entity: 'edge-box', action: 'create', changes: box('Later', { site, serialNumber: 'A3', wans: uplinks({}) }) },
        {
          entity: 'tele-engine',
          action: 'create',
          changes: {
            name: 'Tele',
            site,
            wan: { transportNetwork: 'MPLS', access: { upBandwidth: 1, downBandwidth: 2 } },
            lan: { subnets: [{ prefix: '10.9.0.0', mask: 16 }] },
          },
        },
      )
    }

    const named = (name: string): Rec | undefined => rows.find((row) => row['name'] === name)
    const waiting = (serial: string): Rec | undefined => rows.find(({ serialNumber }) => serialNumber === serial)
    const objectOf = (row: Rec | undefined): Rec => (row?.['obj'] ?? {}) as Rec

    it('counts all kinds', { tags: ['S1-3.33', 'S1-7.13'] }, () => {
      expect(meta).toMatchObject({
        counts: { all: 6, configured: 1, notConfigured: 1, unProvisioned: 3, teleEngine: 1 },
        count: 6,
        countConfigured: 1,
        countNotConfigured: 1,
        countUnProvisioned: 3,
        countTeleEngines: 1,
        countTotalRows: 6,
      })
    })

    it('has boxes and tele engines, each with its kind and what it holds', { tags: ['S1-1.3', 'S1-2.1', 'S1-3.32'] }, () => {
      const hub = named('Hub')
      expect(hub).toMatchObject({
        type: 'edge_box',
        name: 'Hub',
        siteName: 'Paris',
        serialNumber: 'A1',
        model: 'M1',
        mode: 'hub',
        bgpASNumber: 65001,
        provisioned: true,
        lanAddresses: ['10.0.0.1/24', '10.0.0.2/24', '10.0.1.1/24', '10.0.2.1/24'],
        revision: 1,
        can: { update: true, delete: true },
        obj: {
          id: hub?.['oid'],
          name: 'Hub',
          site: { id: site, name: 'Paris' },
          mode: 'hub',
          deploymentMode: 'multiwan_hybrid',
          appliance: { serialNumber: 'A1', model: 'M1', softwareVersion: '21.12', provisioned: true },
          lan: { bgpASNumber: 65001 },
        },
      })
      const interfaces = (objectOf(hub)['lan'] as Rec | undefined)?.['interfaces']
      expect(interfaces).toMatchObject([
        { ipAddress: '10.0.0.1', mask: 24, vRouter1IPAdress: '10.0.0.2' },
        { ipAddress: '10.0.1.1', mask: 24 },
        { ipAddress: '10.0.2.1', mask: 24 },
      ])
      expect(named('Later')).toMatchObject({ type: 'edge_box', provisioned: false, model: 'M1' })
      expect(named('Tele')).toMatchObject({ type: 'tele_engine', siteName: 'Paris', lanAddresses: ['10.9.0.0/16'] })
      expect(objectOf(named('Tele'))).toMatchObject({
        site: { id: site, name: 'Paris' },
        lan: { subnets: [{ prefix: '10.9.0.0', mask: 16 }] },
      })
    })

    it('has their enabled WANs alone', { tags: ['S1-4.2'] }, () => {
      const ofNetwork = (...names: string[]): Rec[] => names.map((name) => ({ name, transportNetwork: 'MPLS' }))
      expect(['Hub', 'Later', 'Tele'].map((name) => named(name)?.['wans'])).toEqual([ofNetwork('wan1', 'wan3'), [], ofNetwork('wan1')])
      expect(objectOf(named('Hub'))['wans']).toEqual(
        ['wan1', 'wan3'].map((identifier) => ({ identifier, state: 'enabled', transportNetwork: 'MPLS' })),
      )
    })

    it('has the numbers of their interfaces, 1 for the management interface', { tags: ['S1-3.88'] }, () => {
      expect(named('Hub')).toMatchObject({ obj: { lan: { interfaces: [1, 2, 3].map((identifier) => ({ identifier })) } } })
    })

    it('has appliances that wait: not configured where they are installed, else not provisioned', { tags: ['S1-3.29'] }, () => {
      expect(waiting('A2')).toMatchObject({ type: 'appliance', provisioned: true, obj: { provisioned: true, status: 'not_configured' } })
      for (const row of [waiting('A4'), waiting('A5')]) {
        expect(row).toMatchObject({ type: 'appliance', provisioned: false, obj: { provisioned: false } })
        expect(row?.['obj']).not.toHaveProperty('status')
      }
    })

    it('has no name, identifier or rights on them, since they are no records of the overlay', { tags: ['S1-4.40'] }, () => {
      for (const row of ['A2', 'A4', 'A5'].map(waiting)) {
        expect(row).toMatchObject({ type: 'appliance', can: {} })
        expect(row).not.toHaveProperty('name')
        expect(row?.['obj']).not.toHaveProperty('id')
      }
    })

    it('is filtered by kind and searched, and has a row by its identifier', { tags: ['S1-7.13', 'S1-7.14'] }, async () => {
      const serials = async (rest: string): Promise<unknown[]> => (await list(rest)).body.data.map(({ serialNumber }) => serialNumber)
      const unprovisioned = await list('/unProvisioned?size=20&sort=serialNumber')
      expect(unprovisioned.body.data.map(({ serialNumber }) => serialNumber)).toEqual(['A3', 'A4', 'A5'])
      expect(unprovisioned.body.meta).toMatchObject({ totalCount: 3, count: 3, countTotalRows: 6 })
      expect(await serials('/notConfigured')).toEqual(['A2'])
      const filter = encodeURIComponent('name=ilike="%la%",siteName=ilike="%la%",serialNumber=ilike="%a2%"')
      expect(await serials(`?filter=${filter}&sort=serialNumber`)).toEqual(['A2', 'A3'])
      const hub = String(named('Hub')?.['oid'])
      expect((await world.call('GET', `${LIST}/${hub}`, { headers })).body.data[0]).toMatchObject({ name: 'Hub' })
      expect((await world.call('GET', LIST)).status).toBe(400)
    })

    it('names the same appliances as the list of appliances, with their state', { tags: ['S1-7.23'] }, async () => {
      const { body } = await world.call('GET', '/api/v1/appliances?sort=serialNumber', { headers })
      expect(body.data.map(({ serialNumber, status, provisioned }) => [serialNumber, status, provisioned])).toEqual([
        ['A1', 'configured', true],
        ['A2', 'not_configured', true],
        ['A3', 'configured', false],
        ['A4', 'not_configured', false],
        ['A5', 'not_configured', false],
      ])
    })
  })

  it('equals a list rebuilt from scratch after any sequence of writes', async () => {
    let seed = 7
    const randomBelow = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit
    const pick = <T>(from: readonly T[]): T => from[randomBelow(from.length)] as T
    const sites = [await devices.create('site', { name: 'North' }), await devices.create('site', { name: 'South' })]
    const networks = ['Net A', 'Net B']
    const boxes = new Map<string, string>()
    const engines: string[] = []
    const stocked = new Set<string>()
    const actions: string[] = []
    const serial = (): string => pick(['s-1', 'S-1', 'ſ2', 's-3', 's-4'])
    const wans = (): Rec => uplinks({ wan1: pick(networks), ...(randomBelow(2) === 0 && { wan2: pick(networks) }) })
    const steps: Record<string, () => Promise<unknown>> = {
      async addBox() {
        const number = serial()
        if ([...boxes.values()].includes(number)) return
        boxes.set(await devices.create('edge-box', box(`b${seed}`, { site: pick(sites), serialNumber: number, wans: wans() })), number)
      },
      async changeBox() {
        const oid = pick([...boxes.keys()])
        const number = serial()
        if (oid === undefined || [...boxes.values()].includes(number)) return
        await devices.update('edge-box', oid, { serialNumber: number, site: pick(sites), wans: wans() })
        boxes.set(oid, number)
      },
      async dropBox() {
        const oid = pick([...boxes.keys()])
        if (oid === undefined) return
        await devices.remove('edge-box', oid)
        boxes.delete(oid)
      },
      async addEngine() {
        engines.push(await devices.create('tele-engine', engine(`t${seed}`, pick(sites), pick(networks))))
      },
      async dropEngine() {
        const oid = engines.pop()
        if (oid !== undefined) await devices.remove('tele-engine', oid)
      },
      async stock() {
        const number = serial()
        stocked.add(number)
        await stock(number, { serialNumber: number, status: pick(['installed', 'installed', 'Assigned', 'none']), model: `m${seed}` })
      },
      async unstock() {
        const number = pick([...stocked])
        if (number !== undefined) await stock(number, undefined)
        stocked.delete(number)
      },
      renameSite: () => devices.update('site', pick(sites), { name: `Site ${seed}` }),
      async renameNetwork() {
        const index = randomBelow(networks.length)
        const found = await world.call('GET', `/api/v1/transportNetworks?filter=name=="${networks[index]}"`, { headers })
        const oid = found.body.data[0]?.['oid']
        if (typeof oid !== 'string') return
        networks[index] = `Net ${seed}`
        await devices.update('transport-network', oid, { name: `Net ${seed}` })
      },
      async takeBack() {
        const last = actions.pop()
        if (last === undefined) return
        // Another record may have taken the name meanwhile: such an undo is refused and changes nothing.
        await world.call('POST', `/journal/api/v1/journal/actions/${last}/undo?tenantOid=${overlay}`, {
          headers: { 'idempotency-key': `${seed}` },
        })
        boxes.clear()
        for (const row of (await world.call('GET', '/api/v1/edgeBoxes?size=100', { headers })).body.data)
          boxes.set(String(row['oid']), String(row['serialNumber']))
        engines.length = 0
      },
    }
    for (let count = 0; count < 60; count++) {
      const [name = '', step] = pick(Object.entries(steps))
      await step?.()
      const entries = await world.call('GET', `/journal/api/v1/journal/entries/${overlay}/EdgeBoxes?limit=1`)
      const action = entries.body.data[0]?.['actionId']
      if (typeof action === 'string' && !actions.includes(action)) actions.push(action)
      const { stored, rebuilt } = await storedAndRebuilt(world, overlay)
      expect(stored, `after ${count} steps, the last ${name}`).toEqual(rebuilt)
    }
    expect((await list()).body.meta.counts['all']).toBeGreaterThan(4)
  })
})

describe.each(places)('the combined device list of an earlier version on %s', (place) => {
  it('has the appliances that are not installed after an upgrade from a version that left them out', async () => {
    const world = await apiWorld(place, { distributed: false })
    const overlay = world.oid['managed'] ?? ''
    await stockAppliance(world, { tenantOid: overlay, oid: 'old' }, { serialNumber: 'A6', status: 'none' })
    await world.database.asOwner(async (queries) => {
      await sql`select set_config('app.scope_from', '', true), set_config('app.scope_to', '~', true), set_config('app.scopes', '', true)`.execute(
        queries,
      )
      await sql`delete from entity."ip-engine" where data->>'type' = 'appliance' and not (data->>'provisioned')::boolean`.execute(queries)
      for (const statement of waitingAppliances.statements) await sql.raw(statement).execute(queries)
    })
    const { stored, rebuilt } = await storedAndRebuilt(world, overlay)
    expect(stored).toEqual(rebuilt)
    expect(JSON.stringify(stored)).toContain('A6')
    await world.dispose()
  })
})
