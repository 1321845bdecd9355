import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { deviceWrites, stockAppliance } from '../../support/browser/devices.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { roles } from '../../../schemas/rights/rights.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'

const ZTP = '/api/ztp/v1/appliances'
const NOT_AUTHORISED = 'appliance.bulk.owner.not.auth'

describe.each(places)('appliances on %s', (place) => {
  let world: ApiWorld
  let count = 0
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  const as = (name: string): string => (name === 'platform' ? 'owner@world.test' : `${name}@world.test`)
  const oidOf = (name: string): string => world.oid[name] ?? ''

  async function created(changes: Rec = {}): Promise<Rec> {
    const { status, body } = await world.call('POST', `${ZTP}?tenantOid=platform`, {
      body: [{ serialNumber: `SN-${place}-${++count}`, model: 'M 1', ...changes }],
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data[0] ?? {}
  }

  /** Assigns the appliance as the administrator of the tenant `by`, working in that tenant. */
  async function assign(by: string, record: Rec, to: string): Promise<Answer> {
    const { body } = await world.call('GET', `${ZTP}/${String(record['oid'])}?tenantOid=${oidOf(by)}`, { as: as(by) })
    const revision = body.data?.[0]?.['revision'] ?? record['revision']
    return world.call('PUT', `${ZTP}?tenantOid=${oidOf(by)}`, {
      as: as(by),
      body: [{ id: record['oid'], revision, tenant: { oid: oidOf(to), name: to, type: 'x' } }],
    })
  }

  const list = (by: string, query = ''): Promise<Answer> =>
    world.call('GET', `/api/inventory/v1/appliances/${oidOf(by)}?${query}`, { as: as(by) })

  /** Assigns the appliance several times, each time as the next tenant of the chain. */
  async function assignAlong(record: Rec, ...chain: [by: string, to: string][]): Promise<Rec> {
    let last = record
    for (const [by, to] of chain) {
      const { status, body } = await assign(by, last, to)
      expect(status, JSON.stringify(body)).toBe(200)
      last = body.data[0] ?? {}
    }
    return last
  }

  it(
    'are created only by the platform owner, in stock, with their owner as an object',
    { tags: ['S0-3.19', 'S0-6.26', 'S0-6.32', 'S0-7.7', 'S0-7.42', 'S0-7.43'] },
    async () => {
      const record = await created({ tag: 'Shelf 1' })
      expect(record).toMatchObject({
        status: 'In Stock',
        tenantId: 'platform',
        ownerName: 'Platform',
        ownerType: 'po',
        owner: { oid: 'platform', name: 'Platform', type: 'po' },
      })
      const printed = await world.call('GET', `${ZTP}/${String(record['oid'])}?tenantOid=platform`, { literal: true })
      expect(printed.body.data).toMatchObject([{ id: record['oid'] }])
      const { status, body } = await world.call('POST', `${ZTP}?tenantOid=${oidOf('vad')}`, {
        as: as('vad'),
        body: [{ serialNumber: 'SN-vad', tenant: { oid: oidOf('vad') } }],
      })
      expect([status, body.errors]).toMatchObject([403, [{ pointer: '/0', key: 'service.because.create' }]])
      expect(
        await world.call('PUT', `${ZTP}?tenantOid=platform`, {
          body: [{ id: record['oid'], revision: 1, tenant: { oid: 'y' }, tenantId: 'x' }],
          literal: true,
        }),
      ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/0/tenant/oid', key: 'service.wire.same' }] } })
    },
  )

  it(
    'are assigned one level down at a time or taken back, and their status follows',
    { tags: ['S0-4.17', 'S0-6.26', 'S0-7.44'] },
    async () => {
      const record = await created()
      expect((await assign('platform', record, 'msp')).body.errors).toMatchObject([{ pointer: '/0/tenantId', key: NOT_AUTHORISED }])
      const atVad = await assignAlong(record, ['platform', 'vad'])
      expect(atVad).toMatchObject({ status: 'Assigned', ownerType: 'vad', ownerName: 'vad', revision: 2 })
      expect((await assign('vad', atVad, 'managed')).body.errors).toMatchObject([{ pointer: '/0/tenantId', key: NOT_AUTHORISED }])
      expect((await assign('vad', atVad, 'otherMsp')).status).toBe(400)
      const atCustomer = await assignAlong(atVad, ['vad', 'msp'], ['msp', 'diy'])
      expect(atCustomer).toMatchObject({ status: 'Assigned', ownerType: 'customer', owner: { oid: oidOf('diy'), type: 'customer' } })
      expect((await assign('diy', atCustomer, 'msp')).status).toBe(403)
      expect(await assignAlong(atCustomer, ['msp', 'msp'])).toMatchObject({ ownerType: 'msp', status: 'Assigned' })
      expect(await assignAlong(atCustomer, ['platform', 'platform'])).toMatchObject({ ownerType: 'po', status: 'In Stock' })
    },
  )

  it('cannot be assigned from a tenant below their owner', async () => {
    const record = await created()
    const { status } = await world.call('PUT', `${ZTP}?tenantOid=${oidOf('msp')}`, {
      body: [{ id: record['oid'], revision: 1, tenantId: oidOf('managed') }],
    })
    expect(status).toBe(404)
  })

  it(
    'are listed with those of all tenants below, counted by status, and found by owner',
    { tags: ['S0-3.22', 'S0-7.6', 'S0-7.41'] },
    async () => {
      const before = (await list('vad')).body.meta
      const assigned = await assignAlong(await created({ tag: 'Needle' }), ['platform', 'vad'], ['vad', 'reseller'])
      const { body } = await list('vad', 'filter=tag==Needle')
      expect(body.data).toMatchObject([{ oid: assigned['oid'], ownerName: 'reseller' }])
      const { meta } = (await list('vad')).body
      expect(meta).toMatchObject({ totalCount: Number(before.totalCount) + 1, assigned: Number(before['assigned']) + 1, instock: 0 })
      expect(meta['allstatus']).toBe(meta.totalCount)
      expect((await list('reseller', 'condition=FilterStatusAssigned')).body.meta.totalCount).toBeGreaterThan(0)
      expect((await list('reseller', 'condition=FilterStatusInstock')).body.data).toEqual([])
      const search = (term: string): Promise<Answer> =>
        list(
          'platform',
          `filter=${encodeURIComponent(`(serialNumber=ilike="%${term}%",ownerName=ilike="%${term}%",tag=ilike="%${term}%")`)}`,
        )
      expect((await search('esell')).body.data.map(({ oid }) => oid)).toContain(assigned['oid'])
      expect((await search('eedle')).body.data).toMatchObject([{ oid: assigned['oid'] }])
      expect((await list('otherMsp')).body.data.every(({ ownerName }) => ownerName === 'otherMsp')).toBe(true)
    },
  )

  it(
    'are deleted by the platform owner while in stock, by a distributor that owns them, by a partner unless a customer owns them',
    { tags: ['S0-6.33', 'S0-7.45'] },
    async () => {
      const canDelete = async (by: string, { oid }: Rec): Promise<unknown> =>
        (await world.call('GET', `${ZTP}/${String(oid)}?tenantOid=${oidOf(by)}`, { as: as(by) })).body.data[0]?.can
      const remove = (by: string, { oid, revision }: Rec): Promise<Answer> =>
        world.call('DELETE', `${ZTP}?tenantOid=${oidOf(by)}`, { as: as(by), body: [{ id: oid, revision }] })
      const stock = await created()
      const atVad = await assignAlong(await created(), ['platform', 'vad'])
      const atMsp = await assignAlong(await created(), ['platform', 'vad'], ['vad', 'msp'])
      const atCustomer = await assignAlong(await created(), ['platform', 'vad'], ['vad', 'msp'], ['msp', 'diy'])
      const refused: [string, Rec, string][] = [
        ['platform', atVad, 'appliance.cannot.delete.po'],
        ['vad', atMsp, 'appliance.cannot.delete.vad'],
        ['msp', atCustomer, 'appliance.cannot.delete.partner'],
      ]
      for (const [by, record, key] of refused) {
        expect(await canDelete(by, record)).toMatchObject({ delete: { because: key } })
        expect(await remove(by, record)).toMatchObject({ status: 403, body: { errors: [{ key }] } })
      }
      expect(await canDelete('diy', atCustomer)).toMatchObject({ delete: { because: 'service.because.delete' } })
      const allowed: [string, Rec][] = [
        ['platform', stock],
        ['vad', atVad],
        ['msp', atMsp],
      ]
      for (const [by, record] of allowed) {
        expect(await canDelete(by, record)).toMatchObject({ delete: true })
        expect((await remove(by, record)).status).toBe(200)
      }
    },
  )

  it('are deleted only by roles that manage the inventory; other roles see which right is missing', { tags: ['S0-6.26'] }, async () => {
    const managing = ['sa', 'admin', 'inventory_manager']
    for (const role of roles) {
      const mail = `${role}-${place}@roles.test`
      for (const tenant of ['vad', 'reseller']) {
        await world.grant(mail, oidOf(tenant), role)
        const own = await assignAlong(
          await created(),
          ['platform', 'vad'],
          ...(tenant === 'reseller' ? ([['vad', 'reseller']] as [string, string][]) : []),
        )
        const listed = await world.call('GET', `/api/inventory/v1/appliances/${oidOf(tenant)}?filter=oid==${String(own['oid'])}`, {
          as: mail,
        })
        const can = listed.body.data?.[0]?.['can']
        const { status } = await world.call('DELETE', `${ZTP}?tenantOid=${oidOf(tenant)}`, {
          as: mail,
          body: [{ id: own['oid'], revision: own['revision'] }],
        })
        // Roles that may not read appliances must not learn that this one exists.
        const refusal = can === undefined ? [403, 404] : [403]
        expect(managing.includes(role) ? [200] : refusal, role).toContain(status)
        if (managing.includes(role)) expect(can, role).toMatchObject({ delete: true })
        else if (listed.status === 200) expect(can, role).toMatchObject({ delete: { because: 'service.because.delete' } })
      }
    }
  })

  it('can be neither reassigned nor deleted while an edge box has their serial number', async () => {
    const atCustomer = await assignAlong(await created(), ['platform', 'vad'], ['vad', 'msp'], ['msp', 'managed'])
    const devices = deviceWrites(world, oidOf('managed'))
    const network = await devices.create('transport-network', { name: 'MPLS' })
    const wan1 = {
      state: 'enabled',
      interfaceMode: 'L3',
      dhcpEnabled: true,
      publicIp: '198.51.100.7',
      transportNetwork: network,
      access: { upBandwidth: 50_000, downBandwidth: 200_000 },
    }
    const box = await devices.create('edge-box', {
      name: 'Quay box',
      site: 'Quay',
      serialNumber: atCustomer['serialNumber'],
      mode: 'spoke',
      deploymentMode: 'multiwan_hybrid',
      dwsMode: 'cpe',
      lan: { mgtInterface: { ipAddress: '10.9.9.1', mask: 24, dhcpRelayEnabled: false } },
      wans: { wan1 },
    })
    const refusal = {
      status: 400,
      body: { errors: [{ pointer: '/0/tenantId', key: 'appliance.owner.inUse', params: { name: 'Quay box' } }] },
    }
    expect(await assign('msp', atCustomer, 'msp')).toMatchObject(refusal)
    expect(await assign('platform', atCustomer, 'platform')).toMatchObject(refusal)
    for (const by of ['msp', 'vad', 'platform']) {
      const { status } = await world.call('DELETE', `${ZTP}?tenantOid=${oidOf(by)}`, {
        as: as(by),
        body: [{ id: atCustomer['oid'], revision: atCustomer['revision'] }],
      })
      expect([by, status]).toEqual([by, 403])
    }
    await devices.remove('edge-box', box)
    expect((await assign('msp', atCustomer, 'msp')).status).toBe(200)
  })

  it('can only be assigned in bulk, neither created nor changed otherwise', { tags: ['S0-4.18', 'S0-8.19'] }, async () => {
    const record = await created()
    const bulk = (items: Rec[], source = 'import'): Promise<Answer> =>
      world.call('POST', '/api/v1/plans', { body: { items, source, tenantOid: 'platform' } })
    const refusal = await bulk([{ entity: 'appliance', action: 'create', changes: { serialNumber: 'SN-bulk', tenantId: 'platform' } }])
    expect(refusal).toMatchObject({
      status: 405,
      body: { detail: 'Cannot create appliances here - use ZTP server. Only the owner assignment is supported.' },
    })
    const update = (changes: Rec): Promise<Answer> =>
      bulk([{ entity: 'appliance', action: 'update', oid: record['oid'], revision: 1, changes }], 'bulk')
    expect(await update({ tag: 'x' })).toMatchObject({
      body: { errors: [{ pointer: '/items/0/changes/tag', key: 'appliance.because.bulk' }] },
    })
    expect(await update({ ownerType: 'customer' })).toMatchObject({ body: { errors: [{ key: 'appliance.bulk.type.not.auth' }] } })
    expect(await update({ ownerType: 'vad', tenantId: oidOf('vad') })).toMatchObject({
      status: 200,
      body: { items: [{ record: { status: 'Assigned' } }] },
    })
  })

  it(
    'have entries in the journals of their former and present owners, and an assignment can be reverted',
    { tags: ['S0-2.44'] },
    async () => {
      const record = await assignAlong(await created(), ['platform', 'vad'], ['vad', 'msp'])
      const entries = async (by: string): Promise<Rec[]> =>
        (await world.call('GET', `/journal/api/v1/journal/entries/${oidOf(by)}/Appliances?limit=1000`, { as: as(by) })).body.data.filter(
          ({ subject }) => (subject as Rec)['oid'] === record['oid'],
        )
      expect((await entries('platform')).map(({ eventType }) => eventType)).toEqual(['assignment', 'assignment', 'creation'])
      expect((await entries('vad')).map(({ eventType }) => eventType)).toEqual(['assignment', 'assignment'])
      const [last] = await entries('msp')
      expect(last).toMatchObject({
        eventType: 'assignment',
        eventDetails: { changes: { tenantId: { beforeName: 'vad', afterName: 'msp' } } },
      })
      const restore = `/journal/api/v1/journal/entries/${oidOf('vad')}/Appliances/${String(last?.['id'])}/restore`
      const { status, body } = await world.call('POST', restore, { as: as('vad') })
      expect(status, JSON.stringify(body)).toBe(200)
      expect((await list('vad', `filter=oid==${String(record['oid'])}`)).body.data).toMatchObject([{ ownerName: 'vad' }])
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )

  it('are found by a part of each of their fields, special characters escaped', { tags: ['S0-7.5'] }, async () => {
    const values = { serialNumber: `Q7-${place}`, model: '50%_x', tag: 'Shelf;9', softwareVersion: '9.9.1-rc' }
    const oid = 'quick'
    const lastConnection = '2031-05-06T07:08:09.000Z'
    const stored = { ...values, tenantId: 'platform', status: 'In Stock' as const, lastConnection }
    await stockAppliance(world, { tenantOid: 'platform', oid }, stored)
    const parts = { serialNumber: 'q7-', model: '0\\%\\_X', tag: 'f;9', softwareVersion: '1-RC', status: 'n sto', ownerName: 'latfor' }
    for (const [field, part] of Object.entries({ ...parts, lastConnectionTime: '2031-05' })) {
      const filter = `serialNumber=="${values.serialNumber}";(${field}=ilike="%${part.replaceAll('\\', '\\\\')}%")`
      const { body } = await list('platform', `filter=${encodeURIComponent(filter)}`)
      expect([field, body.data?.map((one) => one['oid'])]).toEqual([field, [oid]])
      const other = filter.replace(`%${part.slice(0, 1)}`, '%~~')
      expect([field, (await list('platform', `filter=${encodeURIComponent(other)}`)).body.data]).toEqual([field, []])
    }
  })

  it('move between two partners with an entry in both journals, and one undo reverts both', async () => {
    const record = await assignAlong(await created(), ['platform', 'vad'], ['vad', 'msp'], ['vad', 'reseller'])
    const newest = async (by: string): Promise<Rec | undefined> =>
      (await world.call('GET', `/journal/api/v1/journal/entries/${oidOf(by)}/Appliances?limit=1`, { as: as(by) })).body.data[0]
    const [outgoing, incoming] = [await newest('msp'), await newest('reseller')]
    expect(outgoing).toMatchObject({ subject: { oid: record['oid'] }, actionId: incoming?.['actionId'] })
    const undo = await world.call(
      'POST',
      `/journal/api/v1/journal/actions/${String(incoming?.['actionId'])}/undo?tenantOid=${oidOf('vad')}`,
      {
        as: as('vad'),
      },
    )
    expect(undo).toMatchObject({ status: 200, body: { counts: { applied: 1 } } })
  })

  it('are not assigned to a tenant that is deleted at the same time', async () => {
    const record = await assignAlong(await created(), ['platform', 'vad'])
    const { body } = await world.call('POST', '/api/v1/partners?parentTenantOid=platform', {
      body: {
        data: [
          {
            parentOid: oidOf('vad'),
            type: 'msp',
            name: `Short ${place}`,
            contactName: 'C',
            contactEmail: 'c@world.test',
            createAdmin: false,
          },
        ],
      },
    })
    const partner = body.data[0] ?? {}
    const [assigned, removed] = await Promise.all([
      world.call('PUT', `${ZTP}?tenantOid=${oidOf('vad')}`, {
        as: as('vad'),
        body: [{ id: record['oid'], revision: 2, tenantId: partner['oid'] }],
      }),
      world.call('DELETE', '/api/v1/partners', { body: { data: [{ oid: partner['oid'], revision: 1 }] } }),
    ])
    expect([200, 400]).toContain(assigned.status)
    expect(removed.status).toBe(200)
    if (assigned.status === 400) expect(assigned.body.errors).toMatchObject([{ pointer: '/0/tenantId', key: 'service.reference.unknown' }])
    const { body: listed } = await world.call(
      'GET',
      `/api/inventory/v1/appliances/${oidOf('vad')}?size=100&filter=oid==${String(record['oid'])}`,
    )
    expect(listed.data).toMatchObject([{ ownerName: 'vad' }])
  })
})
