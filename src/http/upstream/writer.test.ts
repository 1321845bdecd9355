import { describe, expect, it } from 'vitest'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { FieldError, Plan, PlanItem } from '../../../schemas/plan.ts'
import { writing } from './other-service.fixture.ts'

const refused = (pointer: string) => () => {
  throw new RequestError({ status: 400, messages: ['No.'], errors: [{ pointer, key: 'x', message: 'No.' }] })
}

const sentBy = ({ written }: ReturnType<typeof writing>) =>
  written().map(({ method, path, query, body }) => ({ method, path, query, body }))

const box = {
  id: 'b',
  name: 'Box',
  site: { id: 's', name: 'Berlin', cloudGuardRegionId: 'r' },
  syslog: [{ id: 'l', name: 'Logs' }],
  printed: { kept: 1 },
}
const zone = (oid: string) => ({ id: oid, name: `Zone ${oid}`, description: null })
const customer = (oid: string, parentOid = 't') => ({ oid, name: `Customer ${oid}`, type: 'managed_customer', parentOid })

describe('bodies', () => {
  it('change a customer in its whole record, whatever else the service prints of it', async () => {
    const service = writing({ 'GET /api/v1/customers/c': { data: [{ ...customer('c'), printed: [1] }] } })
    await service.apply([{ entity: 'customer', action: 'update', oid: 'c', revision: 0, changes: { name: 'New' } }])
    expect(sentBy(service)).toEqual([
      {
        method: 'PUT',
        path: '/api/v1/customers',
        query: { tenantOid: 't' },
        body: { data: [{ ...customer('c'), name: 'New', printed: [1] }] },
      },
    ])
  })

  it('create and delete customers together', async () => {
    const service = writing({})
    await service.apply([
      { entity: 'customer', action: 'create', changes: { name: 'A' } },
      { entity: 'customer', action: 'create', changes: { name: 'B' } },
      { entity: 'customer', action: 'delete', oid: 'c', revision: 0 },
      { entity: 'customer', action: 'delete', oid: 'd', revision: 0 },
    ])
    expect(service.written()).toMatchObject([
      { method: 'POST', path: '/api/v1/customers', body: { data: [{ name: 'A' }, { name: 'B' }] } },
      { method: 'DELETE', path: '/api/v1/customers', body: { data: [{ oid: 'c' }, { oid: 'd' }] } },
    ])
    expect(JSON.stringify(service.written())).not.toContain('revision')
  })

  it('change requests with PATCH and their identifier', async () => {
    const service = writing({})
    await service.apply([{ entity: 'request', action: 'update', oid: 'r', revision: 0, changes: { status: 'active' } }])
    expect(service.written()).toMatchObject([
      { method: 'PATCH', path: '/api/v1/requests', body: { data: [{ oid: 'r', status: 'active' }] } },
    ])
    expect(service.read('/api/v1/requests')).toBeLessThan(2)
  })

  it('name an assignment by the person and the tenant', async () => {
    const role = { oid: 'p', tenantOid: 't', tenantName: 'T', role: 'admin', mail: 'a@b.test', name: 'Ann' }
    const service = writing({ 'GET /api/v1/userroles': { data: [role] } })
    await service.apply([{ entity: 'user-role', action: 'update', oid: 'p/t', revision: 0, changes: { role: 'viewer' } }])
    await service.apply([{ entity: 'user-role', action: 'delete', oid: 'p/t', revision: 0 }])
    expect(service.written()).toMatchObject([
      { method: 'PUT', body: { data: [{ ...role, role: 'viewer' }] } },
      { method: 'DELETE', body: { data: [{ oid: 'p', tenantOid: 't' }] } },
    ])
  })

  it('change and delete boxes one by one, deletions by address, and show nothing of a site that a box has left', async () => {
    const service = writing({ 'GET /api/v1/edgeBoxes/b': { data: [box] }, 'GET /api/v1/sites': { data: [{ id: 's2', name: 'Bonn' }] } })
    await service.apply([
      { entity: 'edge-box', action: 'update', oid: 'b', revision: 0, changes: { site: 's2' } },
      { entity: 'edge-box', action: 'delete', oid: 'x', revision: 0 },
      { entity: 'edge-box', action: 'delete', oid: 'y', revision: 0 },
    ])
    expect(sentBy(service)).toEqual([
      {
        method: 'PUT',
        path: '/api/v1/edgeBoxes',
        query: {},
        body: { data: [{ ...box, site: { id: 's2', name: 'Bonn' } }] },
      },
      { method: 'DELETE', path: '/api/v1/edgeBoxes/x', query: { revision: undefined }, body: undefined },
      { method: 'DELETE', path: '/api/v1/edgeBoxes/y', query: { revision: undefined }, body: undefined },
    ])
  })

  it('carry out commands with all that their forms show, as S0 section 7 prints them', async () => {
    const service = writing({})
    const group = { licenseType: 'Edge', licenseSize: 'S', startDate: '2026-03', duration: 12 }
    await service.apply([
      {
        entity: 'license-split',
        action: 'create',
        changes: { count: 2 },
        record: { tenantId: 'r', tenantName: 'R', group, count: 2, splitPoint: '2026-09', revision: 0, stock: 5, status: 'running' },
      },
    ])
    expect(service.written()).toMatchObject([{ method: 'POST', path: '/api/licensing/v2/licenses/cmd/split/t' }])
    expect(service.written()[0]?.body).toEqual({ tenantId: 'r', group, count: 2, splitPoint: '2026-09' })
  })

  it('carry out rows of licences by the commands of S0 section 7, each with a key of its own', async () => {
    const group = { licenseType: 'Edge', licenseSize: 'S', startDate: '2026-03', duration: 12 }
    const row = { tenantId: 'r', tenantName: 'R', licenseMode: 'CONSUMPTION', count: 5, group: { ...group, status: 'notStarted' } }
    const service = writing({ 'GET /api/licensing/v2/licenses/inventory/t': { data: [row] } })
    const oid = 'R/Edge/S/2026-03/12'
    const result = await service.apply([
      { entity: 'license', action: 'update', oid, revision: 0, changes: { licenseSize: 'L', count: 3 } },
      { entity: 'license', action: 'create', changes: { tenantId: 'r', ...group, count: 2 } },
      { entity: 'license', action: 'delete', oid, revision: 0 },
    ])
    const target = { moveToType: 'Edge', updateToSize: 'L', moveToDate: '2026-03', updateToDuration: 12 }
    const path = '/api/licensing/v2/licenses/cmd'
    expect(service.written().map((call) => [call.path, call.body])).toEqual([
      [`${path}/delete/t`, { tenantId: 'r', group, count: 2 }],
      [`${path}/update/t`, { tenantId: 'r', group, count: 3, ...target }],
      [`${path}/create/t`, { tenantId: 'r', group, count: 2 }],
      [`${path}/delete/t`, { tenantId: 'r', group, count: 5 }],
    ])
    expect(new Set(service.written().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4)
    expect(result.items.map(({ index, verdict }) => [index, verdict])).toEqual([0, 1, 2].map((index) => [index, 'applied']))
  })

  it('replace the list of syslog servers as a whole', async () => {
    const servers = ['1', '2', '3'].map((id) => ({ id, name: `S${id}`, ipOrHostname: `10.0.0.${id}`, kept: true }))
    const service = writing({ 'GET /api/v1/syslogServer': { data: servers } })
    await service.apply([
      { entity: 'syslog-server', action: 'delete', oid: '1', revision: 0 },
      { entity: 'syslog-server', action: 'update', oid: '3', revision: 0, changes: { name: 'Third' } },
      { entity: 'syslog-server', action: 'create', changes: { name: 'S4', ipOrHostname: '10.0.0.4' } },
    ])
    expect(service.written()).toHaveLength(1)
    expect(service.written()).toMatchObject([
      {
        method: 'PUT',
        body: {
          data: [
            servers[1],
            { ...servers[2], name: 'Third' },
            { name: 'S4', ipOrHostname: '10.0.0.4', protocolId: 6, protocolName: 'TCP', port: 514 },
          ],
        },
      },
    ])
  })
})

describe('references between items', () => {
  it('name the identifier that the service gave, also where records of one entity refer to each other', async () => {
    const given = new Map([
      ['Parent', 'new-1'],
      ['Child', 'new-2'],
    ])
    const service = writing({
      'POST /api/v1/partners': ({ body }: { body?: unknown }) => ({
        data: (body as { data: { name: string }[] }).data.map((row) => ({ ...row, oid: given.get(row.name) })),
      }),
    })
    const result = await service.apply([
      { entity: 'partner', action: 'create', ref: 'row1', changes: { name: 'Parent' } },
      { entity: 'partner', action: 'create', ref: 'row2', changes: { name: 'Child', parentOid: '@row1' } },
      { entity: 'customer', action: 'create', changes: { name: 'Leaf', parentOid: '@row2' } },
    ])
    expect(service.written()).toMatchObject([
      { path: '/api/v1/partners', body: { data: [{ name: 'Parent' }] } },
      { path: '/api/v1/partners', body: { data: [{ name: 'Child', parentOid: 'new-1' }] } },
      { path: '/api/v1/customers', body: { data: [{ name: 'Leaf', parentOid: 'new-2' }] } },
    ])
    expect(result.items.map(({ oid }) => oid)).toEqual(['new-1', 'new-2', undefined])
  })

  it('find the record by its key where the service answers nothing', async () => {
    const partners: object[] = []
    const service = writing({
      'GET /api/v1/partners': () => ({ data: partners }),
      'POST /api/v1/partners': () => void partners.push({ oid: 'new', name: 'Parent', parentOid: 't', type: 'msp' }),
    })
    await service.apply([
      { entity: 'partner', action: 'create', ref: 'row1', changes: { name: 'Parent', parentOid: 't' } },
      { entity: 'customer', action: 'create', changes: { name: 'Leaf', parentOid: '@row1' } },
    ])
    expect(service.written()[1]).toMatchObject({ body: { data: [{ name: 'Leaf', parentOid: 'new' }] } })
  })

  it('send new records that nothing in their own call refers to together', async () => {
    const service = writing({})
    await service.apply(['a', 'b', 'c'].map((ref) => ({ entity: 'customer', action: 'create', ref, changes: { name: ref } })))
    expect(service.written()).toHaveLength(1)
  })
})

describe('a plan of several calls', () => {
  const three: PlanItem[] = ['1', '2', '3'].map((name) => ({ entity: 'firewall-vpn-zone', action: 'create', changes: { name } }))

  it('gives each call a key of its own, and the same ones to a repetition', async () => {
    const service = writing({})
    await service.apply(three)
    await service.apply(three)
    await service.apply(three, 'other')
    const keys = service.written().map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys.slice(0, 3)).size).toBe(3)
    expect(keys.slice(3, 6)).toEqual(keys.slice(0, 3))
    expect(new Set(keys).size).toBe(6)
  })

  it('tells how many changes were made before one was refused, and where that one is', { tags: ['D-1.8'] }, async () => {
    const [first] = three as [PlanItem]
    const service = writing({ 'POST /api/v1/customers': refused('/data/1/name') })
    const items: PlanItem[] = [first, ...['a', 'b'].map((name): PlanItem => ({ entity: 'customer', action: 'create', changes: { name } }))]
    await expect(service.apply(items)).rejects.toMatchObject({
      status: 400,
      errors: [
        { pointer: '', key: 'service.upstream.partly', params: { done: 1, all: 3 } },
        { pointer: '/items/2/changes/name', message: 'No.' },
      ],
    })
    expect(service.written()).toHaveLength(2)
  })

  it('says nothing of earlier changes where there were none', async () => {
    const service = writing({ 'POST /api/v1/customers': refused('/data/0/name') })
    const error = await service.apply([{ entity: 'customer', action: 'create', changes: { name: 'a' } }]).catch((one: unknown) => one)
    expect((error as RequestError).errors.map(({ pointer }) => pointer)).toEqual(['/items/0/changes/name'])
  })

  it('points to the field of a licence row, whichever command carries it out', async () => {
    const service = writing({ 'POST /api/licensing/v2/licenses/cmd/create/t': refused('/group/licenseSize') })
    const changes = { tenantId: 'r', licenseType: 'Edge', licenseSize: 'S', startDate: '2026-03', duration: 12, count: 2 }
    const error = await service.apply([{ entity: 'license', action: 'create', changes }]).catch((one: unknown) => one)
    expect((error as RequestError).errors.map(({ pointer }) => pointer)).toEqual(['/items/0/changes/licenseSize'])
  })

  it('points to the row of a sheet that was sent alone, where the refusal names no place', async () => {
    const placesOf = async (source: Plan['source'], ...errors: FieldError[]) => {
      const refusedWhole = () => {
        throw new RequestError({ status: 409, messages: ['The box is in use.'], errors })
      }
      const service = writing({ 'DELETE /api/v1/edgeBoxes/b': refusedWhole })
      const items: PlanItem[] = [{ entity: 'edge-box', action: 'delete', oid: 'b', revision: 0 }]
      const error = await service.apply(items, 'k', source).catch((one: unknown) => one)
      return (error as RequestError).errors.map(({ pointer }) => pointer)
    }
    const listed = { pointer: '', key: '', message: 'The box is in use.' }
    expect([await placesOf('bulk'), await placesOf('bulk', listed)]).toEqual([['/items/0'], ['/items/0']])
    expect([await placesOf('editor'), await placesOf('editor', listed)]).toEqual([[], ['']])
  })

  it('points to the item of a row in a list that is written as a whole', async () => {
    const servers = ['1', '2'].map((id) => ({ id, name: `S${id}`, ipOrHostname: `10.0.0.${id}` }))
    const refusing = (pointer: string) =>
      writing({ 'GET /api/v1/syslogServer': { data: servers }, 'PUT /api/v1/syslogServer': refused(pointer) })
    const items: PlanItem[] = [
      { entity: 'syslog-server', action: 'create', changes: { name: 'New', ipOrHostname: '10.0.0.9' } },
      { entity: 'syslog-server', action: 'update', oid: '2', revision: 0, changes: { name: 'Second' } },
    ]
    const pointers = async (pointer: string) =>
      (
        (await refusing(pointer)
          .apply(items)
          .catch((error: unknown) => error)) as RequestError
      ).errors.map((one) => one.pointer)
    expect(await pointers('/data/2/name')).toEqual(['/items/0/changes/name'])
    expect(await pointers('/data/1/name')).toEqual(['/items/1/changes/name'])
    expect(await pointers('/data/0/name')).toEqual([''])
  })
})

describe('what a plan reads', () => {
  it('is a few lists for a sheet of 500 changed customers', async () => {
    const many = Array.from({ length: 500 }, (_one, index) => customer(`c${index}`))
    const service = writing({ 'GET /api/v1/customers': { data: many, meta: { totalCount: 500 } } })
    const result = await service.apply(
      many.map(({ oid }) => ({ entity: 'customer', action: 'update', oid, revision: 0, changes: { contactName: 'New' } })),
    )
    expect(service.written()).toHaveLength(1)
    expect(service.calls.length).toBeLessThan(8)
    expect(result.items[499]).toMatchObject({ index: 499, oid: 'c499', record: { name: 'Customer c499' } })
  })

  it('is a few lists for a sheet of 300 new zones', async () => {
    const zones: object[] = []
    const service = writing({
      'GET /api/v1/firewall/vpn/zones': () => ({ data: zones }),
      'POST /api/v1/firewall/vpn/zones': () => {
        zones.push(zone(String(zones.length)))
        return { data: [zones.at(-1)] }
      },
    })
    const result = await service.apply(
      Array.from({ length: 300 }, (_one, index) => ({ entity: 'firewall-vpn-zone', action: 'create', changes: { name: `Zone ${index}` } })),
    )
    expect(service.written()).toHaveLength(300)
    expect(service.calls.length - 300).toBeLessThan(8)
    expect(result.items[299]).toMatchObject({ index: 299, oid: '299', record: { name: 'Zone 299' } })
  })

  it('is the record as the service has it afterwards', async () => {
    let name = 'Old'
    const service = writing({
      'GET /api/v1/customers/c': () => ({ data: [{ ...customer('c'), name }] }),
      'PUT /api/v1/customers': () => {
        name = 'As the service writes it'
      },
    })
    const { items } = await service.apply([{ entity: 'customer', action: 'update', oid: 'c', revision: 0, changes: { name: 'New' } }])
    expect(items).toMatchObject([{ index: 0, verdict: 'applied', oid: 'c', record: { name: 'As the service writes it' } }])
  })

  it('leaves a written record out that nobody may read', async () => {
    const service = writing({
      'POST /api/v1/customers': { data: [{ oid: 'new' }] },
      'GET /api/v1/customers/new': () => {
        throw new RequestError({ status: 403, messages: ['No.'] })
      },
    })
    const { items } = await service.apply([{ entity: 'customer', action: 'create', changes: { name: 'a' } }])
    expect(items).toEqual([{ index: 0, verdict: 'applied', oid: 'new' }])
  })
})
