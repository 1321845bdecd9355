import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { OWNER, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { add, command, group, inventory, licenceWorld, month, storedGroups } from '../../support/api/licences.ts'

const SELLER = 'seller@world.test'

describe.each(places)('licences written from a spreadsheet on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await licenceWorld(place)
    await add(world, 'seller', { ...group('Foundation', 'S', [-2, 12]), count: 10 })
    await add(world, 'seller', { ...group('Edge', 'M', [2, 6]), count: 8 })
    await add(world, 'shop', { ...group('Hybrid', 'L', [3, 6]), count: 4 })
  })
  afterAll(() => world.dispose())

  const row = async (licenseType: string): Promise<Rec> => {
    const { body } = await inventory(world, 'seller')
    return body.data.find((one) => one['licenseType'] === licenseType) ?? {}
  }
  const update = async (licenseType: string, changes: Rec): Promise<Rec> => {
    const { oid, revision } = await row(licenseType)
    return { entity: 'license', action: 'update', oid, revision, changes }
  }
  const apply = (items: Rec[], { as = OWNER, at = 'platform', dryRun = false } = {}): Promise<Answer> =>
    world.call('POST', `/api/v1/plans${dryRun ? '?dryRun=true' : ''}`, {
      as,
      body: { items, source: 'bulk', tenantOid: world.oid[at] ?? at },
    })
  const storedGroupLines = async (): Promise<string[]> =>
    (await storedGroups(world))
      .map(
        ({ count, data }) =>
          `${count} ${String(data['licenseType'])} ${String(data['licenseSize'])} ${String(data['startDate'])} ${String(data['duration'])}`,
      )
      .toSorted()

  it('are created, moved and recounted through the licence commands: all rows or none', { tags: ['S0-2.56'] }, async () => {
    const rows = [
      {
        entity: 'license',
        action: 'create',
        ref: 'row9',
        changes: { tenantId: world.oid['shop'], ...group('Reporting', 'S', [1, 3]), count: 2 },
      },
      await update('Foundation', { count: 12 }),
      await update('Edge', { licenseSize: 'L', duration: 7, count: 9 }),
      await update('Hybrid', { startDate: month(4) }),
    ]
    const before = await storedGroupLines()
    const broken = {
      entity: 'license',
      action: 'create',
      changes: { tenantId: world.oid['shop'], ...group('Reporting', 'XXL', [1, 3]), count: 2 },
    }
    const refused = await apply([...rows, broken])
    expect(refused.body.errors).toMatchObject([{ pointer: '/items/4/changes/licenseSize', key: 'license.because.size' }])
    expect(await storedGroupLines()).toEqual(before)
    const preview = await apply(rows, { dryRun: true })
    expect([preview.status, preview.body['counts']]).toEqual([200, { applied: 4, unchanged: 0, refused: 0 }])
    expect(await storedGroupLines()).toEqual(before)
    expect((await apply(rows)).status).toBe(200)
    expect(await storedGroupLines()).toEqual(
      [`12 Foundation S ${month(-2)} 12`, `9 Edge L ${month(2)} 7`, `4 Hybrid L ${month(4)} 6`, `2 Reporting S ${month(1)} 3`].toSorted(),
    )
    const { body } = await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['seller']}/Licensing?limit=100`)
    expect(new Set(body.data.filter(({ source }) => source === 'bulk').map(({ actionId }) => actionId)).size).toBe(1)
  })

  it('stay unchanged where a row equals the stored values', async () => {
    const { licenseType, licenseSize, startDate, duration, count } = await row('Edge')
    const item = await update('Edge', { tenantId: world.oid['seller'], licenseType, licenseSize, startDate, duration, count })
    expect((await apply([item])).body['counts']).toEqual({ applied: 0, unchanged: 1, refused: 0 })
  })

  it.each<[string, () => Promise<Rec>, string, string]>([
    ['a running group with another size', () => update('Foundation', { licenseSize: 'M' }), '', 'license.cannot.edit'],
    ['a running group with a lower count', () => update('Foundation', { count: 1 }), '', 'license.cannot.delete'],
    ['another owner', () => update('Edge', { tenantId: world.oid['shop'] }), '/changes/tenantId', 'license.because.ownerStays'],
    ['a duration above 72', () => update('Edge', { duration: 73 }), '/changes/duration', 'validation.field.between'],
    ['no duration', () => update('Edge', { duration: null }), '/changes/duration', 'validation.field.mandatory'],
    [
      'a size that the type does not have',
      () => update('Reporting', { licenseSize: 'XS' }),
      '/changes/licenseSize',
      'license.because.size',
    ],
    ['a count that is not a number', () => update('Edge', { count: 'many' }), '/changes/count', 'validation.field.between'],
    ['an unknown field', () => update('Edge', { size: 'L' }), '/changes/size', 'validation.field.unknown'],
    ['a stale row', async () => ({ ...(await update('Edge', { duration: 8 })), revision: 77 }), '', 'service.revision.stale'],
  ])('are refused with the error at the cell: %s', async (...[, item, pointer, key]) => {
    const before = await storedGroupLines()
    const { body } = await apply([await item()])
    expect(body.errors).toMatchObject([{ pointer: `/items/0${pointer}`, key }])
    expect(await storedGroupLines()).toEqual(before)
  })

  it('can be added to by a partner in consumption mode, which can neither move nor delete them', { tags: ['S0-6.34'] }, async () => {
    const seller = { as: SELLER, at: 'seller' }
    expect((await apply([await update('Edge', { count: 12 })], { ...seller, dryRun: true })).body['applied']).toBe(true)
    expect((await apply([await update('Edge', { duration: 8 })], seller)).body.errors).toMatchObject([
      { pointer: '/items/0', key: 'license.cannot.edit' },
    ])
    expect((await apply([await update('Edge', { count: 1 })], seller)).body.errors).toMatchObject([
      { pointer: '/items/0', key: 'service.because.delete' },
    ])
  })

  it('are deleted as whole groups; packs cannot be deleted', { tags: ['S0-3.27', 'S0-4.7'] }, async () => {
    await add(world, 'shop', { ...group('Reporting', 'S', [1, 3]), count: 2 })
    const remove = async (licenseType: string): Promise<Rec> => {
      const { oid, revision } = await row(licenseType)
      return { entity: 'license', action: 'delete', oid, revision }
    }
    expect((await apply([await remove('Reporting'), await remove('Foundation')])).body.errors).toMatchObject([
      { pointer: '/items/1', key: 'license.cannot.delete' },
    ])
    expect((await apply([await remove('Reporting')])).status).toBe(200)
    expect((await row('Reporting'))['count']).toBeUndefined()
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.license set data = data || '{"isPack": true}' where data->>'licenseType' = 'Hybrid'`.execute(queries),
    )
    const { count, packLicenses } = await row('Hybrid')
    expect(packLicenses).toEqual({ inStockCount: count, inUseCount: 0, expiredCount: 0 })
    expect((await apply([await remove('Hybrid')])).body.errors).toMatchObject([{ pointer: '/items/0', key: 'license.cannot.pack' }])
  })

  it('offer the import to those who may add licences, and give all others the reason why not', async () => {
    const actionsOf = async (at: string, as: string): Promise<unknown> => (await inventory(world, at, { as })).body.meta['can']
    expect(await actionsOf('seller', SELLER)).toMatchObject({ add: true, import: true })
    expect(await actionsOf('platform', OWNER)).toMatchObject({ import: true })
    await world.grant('look@world.test', String(world.oid['seller']), 'viewer')
    expect(await actionsOf('seller', 'look@world.test')).toMatchObject({ import: { because: 'service.because.create' } })
    expect(await actionsOf('vad', 'vad@world.test')).toMatchObject({ import: { because: expect.any(String) as string } })
    expect(await actionsOf('shop', 'shop@world.test')).toMatchObject({ import: { because: expect.any(String) as string } })
    const item = {
      entity: 'license',
      action: 'create',
      changes: { tenantId: world.oid['seller'], ...group('Edge', 'S', [1, 3]), count: 2 },
    }
    for (const [at, as] of [
      ['seller', 'look@world.test'],
      ['vad', 'vad@world.test'],
      ['shop', 'shop@world.test'],
    ] as const)
      expect((await apply([item], { at, as })).status).toBe(403)
  })

  it('are conserved when two spreadsheets and a command compete for them', async () => {
    const items = [await update('Edge', { duration: 9 })]
    const assignment = { tenantId: 'seller', group: group('Edge', 'L', [2, 7]), count: 5, assignTo: 'shop2' }
    const answers = await Promise.all([
      apply(items),
      apply(items),
      command(world, 'assign', { tenant: 'seller', as: SELLER, body: assignment }),
    ])
    expect(answers.filter(({ status }) => ![200, 400, 404, 409].includes(status))).toEqual([])
    const edges = (await storedGroups(world)).filter(({ data }) => data['licenseType'] === 'Edge')
    expect(edges.reduce((sum, { count }) => sum + count, 0)).toBe(9)
  })
})
