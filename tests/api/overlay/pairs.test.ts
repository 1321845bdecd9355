import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairOid, type MatrixAnswer } from '../../../schemas/matrix.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { places, type Answer } from '../../support/api/api-world.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const ZONES = 'firewall/vpn/zones'
const POLICIES = 'firewall/vpn/policies'
/** Of two calls at the same time. */
const ROUNDS = 10

describe.each(places)('policies between VPN zones on %s', (place) => {
  let world: OverlayWorld
  const zones: Record<string, string> = {}
  beforeAll(async () => {
    world = await overlayWorld(place)
    // The priorities list the zones in the opposite order.
    for (const [index, name] of ['Offices', 'Guests', 'Servers'].entries())
      zones[name] = await world.make(ZONES, { name, priority: 3 - index })
    await world.grant('reader@world.test', world.overlay, 'viewer')
  })
  afterAll(() => world.dispose())

  const pair = (one: string, other: string): string => pairOid('upper', zones[one] ?? '', zones[other] ?? '')
  const address = (oid: string): string => `${POLICIES}/${encodeURIComponent(oid)}`
  const change = (one: string, other: string, changes: Rec): Promise<Answer> =>
    world.send('PUT', POLICIES, { oid: pair(one, other), ...changes })
  const matrix = async (as?: string): Promise<MatrixAnswer> =>
    (await world.ask('GET', `${POLICIES}/matrix`, as === undefined ? {} : { as })).body as unknown as MatrixAnswer
  const storedCount = async (): Promise<number> =>
    world.database.withScope(EVERYTHING, async (queries) => {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from entity."vpn-zone-policy"`.execute(queries)
      return rows[0]?.n ?? 0
    })

  it('exist for every pair of zones, including a zone with itself, without being stored', { tags: ['S2-3.7', 'S2-7.35'] }, async () => {
    const { body } = await world.ask('GET', `${POLICIES}?size=2&page=3`)
    expect(body.meta).toMatchObject({ totalCount: 6, can: { import: true, journal: true } })
    expect(body.data).toHaveLength(2)
    expect(await world.read(POLICIES, encodeURIComponent(pair('Guests', 'Offices')))).toMatchObject({
      oid: pair('Offices', 'Guests'),
      policy: 'deny',
      name: 'Offices / Guests',
      vpnZone: zones['Offices'],
      vpnZoneName: 'Offices',
      vpnZone2: zones['Guests'],
      vpnZone2Name: 'Guests',
      revision: 1,
      can: { update: true },
    })
    expect(await matrix()).toEqual({
      axes: { rows: 'firewall-vpn-zone', columns: 'firewall-vpn-zone' },
      rows: ['Servers', 'Guests', 'Offices'].map((name) => ({ oid: zones[name], name })),
      columns: ['Servers', 'Guests', 'Offices'].map((name) => ({ oid: zones[name], name })),
      shape: 'upper',
      values: ['allow', 'deny'],
      cells: '111.11..1',
      revisions: '111111111',
      details: {},
      can: { update: true },
    })
    const filtered = await world.ask('GET', `${POLICIES}?filter=${encodeURIComponent('vpnZoneName=ilike="%office%";policy==deny')}`)
    expect(filtered.body.data.map(({ name }) => name).toSorted()).toEqual(['Offices / Guests', 'Offices / Offices', 'Offices / Servers'])
    expect(await storedCount()).toBe(0)
  })

  it('have one identifier per pair, and are hidden from other overlays and tenants', { tags: ['S2-3.7', 'S2-7.36'] }, async () => {
    const [one = '', other = ''] = pair('Offices', 'Guests').split('/')
    for (const oid of [`${other}/${one}`, one, `${one}/`, `${one}/${other}/${one}`, `${one}/nobody`])
      expect([404, 414], oid).toContain((await world.ask('GET', address(oid))).status)
    const elsewhere = { headers: { 'x-overlay-oid': world.oid['otherCustomer'] ?? '' } }
    expect((await world.call('GET', `/api/v1/${address(pair('Offices', 'Guests'))}`, elsewhere)).status).toBe(404)
    expect((await world.call('GET', `/api/v1/${POLICIES}`, elsewhere)).body.data).toEqual([])
    expect((await world.call('GET', `/api/v1/${POLICIES}/matrix`, elsewhere)).body).toMatchObject({ rows: [], columns: [], cells: '' })
    expect((await world.call('GET', `/api/v1/${POLICIES}/matrix`, { ...elsewhere, as: 'msp@world.test' })).status).toBe(404)
    expect((await world.call('GET', `/api/v1/${POLICIES}/matrix`)).status).toBe(400)
    const data = [{ oid: pair('Offices', 'Guests'), revision: 1, policy: 'allow' }]
    for (const as of ['msp@world.test', 'otherMsp@world.test']) {
      const plan = {
        items: [{ entity: 'vpn-zone-policy', action: 'update', oid: data[0]?.oid, revision: 1, changes: { policy: 'allow' } }],
        source: 'api',
        tenantOid: world.oid['otherCustomer'],
      }
      expect([403, 404]).toContain((await world.call('POST', '/api/v1/plans', { as, body: plan })).status)
    }
    expect((await world.call('PUT', `/api/v1/${POLICIES}`, { ...elsewhere, body: { data } })).status).toBe(404)
    expect(await storedCount()).toBe(0)
  })

  it(
    'are changed with a revision, only with the right to change zones, and recorded in the journal',
    { tags: ['S2-3.28', 'S2-6.6', 'S2-6.18', 'S2-7.37'] },
    async () => {
      expect((await change('Guests', 'Servers', { policy: 'allow' })).status).toBe(428)
      expect(await change('Guests', 'Servers', { revision: 1, policy: 'allow' })).toMatchObject({
        status: 200,
        body: { data: [{ revision: 2, policy: 'allow', name: 'Guests / Servers' }] },
      })
      expect(await change('Guests', 'Servers', { revision: 1, policy: 'deny' })).toMatchObject({
        status: 409,
        body: { current: [{ revision: 2, policy: 'allow' }] },
      })
      const data = [{ oid: pair('Offices', 'Guests'), revision: 1, policy: 'allow' }]
      expect((await world.ask('PUT', POLICIES, { as: 'reader@world.test', body: { data } })).status).toBe(403)
      expect((await change('Offices', 'Guests', { revision: 1, vpnZone2: zones['Servers'] })).body.errors).toMatchObject([
        { pointer: '/data/0/vpnZone2', key: 'validation.field.readOnly' },
      ])
      const { can, cells, revisions, details } = await matrix('reader@world.test')
      expect({ can, cells, revisions, details }).toEqual({
        can: { update: { because: 'service.because.update' } },
        cells: '101.11..1',
        revisions: '121111111',
        details: {},
      })
      const journal = await world.call('GET', `/journal/api/v1/journal/entries/${world.overlay}/VpnZonePolicies`)
      expect(journal.body.data).toMatchObject([
        {
          eventType: 'update',
          subject: { name: 'Guests / Servers' },
          eventDetails: { changes: { policy: { before: 'deny', after: 'allow' } } },
        },
      ])
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )

  it('keep their values when zones are reordered', async () => {
    const read = (name: string): Promise<Rec> => world.read(ZONES, zones[name] ?? '')
    const [first, last] = [await read('Servers'), await read('Offices')]
    const moved = await world.send(
      'PUT',
      ZONES,
      { oid: first['oid'], revision: first['revision'], priority: 3 },
      { oid: last['oid'], revision: last['revision'], priority: 1 },
    )
    expect(moved.status).toBe(200)
    expect(await matrix()).toMatchObject({
      rows: [{ name: 'Offices' }, { name: 'Guests' }, { name: 'Servers' }],
      cells: '111.10..1',
      revisions: '111112111',
    })
  })

  it('can be neither created nor deleted', async () => {
    const item = { entity: 'vpn-zone-policy', oid: pair('Guests', 'Servers'), revision: 2 }
    const attempt = (one: Rec): Promise<Answer> =>
      world.call('POST', '/api/v1/plans', { body: { items: [one], source: 'restore', tenantOid: world.overlay } })
    expect((await attempt({ ...item, action: 'delete' })).body.errors).toMatchObject([{ key: 'service.because.delete' }])
    expect((await attempt({ entity: item.entity, action: 'create', changes: { policy: 'allow' } })).body.errors).toMatchObject([
      { key: 'service.because.create' },
    ])
    for (const method of ['POST', 'DELETE'] as const) expect((await world.send(method, POLICIES, item)).status).toBe(404)
    expect(await storedCount()).toBe(1)
  })

  it('accept one of two concurrent first changes and refuse the other', async () => {
    const answers = await Promise.all(['allow', 'deny'].map(() => change('Offices', 'Offices', { revision: 1, policy: 'allow' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  const allPairs = (): string[] =>
    ['Offices', 'Guests', 'Servers'].flatMap((one, index, names) => names.slice(index).map((other) => pair(one, other)))
  /** Allows the traffic of all pairs, with a wrong revision for one of them. */
  async function allowAll(stale?: string): Promise<Answer> {
    const revisions = new Map((await world.ask('GET', POLICIES)).body.data.map(({ oid, revision }) => [oid, revision]))
    const changes = allPairs().map((oid) => ({ oid, revision: oid === stale ? 9 : revisions.get(oid), policy: 'allow' }))
    return world.send('PUT', POLICIES, ...changes)
  }

  it('are changed in bulk all or nothing, as one action of the journal', async () => {
    expect((await allowAll(allPairs()[3])).status).toBe(409)
    expect(await storedCount()).toBe(2)
    const done = await allowAll()
    expect(done.status).toBe(200)
    expect((await matrix()).cells).toBe('000.00..0')
    const journal = await world.call('GET', `/journal/api/v1/journal/entries/${world.overlay}/VpnZonePolicies?sort=-creationDate`)
    expect(journal.body.data.slice(0, 4).map(({ actionId }) => actionId)).toEqual(Array(4).fill(done.body['actionId']))
  })

  it(
    'are deleted with their zone, whose name later refusals give, and restored when that is undone',
    { tags: ['S2-4.34', 'S2-4.40'] },
    async () => {
      expect((await allowAll()).status).toBe(200)
      const { revision } = await world.read(ZONES, zones['Guests'] ?? '')
      const deletion = await world.send('DELETE', ZONES, { oid: zones['Guests'], revision })
      expect(deletion.status).toBe(200)
      expect(await storedCount()).toBe(3)
      expect((await matrix()).cells).toBe('00.0')
      const late = await change('Guests', 'Servers', { revision: 3, policy: 'deny' })
      const [one] = pair('Guests', 'Servers').split('/')
      expect(late).toMatchObject({
        status: 404,
        body: {
          errors: [
            {
              pointer: `/data/0/${one === zones['Guests'] ? 'vpnZone' : 'vpnZone2'}`,
              key: 'service.pair.gone',
              params: { name: 'Guests' },
            },
          ],
        },
      })
      const undo = `/journal/api/v1/journal/actions/${String(deletion.body['actionId'])}/undo?tenantOid=${world.overlay}`
      const undone = await world.call('POST', undo)
      expect(undone.status).toBe(200)
      expect((await matrix()).cells).toBe('000.00..0')
      expect((await change('Guests', 'Servers', { revision: 1, policy: 'deny' })).status).toBe(409)
      // Undoing the undo deletes the zone and its policies again.
      const undoAgain = `/journal/api/v1/journal/actions/${String(undone.body['actionId'])}/undo?tenantOid=${world.overlay}`
      expect((await world.call('POST', undoAgain)).status).toBe(200)
      expect((await matrix()).cells).toBe('00.0')
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )

  it('are not stored for a zone that is deleted at the same time', { tags: ['S2-4.40'] }, async () => {
    const before = await storedCount()
    for (let round = 0; round < ROUNDS; round++) {
      const oid = await world.make(ZONES, { name: `Passing ${round}`, priority: 9 })
      zones['Passing'] = oid
      const [changed, deleted] = await Promise.all([
        change('Passing', 'Offices', { revision: 1, policy: 'allow' }),
        world.send('DELETE', ZONES, { oid, revision: 1 }),
      ])
      expect([200, 404]).toContain(changed.status)
      expect(deleted.status).toBe(200)
    }
    expect(await storedCount()).toBe(before)
  })
})
