import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { places, type Answer } from '../../support/api/api-world.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const SETS = 'firewall/appsets'
const POLICIES = 'firewall/internet/policies'

describe.each(places)('internet policies of zones and application sets on %s', (place) => {
  let world: OverlayWorld
  const oid: Record<string, string> = {}
  beforeAll(async () => {
    world = await overlayWorld(place)
    for (const [index, name] of ['Offices', 'Guests'].entries())
      oid[name] = await world.make('firewall/vpn/zones', { name, priority: index + 1 })
    for (const [index, name] of ['Web', 'Mail', 'Voice'].entries())
      oid[name] = await world.make(SETS, {
        name,
        priority: index + 1,
        type: 'portBased',
        portBasedApps: [{ protocolId: 6, ports: `${80 + index}` }],
      })
  })
  afterAll(() => world.dispose())

  const pair = (zone: string, set: string): string => `${oid[zone]}/${oid[set]}`
  const change = (zone: string, set: string, changes: Rec): Promise<Answer> =>
    world.send('PUT', POLICIES, { oid: pair(zone, set), ...changes })
  const matrix = async (): Promise<Rec> => (await world.ask('GET', `${POLICIES}/matrix`)).body
  const raiseAlarm = (zone: string, set: string, alarm: Rec): Promise<unknown> =>
    world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity."internet-policy" set data = data || ${JSON.stringify(alarm)}::jsonb where oid = ${pair(zone, set)}`.execute(
        queries,
      ),
    )

  it(
    'form a matrix of zones (rows) and application sets (columns), each pair in one direction only',
    { tags: ['S2-3.8', 'S2-7.38', 'S2-7.39'] },
    async () => {
      expect((await change('Guests', 'Mail', { revision: 1, policy: 'wsg' })).body.data).toMatchObject([
        { revision: 2, policy: 'wsg', name: 'Guests / Mail', vpnZoneName: 'Guests', appSetName: 'Mail' },
      ])
      expect(await matrix()).toMatchObject({
        axes: { rows: 'firewall-vpn-zone', columns: 'application-set' },
        rows: [{ name: 'Offices' }, { name: 'Guests' }],
        columns: [{ name: 'Web' }, { name: 'Mail' }, { name: 'Voice' }],
        shape: 'full',
        values: ['deny', 'bh', 'dti', 'dti+', 'wsg', 'wsg+'],
        cells: '000040',
        revisions: '111121',
        details: {},
      })
      expect((await world.ask('GET', `${POLICIES}/${encodeURIComponent(`${oid['Mail']}/${oid['Guests']}`)}`)).status).toBe(404)
      expect((await world.ask('GET', POLICIES)).body.meta['totalCount']).toBe(6)
    },
  )

  it(
    'show the alarm of the current policy only: it is read-only and disappears when the policy changes',
    { tags: ['S2-3.9', 'S2-7.40'] },
    async () => {
      await raiseAlarm('Guests', 'Mail', { alarm: 'major', alarmMsg: 'A tunnel is down' })
      expect((await matrix())['details']).toEqual({ 4: { alarm: 'major', alarmMsg: 'A tunnel is down' } })
      expect((await world.ask('GET', `${POLICIES}?condition=alarm`)).body.data).toMatchObject([{ name: 'Guests / Mail', alarm: 'major' }])
      for (const sent of [{ alarm: 'minor' }, { alarmMsg: 'All is well' }, { alarm: null }])
        expect((await change('Guests', 'Mail', { revision: 2, ...sent })).body.errors, JSON.stringify(sent)).toMatchObject([
          { pointer: `/data/0/${Object.keys(sent)[0]}`, key: 'validation.field.readOnly' },
        ])
      expect((await change('Guests', 'Mail', { revision: 2, policy: 'wsg+' })).status).toBe(200)
      expect(await matrix()).toMatchObject({ cells: '000050', revisions: '111131' })
      expect((await matrix())['details']).toEqual({})
    },
  )

  it('are deleted with their application set; a later change is refused with the name of that set', { tags: ['S2-4.34'] }, async () => {
    const { revision } = await world.read(SETS, oid['Mail'] ?? '')
    expect((await world.send('DELETE', SETS, { oid: oid['Mail'], revision })).status).toBe(200)
    expect(await matrix()).toMatchObject({ cells: '0000', details: {} })
    expect(await change('Guests', 'Mail', { revision: 3, policy: 'bh' })).toMatchObject({
      status: 404,
      body: { errors: [{ pointer: '/data/0/appSet', key: 'service.pair.gone', params: { name: 'Mail' } }] },
    })
  })
})
