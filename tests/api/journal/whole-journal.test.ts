import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, OWNER, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

const BASE = '/journal/api/v1/journal/entries'

describe.each(places)('the journal over all entities on %s', (place) => {
  let world: ApiWorld
  const oid = (name: string): string => String(world.oid[name])
  const read = (tenant: string, query = '', as = OWNER): Promise<Answer> => world.call('GET', `${BASE}/${tenant}?${query}`, { as })
  const entries = async (tenant: string, query = '', as = OWNER): Promise<Rec[]> => (await read(tenant, query, as)).body.data
  const idsOf = (rows: readonly Rec[]): unknown[] => rows.map(({ id }) => id)

  beforeAll(async () => {
    world = await apiWorld(place)
    const headers = { 'x-overlay-oid': oid('managed') }
    await world.call('POST', '/api/v1/cloudsec/regions', { headers, body: { data: [{ name: 'Europe West' }, { name: 'Europe East' }] } })
    await world.call('PUT', '/api/v1/settings', { body: { data: [{ oid: oid('managed'), revision: 1, reporting: 'enhanced' }] } })
    await world.grant('keeper@world.test', oid('vad'), 'domain_manager')
    await world.grant('viewer@world.test', oid('vad'), 'viewer')
    await world.grant('managed@world.test', oid('managed'), 'admin')
    await world.call('POST', '/api/v1/userroles', {
      body: { data: [{ tenantOid: oid('managed'), mail: 'new@managed.test', role: 'viewer' }] },
    })
  })
  afterAll(() => world.dispose())

  /** The entries of every journal of one entity that a person may read in a tenant, newest first. */
  async function ofEveryTheme(tenant: string, as: string): Promise<unknown[]> {
    const themes = [...new Set(Object.values(entitySchemas).map((schema) => schema['x-entity'].theme))]
    const answers = await Promise.all(themes.map((theme) => world.call('GET', `${BASE}/${tenant}/${theme}?limit=1000`, { as })))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    return answers.flatMap(({ status, body }) => (status === 200 ? idsOf(body.data) : []))
  }

  it.each([
    ['the owner of the platform in everything', 'all', OWNER],
    ['the owner of the platform', 'platform', OWNER],
    ['a distributor', 'vad', 'vad@world.test'],
    ['a manager of domains', 'vad', 'keeper@world.test'],
    ['a service provider', 'msp', 'msp@world.test'],
    ['a customer', 'managed', 'managed@world.test'],
    ['a customer of its own', 'diy', 'diy@world.test'],
  ])('has for %s what the journals of the entities have together', async (_who, tenant, as) => {
    const at = tenant === 'all' ? tenant : oid(tenant)
    const whole = await entries(at, 'limit=1000', as)
    expect(whole.length).toBeGreaterThan(0)
    expect(new Set(idsOf(whole))).toEqual(new Set(await ofEveryTheme(at, as)))
    expect(new Set(idsOf(whole)).size).toBe(whole.length)
    const times = whole.map(({ creationDate }) => String(creationDate))
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('says of each entry what the journal of its entity says', async () => {
    const [whole, single] = [await entries(oid('vad'), 'limit=1000&entity=customer'), `${BASE}/${oid('vad')}/Customers?limit=1000`]
    expect(whole).toEqual((await world.call('GET', single)).body.data)
    expect(whole.length).toBeGreaterThan(1)
  })

  it('is refused to those who may read no journal, and does not tell what others may read', async () => {
    expect((await read(oid('vad'), '', 'viewer@world.test')).status).toBe(403)
    expect((await read(oid('otherMsp'), '', 'msp@world.test')).status).toBe(404)
    expect((await read('all', '', 'msp@world.test')).status).toBe(403)
    const tenants = new Set((await entries(oid('vad'), 'limit=1000', 'vad@world.test')).map(({ tenant }) => (tenant as Rec)['name']))
    expect([...tenants].filter((name) => ['otherMsp', 'otherCustomer', 'platform'].includes(String(name)))).toEqual([])
    const themes = new Set((await entries(oid('vad'), 'limit=1000', 'keeper@world.test')).map(({ theme }) => theme))
    expect(themes).toContain('Customers')
    expect((await world.call('GET', `${BASE}/${oid('vad')}/Licensing`, { as: 'keeper@world.test' })).status).toBe(
      (await read(oid('vad'), 'entity=license', 'keeper@world.test')).status,
    )
  })

  it('is narrowed by entity, person, event, source and period', async () => {
    const managed = oid('managed')
    const distinct = async (query: string, name: string): Promise<unknown[]> => [
      ...new Set(
        (await entries(managed, `limit=1000&${query}`)).map((entry) =>
          name === 'person' ? (entry['principal'] as Rec)['name'] : entry[name],
        ),
      ),
    ]
    expect(await distinct('entity=cloud-security-region', 'theme')).toEqual(['CloudSecurityRegions'])
    expect((await distinct('entity=cloud-security-region,settings', 'theme')).toSorted()).toEqual(['CloudSecurityRegions', 'Settings'])
    expect(await distinct('filter=principal.name=="Olga Owner"', 'person')).toEqual(['Olga Owner'])
    expect(await distinct('filter=principal.name=="Nobody"', 'person')).toEqual([])
    expect(await distinct('filter=eventType==update', 'eventType')).toEqual(['update'])
    expect(await distinct('filter=source==api;eventType==creation', 'source')).toEqual(['api'])
    const [newest, , third] = await entries(managed, 'limit=3')
    const [to, from] = [String(newest?.['creationDate']), String(third?.['creationDate'])]
    const within = await entries(managed, `limit=1000&filter=creationDate=ge=${from};creationDate=lt=${to}`)
    expect(idsOf(within)).toEqual(
      idsOf((await entries(managed, 'limit=1000')).filter(({ creationDate }) => String(creationDate) >= from && String(creationDate) < to)),
    )
    expect(within.length).toBeGreaterThan(0)
  })

  it('refuses entities that have no journal', async () => {
    for (const name of ['nonsense', 'tenant', 'license-add'])
      expect(await read(oid('managed'), `entity=${name}`)).toMatchObject({
        status: 400,
        body: { detail: `The parameter 'entity' names no entity with a journal: '${name}'.` },
      })
  })

  it.each(['all', 'platform', 'vad', 'managed'])('is paged without gaps or repeats in %s', async (tenant) => {
    const at = tenant === 'all' ? tenant : oid(tenant)
    for (const sort of ['-creationDate', 'creationDate']) {
      const all = idsOf(await entries(at, `limit=1000&sort=${sort}`))
      const walked: unknown[] = []
      for (;;) {
        const page = await entries(at, `limit=3&sort=${sort}${walked.length > 0 ? `&after=${String(walked.at(-1))}` : ''}`)
        walked.push(...idsOf(page))
        if (page.length < 3) break
      }
      expect(walked).toEqual(all)
      expect(all.length).toBeGreaterThan(3)
    }
  })

  it.each([
    ['managed', 'managed@world.test', 3],
    ['vad', 'vad@world.test', 2],
    ['platform', OWNER, 3],
  ])('takes as many statements as pinned in %s, however many entities there are', async (tenant, as, pinned) => {
    await read(oid(tenant), '', as)
    const seen: string[] = []
    const stop = world.database.onStatement((text) => seen.push(text))
    expect((await read(oid(tenant), '', as)).status).toBe(200)
    stop()
    const own = seen.filter((text) => !text.includes('load_person') && /journal|licence_calendar/.test(text))
    expect(own.filter((text) => /from journal j/.test(text))).toHaveLength(1)
    expect(own).toHaveLength(pinned)
  })
})
