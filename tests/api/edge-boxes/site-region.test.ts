import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places } from '../../support/api/api-world.ts'
import { box, wan } from '../../support/api/overlay-records.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

describe.each(places)('the region of a site, and records that need a feature, on %s', (place) => {
  let world: OverlayWorld
  let north = ''
  let south = ''
  beforeAll(async () => {
    world = await overlayWorld(place)
    await world.setFeature('cloud_security', 'enabled')
    north = await world.make('cloudsec/regions', { name: 'North' })
    south = await world.make('cloudsec/regions', { name: 'South' })
  })
  afterAll(() => world.dispose())

  const siteEntries = async (): Promise<Rec[]> =>
    (await world.ask('GET', `/journal/api/v1/journal/entries/${world.overlay}/Sites?limit=100`)).body.data

  it(
    'is written through a box to its site, for all boxes there, with a journal entry for the site',
    { tags: ['S1-3.6', 'S1-3.25'] },
    async () => {
      const first = await world.make('edgeBoxes', box('One', 'Metz', { cloudSecurityRegion: north }))
      const second = await world.make('edgeBoxes', box('Two', 'Metz'))
      expect((await world.read('edgeBoxes', second))['cloudSecurityRegion']).toBe(north)
      const entryCount = (await siteEntries()).length
      const dry = await world.ask('PUT', 'edgeBoxes?dryRun=true', {
        body: { data: [{ oid: second, revision: 1, cloudSecurityRegion: south }] },
      })
      expect(dry.body.data[0]).toMatchObject({ cloudSecurityRegion: south })
      const { status, body } = await world.send('PUT', 'edgeBoxes', { oid: second, revision: 1, cloudSecurityRegion: south })
      expect([status, body.data[0]?.['cloudSecurityRegion'], body.data[0]?.['revision']]).toEqual([200, south, 1])
      const { site, cloudSecurityRegion } = await world.read('edgeBoxes', first)
      expect([cloudSecurityRegion, await world.read('sites', String(site))]).toMatchObject([
        south,
        { cloudGuardRegionId: south, revision: 2 },
      ])
      await world.send('PUT', 'edgeBoxes', { oid: first, revision: 1, cloudSecurityRegion: south })
      expect(await siteEntries()).toHaveLength(entryCount + 1)
      const cleared = await world.send('PUT', 'edgeBoxes', { oid: first, revision: 1, cloudSecurityRegion: null })
      expect([cleared.status, (await world.read('sites', String(site)))['cloudGuardRegionId']]).toEqual([200, undefined])
    },
  )

  it('is refused at a box whose value contradicts another box of the plan or the site itself', async () => {
    const answer = await world.send(
      'POST',
      'edgeBoxes',
      ...[north, south, north].map((region, index) => box(`Torn ${index}`, 'Torn', { cloudSecurityRegion: region })),
    )
    expect([answer.status, answer.body.errors.map(({ pointer, key }) => [pointer, key])]).toEqual([
      400,
      [['/data/1/cloudSecurityRegion', 'service.value.contested']],
    ])
    const site = await world.make('sites', { name: 'Own' })
    const oid = await world.make('edgeBoxes', box('Owned', 'Own'))
    const items = [
      { entity: 'edge-box', action: 'update', oid, revision: 1, changes: { cloudSecurityRegion: north } },
      { entity: 'site', action: 'update', oid: site, revision: 1, changes: { cloudGuardRegionId: south } },
    ]
    const plan = await world.ask('POST', 'plans', { body: { source: 'editor', tenantOid: world.overlay, items } })
    expect(plan.body.errors).toMatchObject([{ pointer: '/items/0/changes/cloudSecurityRegion', key: 'service.value.contested' }])
    const unknown = await world.send('PUT', 'edgeBoxes', { oid, revision: 1, cloudSecurityRegion: '01900000-0000-7000-8000-000000000000' })
    expect(unknown.body.errors).toMatchObject([{ pointer: '/data/0/cloudSecurityRegion', key: 'service.reference.unknown' }])
  })

  it(
    'cannot be read, referenced or written without its feature, and the error gives that reason',
    { tags: ['S1-6.7', 'S1-7.2'] },
    async () => {
      await world.setFeature('sdi', 'disabled')
      const pops = (await world.ask('GET', 'sdi/pops')).body.errors
      expect(pops).toMatchObject([{ key: 'sdi-pop.because.feature' }])
      await world.setFeature('sdi', 'enabled')
      const pop = await world.make('sdi/pops', { name: 'Paris' })
      const sdi = { sdiEnabled: true, sdiPop: pop }
      const oid = await world.make('edgeBoxes', box('Popped', 'Pop', { wans: { wan1: wan(sdi) } }))
      expect(oid).toBeTruthy()
      await world.setFeature('sdi', 'disabled')
      for (const [method, path, body] of [
        ['GET', 'sdi/pops'],
        ['GET', `sdi/pops/${pop}`],
        ['PUT', 'sdi/pops', { data: [{ oid: pop, revision: 1, name: 'Lyon' }] }],
        ['POST', 'sdi/pops', { data: [{ name: 'Lyon' }] }],
      ] as const) {
        const { status, body: refused } = await world.ask(method, path, { body })
        expect([path, status, refused.errors?.[0]?.['key']]).toEqual([path, 403, 'sdi-pop.because.feature'])
      }
      const withoutFeature = await world.send('POST', 'edgeBoxes', box('Blind', 'Pop', { wans: { wan1: wan(sdi) } }))
      expect([withoutFeature.status, JSON.stringify(withoutFeature.body.errors)]).toEqual([
        400,
        expect.stringContaining('/data/0/wans/wan1/sdiPop'),
      ])
      await world.setFeature('cloud_security', 'disabled')
      const region = await world.send('PUT', 'sites', {
        oid: await world.make('sites', { name: 'Late' }),
        revision: 1,
        cloudGuardRegionId: north,
      })
      expect(region.body.errors).toMatchObject([{ pointer: '/data/0/cloudGuardRegionId', key: 'service.reference.unknown' }])
    },
  )
})
