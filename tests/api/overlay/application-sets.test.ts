import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places } from '../../support/api/api-world.ts'
import { plantApplication, plantRecord } from '../../support/api/live-boxes.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const SETS = 'firewall/appsets'
const CATALOGUE = 'firewall/apps/saas'

const rowsOf = (record: Rec): unknown[] =>
  (record['portBasedApps'] as Rec[]).map(({ priority, protocolId, protocolName }) => [priority, protocolId, protocolName])

describe.each(places)('application sets on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
  })
  afterAll(() => world.dispose())

  it(
    'number their port rows from 1 regardless of the numbers sent, also after rows are removed or reordered',
    { tags: ['S2-2.40', 'S2-4.18'] },
    async () => {
      const portBasedApps = [{ protocolId: 6, ports: '80' }, { protocolId: 1 }, { protocolId: 99 }]
      const oid = await world.make(SETS, { name: 'Web', type: 'portBased', priority: 1, portBasedApps })
      const created = await world.read(SETS, oid)
      expect(rowsOf(created)).toEqual([
        [1, 6, 'TCP'],
        [2, 1, 'ICMP'],
        [3, 99, undefined],
      ])
      const [web, , other] = created['portBasedApps'] as Rec[]
      const { status } = await world.send('PUT', SETS, { oid, revision: 1, portBasedApps: [other, web] })
      expect(status).toBe(200)
      const reordered = await world.read(SETS, oid)
      expect(rowsOf(reordered)).toEqual([
        [1, 99, undefined],
        [2, 6, 'TCP'],
      ])
      expect((reordered['portBasedApps'] as Rec[]).map(({ id }) => id)).toEqual([other?.['id'], web?.['id']])
    },
  )

  it.each([
    ['renumbered by the client after a removal', [1, 2], ['c', 'a']],
    ['left as they were after a removal', [3, 1], ['c', 'a']],
    ['renumbered by the client after a move', [1, 2, 3], ['b', 'c', 'a']],
    ['left as they were after a move', [2, 3, 1], ['b', 'c', 'a']],
    ['with gaps, repeated and out of range', [7, 7, -3], ['b', 'a', 'c']],
    ['given to rows in their stored order', [3, 2, 1], ['a', 'b', 'c']],
  ])('accept priorities %s, and number the rows as they stand', { tags: ['S2-4.18'] }, async (_, priorities, order) => {
    const ports: Readonly<Record<string, string>> = { a: '80', b: '443', c: '8080' }
    const oid = await world.make(SETS, {
      name: `Numbered ${priorities.join()} ${order.join('')}`,
      type: 'portBased',
      priority: 1,
      portBasedApps: Object.values(ports).map((port, index) => ({ priority: index + 1, protocolId: 6, protocolName: 'TCP', ports: port })),
    })
    const stored = (await world.read(SETS, oid))['portBasedApps'] as Rec[]
    const sent = order.map((name, index) => ({ ...stored.find((row) => row['ports'] === ports[name]), priority: priorities[index] }))
    const { status, body } = await world.send('PUT', SETS, { oid, revision: 1, portBasedApps: sent })
    expect([status, body.errors]).toEqual([200, undefined])
    expect((await world.read(SETS, oid))['portBasedApps']).toEqual(sent.map((row, index) => ({ ...row, priority: index + 1 })))
    await world.send('DELETE', SETS, { oid, revision: 2 })
  })

  it('number new rows as they stand, whatever their creation says', { tags: ['S2-4.18'] }, async () => {
    const portBasedApps = [9, 9, 0].map((priority, index) => ({ priority, protocolId: 17, ports: String(index) }))
    const oid = await world.make(SETS, { name: 'Numbered anew', type: 'portBased', priority: 1, portBasedApps })
    expect(rowsOf(await world.read(SETS, oid)).map((row) => (row as unknown[])[0])).toEqual([1, 2, 3])
    await world.send('DELETE', SETS, { oid, revision: 1 })
  })

  it(
    'summarize their contents: application names, or protocols with their ports, * for TCP or UDP without ports',
    { tags: ['S2-2.49', 'S2-4.36'] },
    async () => {
      const portBasedApps = [{ protocolId: 6, ports: '80;443' }, { protocolId: 17 }, { protocolId: 1 }, { protocolId: 99 }]
      const oid = await world.make(SETS, { name: 'Ports', type: 'portBased', priority: 1, portBasedApps })
      expect((await world.read(SETS, oid))['apps']).toBe('TCP 80;443, UDP *, ICMP, 99')
      const apps = await Promise.all(['Zeta', 'Alpha'].map((name) => plantApplication(world.database, { name, category: 'Office' })))
      const saas = await world.make(SETS, { name: 'Applications', type: 'saas', priority: 1, saasApps: apps.map((app) => ({ app })) })
      expect((await world.read(SETS, saas))['apps']).toBe('Zeta, Alpha')
      for (const set of [oid, saas]) await world.send('DELETE', SETS, { oid: set, revision: 1 })
    },
  )

  it(
    'contain applications of the catalogue, which shows each application with its set, separately for every overlay',
    { tags: ['S2-3.10', 'S2-7.34'] },
    async () => {
      const app = await plantApplication(world.database, { name: 'Mail', category: 'Office' })
      const oid = await world.make(SETS, { name: 'Office', type: 'saas', priority: 1, saasApps: [{ app }] })
      const { body } = await world.ask('GET', `${CATALOGUE}?filter=oid==${app}`)
      expect(body.data).toMatchObject([{ oid: app, name: 'Mail', appSet: oid, appSetName: 'Office' }])
      const otherOverlay = { headers: { 'x-overlay-oid': world.oid['diy'] ?? '' } }
      const inOtherOverlay = (await world.call('GET', `/api/v1/${CATALOGUE}/${app}`, otherOverlay)).body.data[0]
      expect([inOtherOverlay?.['name'], inOtherOverlay?.['appSet']]).toEqual(['Mail', undefined])
      expect((await world.call('GET', `/api/v1/${SETS}/saas`, otherOverlay)).body.data).toEqual([])
      expect((await world.ask('GET', `${SETS}/saas`)).body.data.map(({ name }) => name)).toEqual(['Office'])
      const unknown = await world.send('POST', SETS, { name: 'X', type: 'saas', priority: 1, saasApps: [{ app: world.overlay }] })
      expect(unknown.body.errors).toMatchObject([{ pointer: '/data/0/saasApps/0/app', key: 'service.reference.unknown' }])
    },
  )

  it(
    'get an application once when two people claim it at the same time; the refusal names the set that has it',
    { tags: ['S2-4.52'] },
    async () => {
      const app = await plantApplication(world.database, { name: 'Wanted', category: 'Office' })
      const sets = ['One', 'Two'].map((name) => ({ name, type: 'saas', saasApps: [{ app }] }))
      const answers = await Promise.all(sets.map((set) => world.send('POST', SETS, set)))
      const [winner] = answers.flatMap(({ status, body }) => (status === 201 ? body.data.map(({ name }) => name) : []))
      const refusals = answers.filter(({ status }) => status === 400).flatMap(({ body }) => body.errors)
      expect(refusals).toMatchObject([
        { pointer: '/data/0/saasApps/0/app', key: 'applicationSet.saasAppAlreadyBound', params: { name: winner } },
      ])
    },
  )

  it(
    'can be changed only with the right to change zones, and never if they are built in',
    { tags: ['S2-4.23', 'S2-4.58', 'S2-6.6'] },
    async () => {
      await world.grant('applications@world.test', world.overlay, 'application_manager')
      const sent = { body: { data: [{ name: 'Mine', type: 'saas', priority: 1 }] }, as: 'applications@world.test' }
      const refused = await world.ask('POST', SETS, sent)
      expect([refused.status, refused.body.errors[0]?.['key']]).toEqual([403, 'application-set.because.updateZone'])
      const { meta } = (await world.ask('GET', SETS, { as: 'applications@world.test' })).body as unknown as { meta: { can: Rec } }
      expect(meta.can['create']).toEqual({ because: 'application-set.because.updateZone' })
      const data = { name: 'Given', type: 'saas', priority: 1, readOnly: true, saasApps: [] }
      const oid = await plantRecord(world.database, { table: 'application-set', overlayOid: world.overlay, data })
      for (const method of ['PUT', 'DELETE'] as const) {
        const { status, body } = await world.send(method, SETS, { oid, revision: 1, priority: 9 })
        expect([method, status, body.errors[0]?.['key']]).toEqual([method, 403, 'application-set.because.readOnly'])
      }
    },
  )
})
