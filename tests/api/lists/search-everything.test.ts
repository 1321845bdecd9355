import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../../schemas/rights/rights.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityMeta } from '../../../schemas/vocabulary/types.ts'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import type { SearchGroup, SearchHit } from '../../../schemas/search.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { apiWorld, bothPlaces, type ApiWorld } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'

describe.each(bothPlaces)('the search over all entities on %s', (place) => {
  let world: ApiWorld
  let box = ''
  beforeAll(async () => {
    world = await apiWorld(place)
    const boxes: [tenant: string, name: string, serialNumber: string][] = [
      ['managed', 'a-coruna-buro-1', 'EB-7001'],
      ['diy', 'a-coruna-buro-2', 'EB-7002'],
      ['otherCustomer', 'a-coruna-buro-3', 'EB-7003'],
    ]
    for (const [tenant, name, serialNumber] of boxes) {
      const oid = await plantRecord(world.database, { table: 'edge-box', overlayOid: world.oid[tenant]!, data: { name, serialNumber } })
      if (tenant === 'managed') box = oid
    }
    const serials = ['SDR4-2206-100242', 'SDR4-2206-100243']
    const items = serials.map((serialNumber) => ({ entity: 'appliance', action: 'create', changes: { serialNumber } }))
    const { status } = await world.call('POST', '/api/v1/plans', { body: { source: 'editor', tenantOid: 'platform', items } })
    expect(status).toBe(200)
  })
  afterAll(() => world.dispose())

  async function groups(term: string, { as, tenant, size }: { as?: string; tenant?: string; size?: number } = {}): Promise<SearchGroup[]> {
    const oid = tenant === undefined ? {} : { tenantOid: world.oid[tenant]! }
    const parameters = new URLSearchParams({ term, ...oid, ...(size !== undefined && { size: String(size) }) })
    const { status, body } = await world.call('GET', `/api/v1/search?${parameters}`, as === undefined ? {} : { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data as unknown as SearchGroup[]
  }
  /** The hits as `entity: name of the tenant: matching value`. */
  async function found(term: string, options: Parameters<typeof groups>[1] = {}): Promise<string[]> {
    const all = await groups(term, options)
    return all.flatMap(({ entity, hits }) => hits.map(({ tenantName, match }) => `${entity}: ${tenantName}: ${match.value}`))
  }

  it('finds records of any entity in every tenant below, wherever they are kept', async () => {
    expect(await found('coruna-buro')).toEqual([
      'edge-box: managed: a-coruna-buro-1',
      'edge-box: diy: a-coruna-buro-2',
      'edge-box: otherCustomer: a-coruna-buro-3',
    ])
    expect(await found('sdr4-2206-100242')).toEqual(['appliance: Platform: SDR4-2206-100242'])
    expect(await found('reseller@world')).toEqual(['partner: vad: reseller@world.test', 'user-role: reseller: reseller@world.test'])
    expect(await found(box.toUpperCase())).toEqual([`edge-box: managed: ${box}`])
  })

  it('puts what equals the term before what begins with it, words that begin with it, and the rest', async () => {
    for (const name of ['xmsp', 'the msp', 'msp two'])
      await plantRecord(world.database, { table: 'site', overlayOid: world.oid['managed']!, data: { name } })
    const all = await groups('msp')
    expect(all.find(({ entity }) => entity === 'site')?.hits.map(({ record }) => record['name'])).toEqual(['msp two', 'the msp', 'xmsp'])
    expect(all[0]?.entity).toBe('partner')
    expect(all[0]?.hits[0]?.record['name']).toBe('msp')
  })

  it('says that there are more than the number asked for', async () => {
    const [few] = await groups('coruna', { size: 2 })
    expect(few).toMatchObject({ entity: 'edge-box', hasMore: true })
    expect(few?.hits).toHaveLength(2)
    expect((await groups('coruna', { size: 3 }))[0]).toMatchObject({ hasMore: false })
  })

  it('stays inside the tenant asked for and what the caller may read', async () => {
    expect(await found('coruna', { tenant: 'msp' })).toEqual(['edge-box: managed: a-coruna-buro-1', 'edge-box: diy: a-coruna-buro-2'])
    expect(await found('coruna', { as: 'diy@world.test', tenant: 'diy' })).toEqual(['edge-box: diy: a-coruna-buro-2'])
    expect(await found(box, { as: 'diy@world.test', tenant: 'diy' })).toEqual([])
    expect(await found(box, { tenant: 'otherMsp' })).toEqual([])
    expect(await found(box, { tenant: 'msp' })).toEqual([`edge-box: managed: ${box}`])
    // A tenant's record belongs to the tenant above.
    expect((await groups('msp', { tenant: 'msp' })).map(({ entity }) => entity)).not.toContain('partner')
    const foreign = await world.call('GET', `/api/v1/search?term=coruna&tenantOid=${world.oid['otherMsp']!}`, { as: 'msp@world.test' })
    expect(foreign.status).toBe(404)
  })

  /** Whether a person sees a record in the list of the MSP, or of the overlay that it belongs to. */
  async function isListed({ entity, oid, tenantOid }: SearchHit, as: string): Promise<boolean> {
    const { scope, route, listRoute, tenantParam }: EntityMeta = entityMeta[entity as EntityName]
    const msp = world.oid['msp']!
    const url = listRoute === undefined ? `${route}?size=100&${tenantParam}=${msp}` : `${listRoute.replace('{tenantOid}', msp)}?size=100`
    const isOverlay = scope === 'overlay'
    const address = isOverlay ? `${route}?size=100` : url
    const { status, body } = await world.call('GET', address, { as, headers: isOverlay ? { 'x-overlay-oid': tenantOid } : {} })
    return status === 200 && body.data.some((record) => record['oid'] === oid)
  }

  it('answers each role with records that it can open, and with all of those', async () => {
    const terms = ['world.test', 'coruna', 'sdr4', 'msp']
    let opened = 0
    // Without access there is no tenant to search in.
    for (const role of roles.filter((one) => one !== 'no_access')) {
      const as = `searching-${role.replaceAll('_', '-')}@world.test`
      await world.grant(as, world.oid['msp']!, role)
      for (const term of terms) {
        const answer = await groups(term, { as, tenant: 'msp', size: 20 })
        const everything = await groups(term, { tenant: 'msp', size: 20 })
        const expected: string[] = []
        for (const { hits } of everything) for (const hit of hits) if (await isListed(hit, as)) expected.push(hit.oid)
        const oids = answer.flatMap(({ hits }) => hits.map(({ oid }) => oid))
        expect(oids.toSorted(), `${role} ${term}`).toEqual(expected.toSorted())
        opened += oids.length
      }
    }
    expect(opened).toBeGreaterThan(roles.length)
  })

  it('takes wildcards and quotes as letters', async () => {
    expect(await found('%%')).toEqual([])
    expect(await found('__')).toEqual([])
    expect(await found(`'"\\`)).toEqual([])
    await plantRecord(world.database, { table: 'site', overlayOid: world.oid['diy']!, data: { name: '100%_sure\\' } })
    expect(await found('_sure')).toEqual(['site: diy: 100%_sure\\'])
    expect(await found('sure\\')).toEqual(['site: diy: 100%_sure\\'])
  })

  it.each(['', 'term=', 'term=a', 'term=%20a%20', `term=${'x'.repeat(201)}`, 'term=abc&size=0', 'term=abc&size=21'])(
    'refuses "%s"',
    async (query) => {
      expect((await world.call('GET', `/api/v1/search?${query}`)).status).toBe(400)
    },
  )

  it('finds frequent terms of a large table among the first rows, and rare ones by the index', async () => {
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`insert into entity.site (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, 'many-' || n, 1, jsonb_build_object('name', 'warehouse ' || n), ' warehouse ' || n, '{}', now(), now()
        from tenant t, generate_series(1, 21000) n where t.oid = ${world.oid['managed']!} returning 1`.execute(queries),
    )
    await world.database.asOwner((queries) => sql`analyze entity.site`.execute(queries))
    const [many] = await groups('wareh')
    expect(many).toMatchObject({ entity: 'site', hasMore: true })
    expect(many?.hits).toHaveLength(5)
    expect(await found('warehouse 20999')).toEqual(['site: managed: warehouse 20999'])
    expect(await found('100%_s', { tenant: 'diy' })).toEqual(['site: diy: 100%_sure\\'])
  })
})
