import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Queries } from '../../../server/db/database.ts'
import { applianceScreen } from '../../../screens/appliance.screen.ts'
import { customerScreen } from '../../../screens/customer.screen.ts'
import { licenseScreen } from '../../../screens/license.screen.ts'
import { partnerScreen } from '../../../screens/partner.screen.ts'
import { requestScreen } from '../../../screens/request.screen.ts'
import { userRoleScreen } from '../../../screens/user-role.screen.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'
import { plantRow } from '../../support/api/licences.ts'
import { stockAppliance } from '../../support/browser/devices.ts'

/** A tenant's list: its address, the field with the parent's name, and what tells its rows apart. */
interface TenantList {
  name: string
  url: (tenantOid: string) => string
  parent: string
  label: string
  theme: string
}

const LISTS: TenantList[] = [
  { name: 'partners', url: (oid) => `/api/v1/partners?parentTenantOid=${oid}`, parent: 'parentName', label: 'name', theme: 'Partners' },
  { name: 'customers', url: (oid) => `/api/v1/customers?parentTenantOid=${oid}`, parent: 'parentName', label: 'name', theme: 'Customers' },
  { name: 'users', url: (oid) => `/api/v1/userroles?parentTenantOid=${oid}`, parent: 'tenantName', label: 'mail', theme: 'UserRoles' },
  { name: 'requests', url: (oid) => `/api/v1/requests?tenantOid=${oid}`, parent: 'srcTenantName', label: 'details', theme: 'Requests' },
  {
    name: 'appliances',
    url: (oid) => `/api/inventory/v1/appliances/${oid}?`,
    parent: 'ownerName',
    label: 'serialNumber',
    theme: 'Appliances',
  },
  {
    name: 'licences',
    url: (oid) => `/api/licensing/v2/licenses/inventory/${oid}?`,
    parent: 'tenantName',
    label: 'tenantName',
    theme: 'Licensing',
  },
]

/** The screen of each list. */
const SCREENS: Record<string, Pick<Screen, 'list'>> = {
  partners: partnerScreen,
  customers: customerScreen,
  users: userRoleScreen,
  requests: requestScreen,
  appliances: applianceScreen,
  licences: licenseScreen,
}

/** What each list holds below the distributor: the row and its parent. */
const BELOW: Record<string, [row: string, parent: string][]> = {
  partners: [
    ['msp', 'vad'],
    ['reseller', 'vad'],
  ],
  customers: [
    ['diy', 'msp'],
    ['managed', 'msp'],
    ['shop', 'reseller'],
  ],
  users: [
    ['diy@world.test', 'diy'],
    ['msp@world.test', 'msp'],
    ['reseller@world.test', 'reseller'],
    ['shop@world.test', 'shop'],
    ['vad@world.test', 'vad'],
  ],
  requests: [
    ['of msp', 'msp'],
    ['of reseller', 'reseller'],
  ],
  appliances: [
    ['of-managed', 'managed'],
    ['of-reseller', 'reseller'],
  ],
  licences: [
    ['reseller', 'reseller'],
    ['shop', 'shop'],
  ],
}

describe.each(places)("a distributor's lists on %s", (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
    const post = async (plural: string, record: Rec): Promise<string> => {
      const { name } = record
      const data = [{ ...record, contactName: 'C', contactEmail: `${String(name)}@world.test`, createAdmin: true }]
      const { status, body } = await world.call('POST', `/api/v1/${plural}`, { as: 'vad@world.test', body: { data } })
      expect(status, JSON.stringify(body)).toBe(201)
      return String(body.data[0]?.['oid'])
    }
    world.oid['shop'] = await post('customers', { name: 'shop', parentOid: world.oid['reseller'], type: 'diy_customer' })
    for (const name of ['msp', 'reseller', 'otherMsp'])
      await plantRecord(world.database, {
        table: 'request',
        overlayOid: world.oid[name] ?? '',
        data: { type: 'create_customer', status: name === 'msp' ? 'open' : 'active', details: `of ${name}` },
      })
    for (const name of ['managed', 'reseller', 'otherCustomer'])
      await stockAppliance(
        world,
        { tenantOid: world.oid[name] ?? '', oid: `oid-${name}` },
        { serialNumber: `of-${name}`, status: 'Assigned' },
      )
    for (const name of ['reseller', 'shop', 'otherMsp']) await plantRow(world, 'license', world.oid[name] ?? '')
  })
  afterAll(() => world.dispose())

  const listOf = (name: string): TenantList => LISTS.find((list) => list.name === name) as TenantList
  const read = async (url: string, as = 'vad@world.test'): Promise<Answer> => {
    const answer = await world.call('GET', url, { as })
    expect([url, answer.status, answer.body.errors]).toEqual([url, 200, undefined])
    return answer
  }
  const pairsOf = ({ body }: Answer, { label, parent }: TenantList): unknown[] =>
    body.data.map((row) => [row[label], row[parent]]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))

  it.each(LISTS)('show the $name of everybody below, each with its direct parent', { tags: ['D-8.1'] }, async (list) => {
    const answer = await read(`${list.url(world.oid['vad'] ?? '')}&size=100`)
    expect(pairsOf(answer, list)).toEqual(BELOW[list.name])
    expect(answer.body.meta['totalCount']).toBe(BELOW[list.name]?.length)
  })

  it.each(LISTS)('narrow the $name to one parent, and order them by it', { tags: ['D-8.2'] }, async (list) => {
    const url = `${list.url(world.oid['vad'] ?? '')}&size=100`
    const expected = BELOW[list.name] ?? []
    const [, parent = ''] = expected.at(-1) ?? []
    const narrowed = await read(`${url}&filter=${encodeURIComponent(`${list.parent}=ilike=%${parent}%`)}`)
    expect(pairsOf(narrowed, list)).toEqual(expected.filter(([, of]) => of === parent))
    if (list.name === 'appliances') return
    const ordered = (await read(`${url}&sort=-${list.parent}`)).body.data.map((row) => String(row[list.parent]))
    expect(ordered).toEqual(expected.map(([, of]) => of).toSorted((a, b) => (a < b ? 1 : -1)))
  })

  it.each(LISTS)('have the parent among the columns of the $name', { tags: ['D-8.2'] }, ({ name, parent }) => {
    const columns = SCREENS[name]?.list?.columns ?? []
    expect(columns.map((column) => (typeof column === 'string' ? column : column.field))).toContain(parent)
  })

  it('find by search what is below, and nothing of other families', async () => {
    const search = async ([name, field]: [string, string], text: string, as?: string): Promise<unknown[]> =>
      (
        await read(`${listOf(name).url(world.oid['vad'] ?? '')}&filter=${encodeURIComponent(`${field}=ilike=%${text}%`)}`, as)
      ).body.data.map((row) => row[field])
    expect(await search(['customers', 'name'], 'managed')).toEqual(['managed'])
    expect(await search(['customers', 'contactEmail'], 'world.test', 'owner@world.test')).toHaveLength(3)
    expect(await search(['users', 'mail'], 'shop@world')).toEqual(['shop@world.test'])
    expect(await search(['requests', 'details'], 'reseller')).toEqual(['of reseller'])
    expect(await search(['customers', 'name'], 'otherCustomer', 'owner@world.test')).toEqual([])
  })

  it('count the tabs of everything below', async () => {
    const counts = async (name: string): Promise<unknown> => (await read(listOf(name).url(world.oid['vad'] ?? ''))).body.meta.counts
    expect(await counts('customers')).toMatchObject({ all: 3, active: 3, frozen: 0 })
    expect(await counts('requests')).toMatchObject({ all: 2, open: 1, active: 1 })
    expect(await counts('users')).toMatchObject({ all: 5, administrators: 5 })
    expect((await read(`${listOf('requests').url(world.oid['vad'] ?? '')}&condition=active`)).body.data).toMatchObject([
      { details: 'of reseller', srcTenantName: 'reseller' },
    ])
  })

  it('walk by cursor over everything below, as exports and sheets do', async () => {
    const names: unknown[] = []
    for (let after: unknown = ''; after !== undefined;) {
      const { body } = await read(`${listOf('customers').url(world.oid['vad'] ?? '')}&size=2&after=${String(after)}`)
      names.push(...body.data.map(({ name }) => name))
      after = body.meta['next']
    }
    expect(names.toSorted()).toEqual(['diy', 'managed', 'shop'])
  })

  it("keep to a partner's own part of the tree", async () => {
    const own = async (name: string, as: string): Promise<unknown[]> =>
      pairsOf(await read(listOf(name).url(world.oid['msp'] ?? ''), as), listOf(name))
    for (const as of ['msp@world.test', 'vad@world.test', 'owner@world.test']) {
      expect(await own('customers', as)).toEqual(BELOW['customers']?.slice(0, 2))
      expect(await own('users', as)).toEqual([BELOW['users']?.[0], BELOW['users']?.[1]])
    }
  })

  it('offer on each row what the rights on its own parent allow', async () => {
    await world.grant('keeper@world.test', world.oid['vad'] ?? '', 'domain_manager')
    const [customer] = (await read(`${listOf('customers').url(world.oid['vad'] ?? '')}&filter=name==shop`, 'keeper@world.test')).body.data
    expect(customer?.['can']).toMatchObject({ update: true, delete: true, deleteAsks: { because: 'customer.because.asksToDelete' } })
    const request = (await read(listOf('requests').url(world.oid['vad'] ?? ''))).body.data[0]
    expect(request?.['can']).toMatchObject({ update: true, activate: { because: 'request.because.platform' } })
  })

  it('have journals of everything below, in order and by page', async () => {
    const journal = async (theme: string, { limit = 100, query = '' } = {}): Promise<Rec[]> =>
      (await read(`/journal/api/v1/journal/entries/${world.oid['vad']}/${theme}?limit=${limit}${query}`)).body.data
    const subjects = async (theme: string): Promise<unknown[]> =>
      (await journal(theme)).map(({ subject, tenant }) => [(subject as Rec)['name'], (tenant as Rec)['name']])
    expect((await subjects('Customers'))[0]).toEqual(['shop', 'reseller'])
    expect(new Set((await subjects('Customers')).map(String))).toEqual(new Set(['shop,reseller', 'managed,msp', 'diy,msp']))
    expect(new Set((await subjects('UserRoles')).map((pair) => (pair as string[])[1]))).toEqual(
      new Set(['vad', 'msp', 'reseller', 'diy', 'shop']),
    )
    const all = (await journal('UserRoles')).map(({ id }) => id)
    const paged: unknown[] = []
    for (let after = ''; ; after = String(paged.at(-1))) {
      const page = await journal('UserRoles', { limit: 2, query: after && `&after=${after}` })
      if (page.length === 0) break
      paged.push(...page.map(({ id }) => id))
    }
    expect(paged).toEqual(all)
  })

  describe('with many rows', () => {
    const customers = async (tenant: string, text: string): Promise<unknown[]> => {
      const filter = encodeURIComponent(`name=ilike="%${text}%",contactName=ilike="%${text}%",contactEmail=ilike="%${text}%"`)
      return (
        await read(`${listOf('customers').url(world.oid[tenant] ?? '')}&sort=name&filter=${filter}`, 'owner@world.test')
      ).body.data.map(({ name }) => name)
    }
    const heads = async (): Promise<unknown[]> =>
      (await read(`/journal/api/v1/journal/entries/${world.oid['vad']}/UserRoles?limit=100`)).body.data.map(({ id }) => id)

    it('find the same by the search index as by reading a short list', async () => {
      const plant = (queries: Queries): Promise<unknown> =>
        sql`insert into entity.customer (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
          select t.oid, t.path || 'x' || n || '.', 'many' || n, 1, jsonb_build_object('name', 'Managed ' || n, 'type', 'diy_customer', 'state', 'active'), ' Managed ' || n, '{}', now(), now()
          from tenant t, generate_series(1, 5100) n where t.oid = ${world.oid['otherMsp']} returning 1`.execute(queries)
      const short = await customers('vad', 'managed')
      expect(short).toEqual(['managed'])
      await world.database.asOwner(plant)
      expect(await customers('vad', 'managed')).toEqual(short)
      expect(await customers('otherMsp', 'Managed 509')).toEqual([
        'Managed 509',
        ...Array.from({ length: 10 }, (_, n) => `Managed 509${n}`),
      ])
      expect(await customers('platform', 'managed@world')).toEqual(['managed'])
    })

    it('have the same journal by time as merged from the tenants', async () => {
      const merged = await heads()
      expect(merged.length).toBeGreaterThan(4)
      await world.database.asOwner((queries) =>
        sql`insert into journal_head (tenant_oid, tenant_path, seq, hash, seal, form) select 'gone' || n, t.path || 'x' || n || '.', 1, '', '', 2
          from tenant t, generate_series(1, 2001) n where t.oid = ${world.oid['vad']} returning 1`.execute(queries),
      )
      expect(await heads()).toEqual(merged)
    })
  })
})
