import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'
import { setFeatures } from '../../support/samples/sample-fixtures.ts'

const ROUTING = '/api/v1/overlay/routing'
const SECURITY = '/api/v1/overlay/security'
const TIME = '/api/v1/timeSynchro'
const BREAKOUT = '/api/v1/localBreakout'
const MESH = '/api/v1/overlay/cloudMesh'

describe.each(places)('advanced configuration on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
    await world.grant('apps@world.test', world.oid['managed'] ?? '', 'application_manager')
    await world.grant('looks@world.test', world.oid['managed'] ?? '', 'viewer')
  })
  afterAll(() => world.dispose())

  const headersOf = (tenant: string): Record<string, string> => ({ 'x-overlay-oid': world.oid[tenant] ?? '' })
  const get = (url: string, tenant = 'managed', as?: string): Promise<Answer> =>
    world.call('GET', url, { headers: headersOf(tenant), ...(as !== undefined && { as }) })
  const put = (url: string, item: Rec, as?: string): Promise<Answer> =>
    world.call('PUT', url, { headers: headersOf('managed'), body: { data: [item] }, ...(as !== undefined && { as }) })

  it(
    'exists for every overlay from the start, and only for overlays, with the defaults of the specification',
    { tags: ['S1-7.31', 'S1-7.32', 'S1-7.33', 'S1-7.34', 'S2-3.4', 'S2-3.18', 'S2-3.19', 'S2-7.7', 'S2-7.9', 'S2-7.13', 'S2-7.15'] },
    async () => {
      expect((await get(ROUTING)).body.data).toEqual([
        expect.objectContaining({ oid: world.oid['managed'], bgpAsRange: '64512-65534', revision: 1, can: { update: true } }),
      ])
      expect((await get(SECURITY)).body.data).toMatchObject([
        {
          ikeEncryptionCypher: 'AES128CBC',
          ikeAuthCypher: 'MD5',
          ikeDhGroup: 1,
          ipsecEncryptionCypher: '3DESCBC',
          ipsecAuthCypher: 'MD5',
          ipsecDhGroup: 1,
          credentials: { mode: 'psk' },
          revision: 1,
        },
      ])
      for (const url of [ROUTING, SECURITY, TIME, BREAKOUT, MESH]) {
        expect((await world.call('GET', url)).status, url).toBe(400)
        expect((await get(url, 'msp')).status, url).toBe(404)
        expect((await get(`${url}/${world.oid['managed']}`, 'diy')).status, url).toBe(404)
        expect((await get(url, 'managed', 'apps@world.test')).status, url).toBe(404)
        expect((await get(url, 'managed', 'otherMsp@world.test')).status, url).toBe(404)
        expect((await world.call('POST', url, { headers: headersOf('managed'), body: { data: [{}] } })).status, url).toBe(404)
      }
    },
  )

  it(
    'is changed without an identifier but with a revision, only with the right to, and recorded in the journal',
    { tags: ['S2-6.7', 'S2-7.8', 'S2-7.10', 'S2-7.14'] },
    async () => {
      expect((await put(ROUTING, { ospfTag: 7 })).status).toBe(428)
      expect((await put(ROUTING, { revision: 1, ospfTag: 7 }, 'looks@world.test')).status).toBe(403)
      expect(await put(ROUTING, { revision: 1, vtiSubnet: '10.9.0.0/16', ospfTag: 7 })).toMatchObject({
        status: 200,
        body: { data: [{ oid: world.oid['managed'], revision: 2, vtiSubnet: '10.9.0.0/16', ospfTag: 7 }] },
      })
      expect((await put(ROUTING, { revision: 1, ospfTag: 8 })).status).toBe(409)
      expect(await put(ROUTING, { revision: 2, bgpCommunity: '0000:0001' })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/data/0/bgpCommunity', key: 'validation.field.bgpCommunity' }] },
      })
      const journal = await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['managed']}/OverlayRouting`)
      expect(journal.body.data).toMatchObject([{ eventType: 'update', subject: { name: 'managed' } }])
      expect((await get(ROUTING, 'diy')).body.data).toMatchObject([{ revision: 1 }])
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )

  it('reveals only that a pre-shared key is configured, never the key', { tags: ['S2-3.5'] }, async () => {
    const { body } = await put(SECURITY, { revision: 1, credentials: { mode: 'psk', psk: 'open sesame 4711' } })
    expect(body.data).toMatchObject([{ revision: 2, credentials: { mode: 'psk', configured: true } }])
    const changed = await put(SECURITY, { revision: 2, mtu: 1400 })
    expect(changed.body.data).toMatchObject([{ mtu: 1400, credentials: { configured: true } }])
    expect(JSON.stringify([body, changed, await get(SECURITY)])).not.toContain('4711')
  })

  it(
    'lists the transport networks for local breakout, and accepts only those of the overlay',
    { tags: ['S2-3.21', 'S2-7.16', 'D-2.11'] },
    async () => {
      const create = async (name: string, tenant: string): Promise<unknown> => {
        const answer = await world.call('POST', '/api/v1/transportNetworks', { headers: headersOf(tenant), body: { data: [{ name }] } })
        return answer.body.data[0]?.['oid']
      }
      const [internet, foreign] = [await create('Internet', 'managed'), await create('Foreign', 'diy')]
      await create('MPLS', 'managed')
      expect((await get(BREAKOUT)).body.data).toMatchObject([{ enabled: false, transportNetworkValues: ['Internet', 'MPLS'] }])
      expect(await put(BREAKOUT, { revision: 1, enabled: true })).toMatchObject({
        body: { errors: [{ pointer: '/data/0/transportNetwork', key: 'validation.field.mandatory' }] },
      })
      expect((await put(BREAKOUT, { revision: 1, enabled: true, transportNetwork: foreign })).status).toBe(400)
      expect((await put(BREAKOUT, { revision: 1, enabled: true, transportNetwork: internet })).body.data).toMatchObject([
        { enabled: true, transportNetwork: internet, transportNetworkValues: ['Internet', 'MPLS'] },
      ])
      const deletion = await world.call('DELETE', `/api/v1/transportNetworks/${String(internet)}?revision=1`, {
        headers: headersOf('managed'),
      })
      expect(deletion).toMatchObject({ status: 400, body: { errors: [{ key: 'service.record.used' }] } })
    },
  )

  it(
    'shows the routing of the cloud mesh, read-only, to overlays that have one',
    { tags: ['S2-3.22', 'S2-4.7', 'S2-7.17', 'S2-8.4', 'D-2.12'] },
    async () => {
      expect((await put(MESH, { revision: 1, routing: { asn: 1 } })).status).toBe(404)
      const data = { routing: { asn: 64_100, overlaySubnet: '100.64.0.0/16' } }
      await plantRecord(world.database, { table: 'cloud-mesh-routing', overlayOid: world.oid['managed'] ?? '', data })
      expect((await get(MESH)).body.data).toMatchObject([{ routing: { asn: 64_100, overlaySubnet: '100.64.0.0/16' } }])
      await setFeatures(world, world.oid['diy'] ?? '', { cloud_mesh: false })
      expect(await get(MESH, 'diy')).toMatchObject({ status: 405, body: { errors: [{ key: 'cloud-mesh-routing.because.feature' }] } })
    },
  )
})
