import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listViewLimits, type ListView, type ListViewChange } from '../../../schemas/list-views.ts'
import type { Can } from '../../../schemas/plan.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'

const ADMIN = 'msp@world.test'
const WRITER = 'writer@world.test'
const READER = 'reader@world.test'
const FOREIGN = 'otherMsp@world.test'

describe.each(places)('named views of lists, on %s', (place) => {
  let world: ApiWorld
  let msp = ''
  beforeAll(async () => {
    world = await apiWorld(place)
    msp = world.oid['msp'] ?? ''
    await world.grant(WRITER, msp, 'network_manager')
    await world.grant(READER, msp, 'viewer')
  })
  afterAll(() => world.dispose())

  const state = { query: 'f.name=acme&sort=-name', columns: { order: ['name'], pinned: { name: 'left' } } }
  const list = async (as: string, query = `?entity=customer&tenantOid=${msp}`) => {
    const { status, body } = await world.call('GET', `/api/v1/listViews${query}`, { as })
    return { status, views: (body.data ?? []) as unknown as ListView[], can: (body['meta'] as { can?: Can } | undefined)?.can }
  }
  const names = async (as: string, query?: string): Promise<string[]> => (await list(as, query)).views.map(({ name }) => name)
  const make = async (as: string, view: object, headers = {}) => {
    const sent = { entity: 'customer', tenantOid: msp, state, ...view }
    const { status, body } = await world.call('POST', '/api/v1/listViews', { as, body: { data: [sent] }, headers })
    return { status, view: body.data?.[0] as unknown as ListView, body }
  }
  const patch = async (as: string, { oid }: ListView, change: object) => {
    const { status, body } = await world.call('PATCH', `/api/v1/listViews/${oid}`, { as, body: { data: [{ tenantOid: msp, ...change }] } })
    return { status, view: body.data?.[0] as unknown as ListView, body }
  }
  const remove = async (as: string, { oid, revision }: Pick<ListView, 'oid' | 'revision'>): Promise<number> =>
    (await world.call('DELETE', `/api/v1/listViews/${oid}?revision=${revision}`, { as })).status
  const tidy = () => world.database.transaction(EVERYTHING, (queries) => sql`delete from list_view`.execute(queries))

  it('belong to the person who made them, whatever the tenant, until they are shared', async () => {
    const { status, view } = await make(READER, { name: ' Mine ' })
    expect([status, view]).toMatchObject([201, { name: 'Mine', kind: 'own', isDefault: false, revision: 1, isPartial: false }])
    expect(view.state).toEqual({
      query: 'f.name=acme&sort=-name',
      columns: { order: ['name'], shown: {}, widths: {}, pinned: { name: 'left' } },
    })
    expect(await names(READER)).toEqual(['Mine'])
    expect(await names(READER, '?entity=partner')).toEqual([])
    for (const other of [ADMIN, OWNER, FOREIGN]) {
      expect(await names(other, '?entity=customer&tenantOid=' + (other === FOREIGN ? world.oid['otherMsp']! : msp))).toEqual([])
      expect((await patch(other, view, { tenantOid: 'all', revision: 1, name: 'Taken' })).status).toBe(404)
      expect(await remove(other, view)).toBe(404)
    }
    expect((await patch(READER, view, { revision: 1, kind: 'shared' })).status).toBe(403)
    expect((await patch(READER, view, { revision: 1, name: 'Ours' })).view).toMatchObject({ name: 'Ours', revision: 2 })
    expect(await remove(READER, view)).toBe(409)
    expect(await remove(READER, { ...view, revision: 2 })).toBe(204)
    await tidy()
  })

  it('are shared by whoever may write, made the default by administrators, and seen by all readers of the tenant', async () => {
    expect((await list(READER)).can).toEqual({ share: { because: 'service.view.share' } })
    expect((await list(ADMIN)).can).toEqual({ share: true })
    expect((await make(READER, { name: 'No', kind: 'shared' })).status).toBe(403)
    const writable = { entity: 'customer', kind: 'shared', name: 'Team' }
    const { view } = await make(ADMIN, writable)
    expect((await list(READER)).views).toMatchObject([
      { name: 'Team', kind: 'shared', tenantOid: msp, createdBy: { name: expect.any(String) } },
    ])
    expect((await patch(READER, view, { revision: 1, name: 'Mine now' })).status).toBe(403)
    expect((await patch(READER, view, { revision: 1, isDefault: true })).status).toBe(403)
    expect((await make(ADMIN, { name: 'Own default', isDefault: true })).status).toBe(400)
    expect((await patch(ADMIN, view, { revision: 1, isDefault: true })).view).toMatchObject({ isDefault: true, revision: 2 })
    const second = (await make(ADMIN, { name: 'Second', kind: 'shared', isDefault: true })).view
    expect((await list(READER)).views.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Second', true],
      ['Team', false],
    ])
    expect((await patch(ADMIN, second, { revision: 1, kind: 'own' })).view).toMatchObject({ kind: 'own', isDefault: false })
    expect(await names(READER)).toEqual(['Team'])
    await tidy()
  })

  it('that are the default are changed by administrators alone', async () => {
    const overlay = { tenantOid: world.oid['managed']!, entity: 'site', state: { query: '' } }
    await world.grant(WRITER, world.oid['managed']!, 'network_manager')
    const made = await make(WRITER, { ...overlay, name: 'Sites', kind: 'shared' })
    expect(made.status).toBe(201)
    const change = (as: string, sent: object) => patch(as, made.view, { tenantOid: overlay.tenantOid, ...sent })
    expect((await change(WRITER, { revision: 1, isDefault: true })).status).toBe(403)
    expect((await change(ADMIN, { revision: 1, isDefault: true })).status).toBe(200)
    expect((await change(WRITER, { revision: 2, name: 'Places' })).status).toBe(403)
    expect(await remove(WRITER, { ...made.view, revision: 2 })).toBe(403)
    await tidy()
  })

  it('of another tenant are neither seen nor changed nor made the default', async () => {
    const { view } = await make(ADMIN, { name: 'Team', kind: 'shared' })
    expect((await list(FOREIGN)).status).toBe(404)
    expect((await make(FOREIGN, { name: 'Planted', kind: 'shared' })).status).toBe(404)
    for (const change of [{ name: 'x' }, { isDefault: true }, { kind: 'own' }, { tenantOid: world.oid['otherMsp'], isDefault: true }])
      expect((await patch(FOREIGN, view, { revision: 1, ...change })).status).toBe(404)
    expect(await remove(FOREIGN, view)).toBe(404)
    const foreign = (await make(FOREIGN, { name: 'Own', tenantOid: world.oid['otherMsp'] })).view
    expect((await patch(FOREIGN, foreign, { revision: 1, kind: 'shared' })).status).toBe(404)
    expect((await world.call('GET', `/api/v1/listViewChanges?entity=customer&tenantOid=${msp}`, { as: FOREIGN })).status).toBe(404)
    const { caller } = await world
      .call('GET', '/api/v1/keptRecords', { as: FOREIGN })
      .then(async () => ({ caller: await world.caller(FOREIGN) }))
    const seen = await world.database.withScope(caller.scopes(), (queries) => sql`select oid from list_view`.execute(queries))
    expect(seen.rows).toEqual([])
    expect(await names(READER)).toEqual(['Team'])
    await tidy()
  })

  it('that two people change at once keep the first change and tell the second of it', async () => {
    const { view } = await make(ADMIN, { name: 'Team', kind: 'shared' })
    const both = await Promise.all([OWNER, ADMIN].map((as) => patch(as, view, { revision: 1, name: `Of ${as}` })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [kept, refused] = both.toSorted((a, b) => a.status - b.status)
    expect(refused?.body['current']).toMatchObject([{ name: kept?.view.name, revision: 2 }])
    expect((await patch(ADMIN, view, { name: 'x' })).status).toBe(428)
    const { body } = await world.call('GET', `/api/v1/listViewChanges?entity=customer&tenantOid=${msp}`, { as: READER })
    const changes = body.data as unknown as ListViewChange[]
    expect(changes.slice(0, 2).map(({ event, name, revision }) => [event, name, revision])).toEqual([
      ['update', kept?.view.name, 2],
      ['share', 'Team', 1],
    ])
    expect(await remove(ADMIN, { ...view, revision: 2 })).toBe(204)
    const after = await world.call('GET', `/api/v1/listViewChanges?entity=customer&tenantOid=${msp}`, { as: READER })
    expect(after.body.data?.[0]).toMatchObject({ event: 'delete', viewOid: view.oid, by: { name: expect.any(String) } })
  })

  it('are made once for an idempotency key, and their names are told apart', async () => {
    const headers = { 'idempotency-key': `key-${place}` }
    const first = await make(ADMIN, { name: 'Team' }, headers)
    expect((await make(ADMIN, { name: 'Team' }, headers)).view.oid).toBe(first.view.oid)
    expect((await make(ADMIN, { name: 'TEAM' })).status).toBe(409)
    expect((await make(ADMIN, { name: 'Team', kind: 'shared' })).status).toBe(201)
    expect((await make(OWNER, { name: 'Team' })).status).toBe(201)
    await tidy()
  })

  it.each([
    ['no name', { name: ' \u200b ' }],
    ['a name that is too long', { name: 'é'.repeat(listViewLimits.nameLetters + 1) }],
    ['a name that is no text', { name: 7 }],
    ['a name that no database can hold', { name: 'a\u0000b' }],
    ['an unknown kind', { kind: 'public' }],
    ['an unknown part', { colour: 'red' }],
    ['no state', { state: undefined }],
    ['an unknown part of the state', { state: { filter: 'x' } }],
    ['a query that is too long', { state: { query: `q=${'a'.repeat(listViewLimits.queryLetters)}` } }],
    ['a query with an unknown part', { state: { query: 'page=2' } }],
    ['a filter on an unknown field', { state: { query: 'f.nmae=a' } }],
    ['an order that lists do not have', { state: { query: 'sort=contactName%00' } }],
    ['an unknown tab', { state: { query: 'tab=nothing' } }],
    ['a grouping by what is no field', { state: { query: 'group=__proto__' } }],
    ['a column that is no field', { state: { query: '', columns: { order: ['nothing'] } } }],
    ['a width that is none', { state: { query: '', columns: { widths: { name: 'wide' } } } }],
    ['columns that are a list', { state: { query: '', columns: [] } }],
    ['a tenant that is no text', { tenantOid: 7 }],
  ])('are refused with %s', async (_, part) => {
    const { status, body } = await make(ADMIN, { name: 'Refused', ...part })
    expect([status, body['errors']]).toEqual([400, expect.any(Array)])
  })

  it('are bounded in number', async () => {
    for (let index = 0; index < listViewLimits.own; index++) expect((await make(READER, { name: `View ${index}` })).status).toBe(201)
    expect((await make(READER, { name: 'One more' })).status).toBe(409)
    await tidy()
  })

  it('go with their tenant', async () => {
    const customer = { parentOid: msp, name: `Leaving ${place}`, type: 'diy_customer', contactName: 'C', contactEmail: 'c@world.test' }
    const made = (await world.call('POST', '/api/v1/customers', { as: OWNER, body: { data: [customer] } })).body.data?.[0]
    const tenantOid = String(made?.['oid'])
    expect((await make(OWNER, { name: 'Gone', kind: 'shared', entity: 'site', tenantOid, state: { query: '' } })).status).toBe(201)
    const gone = { oid: tenantOid, revision: made?.['revision'] }
    expect((await world.call('DELETE', '/api/v1/customers', { as: OWNER, body: { data: [gone] } })).status).toBe(200)
    const left = await world.database.transaction(EVERYTHING, (queries) =>
      sql`select view_oid from list_view_change where tenant_oid = ${tenantOid} union all select oid from list_view where holder = ${tenantOid}`.execute(
        queries,
      ),
    )
    expect(left.rows).toEqual([])
  })
})
