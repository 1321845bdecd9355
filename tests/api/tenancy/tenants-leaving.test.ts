import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { stockAppliance } from '../../support/browser/devices.ts'
import { add, command, group, licenceWorld, storedGroups } from '../../support/api/licences.ts'

const SELLER = 'seller@world.test'

describe.each(places)('what a deleted tenant had on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await licenceWorld(place)))
  afterAll(() => world.dispose())

  const remove = async (plural: string, name: string): Promise<Answer> => {
    const { body } = await world.call('GET', `/api/v1/${plural}/${world.oid[name]}`)
    const { oid, revision } = body.data[0] ?? {}
    return world.call('DELETE', `/api/v1/${plural}`, { body: { data: [{ oid, revision }] } })
  }
  const held = async (): Promise<[string, unknown, number][]> => {
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

  it('goes back to the seller above: licences in every state, packs and appliances', { tags: ['S0-3.27'] }, async () => {
    const [running, waiting, over] = [group('Foundation', 'S', [-2, 12]), group('Edge', 'S', [2, 6]), group('Hybrid', 'M', [-9, 3])]
    await add(world, 'seller', { ...running, count: 5 })
    for (const of of [running, waiting, over]) await add(world, 'shop', { ...of, count: 3 })
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.license set data = data || '{"isPack": true}' where data->>'licenseType' = 'Hybrid'`.execute(queries),
    )
    await stockAppliance(world, { tenantOid: String(world.oid['shop']), oid: 'left' }, { serialNumber: 'LEFT', status: 'installed' })
    expect((await remove('customers', 'shop')).status).toBe(200)
    expect(await held()).toEqual([
      ['seller', 'Edge', 3],
      ['seller', 'Foundation', 8],
      ['seller', 'Hybrid pack', 3],
    ])
    const [appliance] = (await world.call('GET', `/api/inventory/v1/appliances/${world.oid['seller']}?size=10`)).body.data
    expect(appliance).toMatchObject({ serialNumber: 'LEFT', ownerName: 'seller', status: 'Assigned' })
    const told = (await journal('seller', 'Licensing')).slice(0, 5).map((entry) => [entry['eventType'], (entry['tenant'] as Rec)['name']])
    expect(told.map(String).toSorted()).toEqual(['assignment,shop', 'creation,seller', 'deletion,shop', 'deletion,shop', 'updation,seller'])
    const [assigned] = await journal('seller', 'Appliances')
    expect(assigned).toMatchObject({ eventType: 'assignment', can: { restore: { because: 'service.because.restore' } } })
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('stays where it went when the deletion is taken back', async () => {
    const [{ actionId } = {}] = await journal('platform', 'Customers')
    const url = `/journal/api/v1/journal/actions/${String(actionId)}/undo?tenantOid=platform`
    // Two groups, a pack and an appliance: the dialog says how many stay away.
    expect(await world.call('POST', url, { body: {} })).toMatchObject({ status: 200, body: { leftAbove: 4 } })
    expect((await held()).map(([name]) => name)).toEqual(['seller', 'seller', 'seller'])
  })

  it('goes past everybody who is deleted with it, and licences end where nobody above sells any', async () => {
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
    expect(await held()).toEqual([])
    const [appliance] = (await world.call('GET', `/api/inventory/v1/appliances/${world.oid['vad']}?size=10`)).body.data
    expect(appliance).toMatchObject({ serialNumber: 'LEFT', ownerName: 'vad' })
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('is not given to somebody who is deleted at the same time', async () => {
    const made = await world.call('POST', '/api/v1/partners', {
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
    world.oid['late'] = String(made.body.data[0]?.['oid'])
    const customer = { type: 'diy_customer', parentOid: world.oid['late'], contactName: 'L', contactEmail: 'last@world.test', name: 'last' }
    world.oid['last'] = String((await world.call('POST', '/api/v1/customers', { body: { data: [customer] } })).body.data[0]?.['oid'])
    const of = group('Edge', 'S', [-1, 12])
    await add(world, 'late', { ...of, count: 20 })
    const give = (): Promise<Answer> =>
      command(world, 'assign', { at: 'late', as: SELLER, body: { tenantId: 'late', group: of, count: 1, assignTo: 'last' } })
    await world.grant(SELLER, String(world.oid['late']), 'admin')
    const answers = await Promise.all([give(), give(), remove('customers', 'last'), give(), give()])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status))).toEqual([])
    expect(answers[2]?.status).toBe(200)
    expect(await held()).toEqual([['late', 'Edge', 20]])
  })
})
