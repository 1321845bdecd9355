import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { stockAppliance } from '../../support/browser/devices.ts'
import { add, command, group, licenceWorld, storedGroups } from '../../support/api/licences.ts'

const SELLER = 'seller@world.test'

describe.each(places)('licences and appliances of a deleted tenant on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await licenceWorld(place)))
  afterAll(() => world.dispose())

  const remove = async (plural: string, name: string): Promise<Answer> => {
    const { body } = await world.call('GET', `/api/v1/${plural}/${world.oid[name]}`)
    const { oid, revision } = body.data[0] ?? {}
    return world.call('DELETE', `/api/v1/${plural}`, { body: { data: [{ oid, revision }] } })
  }
  /** Licence groups by tenant, e.g. `['seller', 'Hybrid pack', 3]`. */
  const licenceCounts = async (): Promise<[string, unknown, number][]> => {
    const names = new Map(Object.entries(world.oid).map(([name, oid]) => [oid, name]))
    const groups = (await storedGroups(world)).map(({ tenantOid, data, count }): [string, unknown, number] => [
      names.get(tenantOid) ?? tenantOid,
      `${String(data['licenseType'])}${data['isPack'] === true ? ' pack' : ''}`,
      count,
    ])
    return groups.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
  }
  const journal = async (tenant: string, theme: string): Promise<Rec[]> =>
    (await world.call('GET', `/journal/api/v1/journal/entries/${world.oid[tenant]}/${theme}?limit=1000`)).body.data

  it('return to the seller above, with licences in every state and packs', { tags: ['S0-3.27'] }, async () => {
    const [running, waiting, expired] = [group('Foundation', 'S', [-2, 12]), group('Edge', 'S', [2, 6]), group('Hybrid', 'M', [-9, 3])]
    await add(world, 'seller', { ...running, count: 5 })
    for (const each of [running, waiting, expired]) await add(world, 'shop', { ...each, count: 3 })
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.license set data = data || '{"isPack": true}' where data->>'licenseType' = 'Hybrid'`.execute(queries),
    )
    await stockAppliance(world, { tenantOid: String(world.oid['shop']), oid: 'left' }, { serialNumber: 'LEFT', status: 'installed' })
    expect((await remove('customers', 'shop')).status).toBe(200)
    expect(await licenceCounts()).toEqual([
      ['seller', 'Edge', 3],
      ['seller', 'Foundation', 8],
      ['seller', 'Hybrid pack', 3],
    ])
    const [appliance] = (await world.call('GET', `/api/inventory/v1/appliances/${world.oid['seller']}?size=10`)).body.data
    expect(appliance).toMatchObject({ serialNumber: 'LEFT', ownerName: 'seller', status: 'Assigned' })
    const events = (await journal('seller', 'Licensing')).slice(0, 5).map((entry) => [entry['eventType'], (entry['tenant'] as Rec)['name']])
    expect(events.map(String).toSorted()).toEqual([
      'assignment,shop',
      'creation,seller',
      'deletion,shop',
      'deletion,shop',
      'updation,seller',
    ])
    const [assigned] = await journal('seller', 'Appliances')
    expect(assigned).toMatchObject({ eventType: 'assignment', can: { restore: { because: 'service.because.restore' } } })
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('stay with the seller when the deletion is undone', async () => {
    const [{ actionId } = {}] = await journal('platform', 'Customers')
    const url = `/journal/api/v1/journal/actions/${String(actionId)}/undo?tenantOid=platform`
    // Two groups, a pack and an appliance: the dialog shows how many stay with the seller.
    expect(await world.call('POST', url, { body: {} })).toMatchObject({ status: 200, body: { leftAbove: 4 } })
    expect((await licenceCounts()).map(([name]) => name)).toEqual(['seller', 'seller', 'seller'])
  })

  it('skip sellers that are deleted in the same plan; licences are deleted where no seller is left above', async () => {
    await add(world, 'shop2', { ...group('Edge', 'L', [-1, 12]), count: 2 })
    const items = await Promise.all(
      [
        ['partners', 'partner', 'seller'],
        ['customers', 'customer', 'shop'],
        ['customers', 'customer', 'shop2'],
      ].map(async ([plural, entity, name]) => {
        const { body } = await world.call('GET', `/api/v1/${plural}/${world.oid[name ?? '']}`)
        return { entity, action: 'delete', oid: body.data[0]?.['oid'], revision: body.data[0]?.['revision'] }
      }),
    )
    const answer = await world.call('POST', '/api/v1/plans', { body: { items, source: 'api', tenantOid: 'platform' } })
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    expect(await licenceCounts()).toEqual([])
    const [appliance] = (await world.call('GET', `/api/inventory/v1/appliances/${world.oid['vad']}?size=10`)).body.data
    expect(appliance).toMatchObject({ serialNumber: 'LEFT', ownerName: 'vad' })
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('are not assigned to a customer that is deleted at the same time', async () => {
    const partner = await world.call('POST', '/api/v1/partners', {
      body: {
        data: [
          {
            name: 'late',
            type: 'reseller',
            parentOid: world.oid['vad'],
            licensingMode: 'consumption',
            contactName: 'L',
            contactEmail: 'late@world.test',
          },
        ],
      },
    })
    world.oid['late'] = String(partner.body.data[0]?.['oid'])
    const customer = { type: 'diy_customer', parentOid: world.oid['late'], contactName: 'L', contactEmail: 'last@world.test', name: 'last' }
    world.oid['last'] = String((await world.call('POST', '/api/v1/customers', { body: { data: [customer] } })).body.data[0]?.['oid'])
    const edge = group('Edge', 'S', [-1, 12])
    await add(world, 'late', { ...edge, count: 20 })
    const assign = (): Promise<Answer> =>
      command(world, 'assign', { tenant: 'late', as: SELLER, body: { tenantId: 'late', group: edge, count: 1, assignTo: 'last' } })
    await world.grant(SELLER, String(world.oid['late']), 'admin')
    const answers = await Promise.all([assign(), assign(), remove('customers', 'last'), assign(), assign()])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status))).toEqual([])
    expect(answers[2]?.status).toBe(200)
    expect(await licenceCounts()).toEqual([['late', 'Edge', 20]])
  })
})
