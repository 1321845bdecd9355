import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { box, engine } from '../../support/api/overlay-records.ts'

describe.each(places)('names in references on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  const call = (method: string, url: string, body?: unknown): Promise<Answer> =>
    world.call(method, `/api/v1/${url}`, { headers: { 'x-overlay-oid': world.oid['managed'] ?? '' }, ...(body !== undefined && { body }) })
  const create = (...data: Rec[]): Promise<Answer> => call('POST', 'teleEngines', { data })
  const findByName = async (collection: string, name: string): Promise<Rec[]> =>
    (await call('GET', `${collection}?filter=${encodeURIComponent(`name=="${name}"`)}`)).body.data
  const journal = async (theme: string): Promise<Rec[]> =>
    (await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['managed']}/${theme}?limit=100`)).body.data

  it('create a record if none has the name, once for all items of a plan, and find it later by its exact name', async () => {
    const { status, body } = await create(engine('First', 'Nantes', 'MPLS'), engine('Second', 'Nantes', 'MPLS'))
    expect(status).toBe(201)
    const [site] = await findByName('sites', 'Nantes')
    const [network] = await findByName('transportNetworks', 'MPLS')
    expect(body.data).toMatchObject(Array(2).fill({ site: site?.['oid'], siteName: 'Nantes', wan: { transportNetwork: network?.['oid'] } }))
    const third = await create(engine('Third', 'Nantes', String(network?.['oid'])), engine('Fourth', 'nantes', 'MPLS'))
    expect(third.body.data.map((record) => record['site'])).toEqual([site?.['oid'], (await findByName('sites', 'nantes'))[0]?.['oid']])
    expect((await journal('Sites')).map((entry) => (entry['subject'] as Rec)['name'])).toEqual(['nantes', 'Nantes'])
  })

  it('give an edge box its site, made where it is new', { tags: ['S1-3.7'] }, async () => {
    const { status, body } = await call('POST', 'edgeBoxes', { data: [box('Boxed', 'Amiens'), box('Beside', 'Amiens')] })
    const sites = await findByName('sites', 'Amiens')
    expect([status, sites.length]).toEqual([201, 1])
    expect(body.data).toMatchObject(Array(2).fill({ site: sites[0]?.['oid'], siteName: 'Amiens' }))
    const later = await call('POST', 'edgeBoxes', { data: [box('Later', 'Amiens')] })
    expect(later.body.data).toMatchObject([{ site: sites[0]?.['oid'] }])
  })

  it('are resolved in a dry run as in a real one, which creates nothing', async () => {
    const dry = await call('POST', 'teleEngines?dryRun=true', { data: [engine('Dry', 'Nowhere yet', 'Dry network')] })
    expect(dry.body).toMatchObject({ dryRun: true, data: [{ siteName: 'Nowhere yet' }] })
    expect([...(await findByName('sites', 'Nowhere yet')), ...(await findByName('transportNetworks', 'Dry network'))]).toEqual([])
  })

  it('are refused at the pointer of the reference if the record that they would create is invalid', async () => {
    const { status, body } = await create(
      engine('Bad', ' Padded', 'MPLS'),
      engine('Worse', 'Fine', '<b>'),
      engine('Also bad', ' Padded', 'MPLS'),
    )
    expect([status, body.errors.map(({ pointer, key }) => [pointer, key])]).toEqual([
      400,
      [
        ['/data/0/site', 'validation.field.bossName'],
        ['/data/1/wan/transportNetwork', 'validation.field.bossName'],
        ['/data/2/site', 'validation.field.bossName'],
      ],
    ])
    const unknown = await create(engine('Gone', '01900000-0000-7000-8000-000000000000', 'MPLS'))
    expect(unknown.body.errors).toMatchObject([{ pointer: '/data/0/site', key: 'service.reference.unknown' }])
  })

  it('are resolved to records of the same plan first', async () => {
    const [site] = await findByName('sites', 'Nantes')
    const items = [
      { entity: 'tele-engine', action: 'create', changes: engine('Fifth', 'Rennes', 'MPLS') },
      { entity: 'tele-engine', action: 'create', changes: engine('Sixth', 'Brest', 'MPLS') },
      { entity: 'site', action: 'update', oid: site?.['oid'], revision: 1, changes: { name: 'Rennes' } },
      { entity: 'site', action: 'create', changes: { name: 'Brest' } },
      { entity: 'tele-engine', action: 'create', changes: engine('Seventh', 'Nantes', 'MPLS') },
    ]
    const { body } = await call('POST', 'plans', { source: 'import', tenantOid: world.oid['managed'], items })
    const sites = body.items.map((item) => (item['record'] as Rec)['site'])
    expect(sites).toEqual([site?.['oid'], body.items[3]?.['oid'], undefined, undefined, (await findByName('sites', 'Nantes'))[0]?.['oid']])
    expect(sites[4]).not.toBe(site?.['oid'])
  })

  it('create the reserved network, for which uplinks have no bandwidths', { tags: ['S1-3.20'] }, async () => {
    const { body } = await create(engine('Open', 'Rennes', 'Not Specified'))
    expect(await findByName('transportNetworks', 'Not Specified')).toMatchObject([{ reserved: true }])
    expect(body.data[0]?.['wan']).not.toMatchObject({ access: { upBandwidth: expect.anything() as number } })
  })

  it('create a reserved network that is deleted and restored only together with its customer', async () => {
    const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
    const [reserved] = await findByName('transportNetworks', 'Not Specified')
    expect((await call('DELETE', `transportNetworks/${String(reserved?.['oid'])}?revision=1`)).status).toBe(403)
    const [customer] = (await world.call('GET', `/api/v1/customers/${world.oid['managed']}`)).body.data
    const data = [{ oid: customer?.['oid'], revision: customer?.['revision'] }]
    const deleted = await world.call('DELETE', '/api/v1/customers', { body: { data } })
    expect(deleted).toMatchObject({ status: 200, body: { data: [{ oid: customer?.['oid'] }] } })
    const undo = `/journal/api/v1/journal/actions/${String(deleted.body['actionId'])}/undo?tenantOid=platform`
    expect((await world.call('POST', undo, { headers })).status).toBe(200)
    expect(await findByName('transportNetworks', 'Not Specified')).toMatchObject([{ oid: reserved?.['oid'], reserved: true }])
  })

  it('are resolved to one new record when several writers use them at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => create(engine(`Racer ${index}`, 'Finish', 'Track'))))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const [site, ...others] = await findByName('sites', 'Finish')
    expect(others).toEqual([])
    expect(new Set(answers.map(({ body }) => body.data[0]?.['site']))).toEqual(new Set([site?.['oid']]))
  })
})
