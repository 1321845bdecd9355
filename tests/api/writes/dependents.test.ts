import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { places } from '../../support/api/api-world.ts'
import { box, engine, wan } from '../../support/api/overlay-records.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const BOXES = ['Aix', 'Brest', 'Caen', 'Dijon', 'Evry', 'Foix', 'Gap', 'Hyeres', 'Istres', 'Jarnac', 'Kehl']

describe.each(places)('the records that refer to a record, on %s', (place) => {
  let world: OverlayWorld
  let network = ''
  let log = ''
  let unused = ''
  beforeAll(async () => {
    world = await overlayWorld(place)
    log = await world.make('syslogServer', { name: 'Log', ipOrHostname: 'log.example.test' })
    unused = await world.make('syslogServer', { name: 'Spare', ipOrHostname: 'spare.example.test' })
    network = await world.make('transportNetworks', { name: 'Internet' })
    const uplinks = {
      wan1: wan({ transportNetwork: network }),
      wan2: wan({ transportNetwork: network, ipAddress: '10.1.2.1', defaultGateway: '10.1.2.254' }),
    }
    for (const name of BOXES) await world.make('edgeBoxes', box(name, name, { syslog: log, wans: uplinks }))
    await world.make('teleEngines', engine('Small', 'Lens', network))
    await world.send('PUT', 'localBreakout', { revision: 1, enabled: true, transportNetwork: network })
  })
  afterAll(() => world.dispose())

  const dependents = async (path: string, as?: string): Promise<unknown> =>
    (await world.ask('GET', `${path}/dependents`, { ...(as !== undefined && { as }) })).body.data

  it('are listed by entity: each record once, the first ten by name, and the total count', { tags: ['S2-4.55'] }, async () => {
    expect(await dependents(`transportNetworks/${network}`)).toEqual([
      {
        entity: 'edge-box',
        count: BOXES.length,
        records: BOXES.slice(0, 10).map((name) => ({ oid: expect.any(String) as string, name })),
      },
      { entity: 'local-breakout', count: 1, records: [{ oid: world.overlay, name: 'managed' }] },
      { entity: 'tele-engine', count: 1, records: [{ oid: expect.any(String) as string, name: 'Small' }] },
    ])
    expect(await dependents(`syslogServer/${log}`)).toMatchObject([{ entity: 'edge-box', count: BOXES.length }])
    expect(await dependents(`syslogServer/${unused}`)).toEqual([])
  })

  it('are not shown to callers who may not read the record, nor from another overlay', async () => {
    await world.grant('apps@world.test', world.overlay, 'application_manager')
    const statusFor = async (path: string, as: string): Promise<number> => (await world.ask('GET', `${path}/dependents`, { as })).status
    expect(await statusFor(`syslogServer/${log}`, 'apps@world.test')).toBe(404)
    expect(await statusFor(`syslogServer/${log}`, 'otherMsp@world.test')).toBe(404)
    const elsewhere = { 'x-overlay-oid': String(world.oid['diy']) }
    expect((await world.call('GET', `/api/v1/syslogServer/${log}/dependents`, { headers: elsewhere })).status).toBe(404)
  })
})
