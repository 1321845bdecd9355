import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Can } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { sql } from 'kysely'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'
import { add, command, group, inventory, licenceWorld, month, storedGroups } from '../../support/api/licences.ts'

const SELLER = 'seller@world.test'

describe.each(places)('licences on %s', (place) => {
  let world: ApiWorld
  let firstAnswer: Awaited<ReturnType<typeof command>>
  beforeAll(async () => {
    world = await licenceWorld(place)
    firstAnswer = await command(world, 'create', {
      tenant: 'seller',
      as: SELLER,
      body: { tenantId: 'seller', group: group('Foundation', 'M', [-2, 12]), count: 10 },
    })
    await add(world, 'seller', { ...group('Foundation', 'M', [-2, 12]), count: 5 })
    await add(world, 'seller', { ...group('Edge', 'S', [1, 3]), count: 4 })
    await add(world, 'seller', { ...group('Edge', 'XL', [-3, 3]), count: 2 })
    await add(world, 'seller', { ...group('Hybrid', 'L', [-3, 4]), count: 2 })
  })
  afterAll(() => world.dispose())

  const rowOf = async (match: Record<string, unknown>, tenant = 'seller', as = SELLER) => {
    const { body } = await inventory(world, tenant, { as })
    return body.data.find((row) => Object.entries(match).every(([name, value]) => row[name] === value))
  }

  it('are added as groups, with a derived state, last month and mode', { tags: ['S0-3.26', 'S0-3.28', 'S0-4.5', 'S0-7.49'] }, async () => {
    expect(firstAnswer).toMatchObject({
      status: 200,
      body: { data: [{ count: 10, status: 'running', expirationDate: month(9), licenseMode: 'CONSUMPTION' }] },
    })
    expect(await rowOf({ licenseType: 'Foundation' })).toMatchObject({ count: 15, revision: 2, tenantName: 'seller' })
    const { body } = await inventory(world, 'seller', { as: SELLER })
    expect(
      Object.fromEntries(body.data.map((row) => [`${String(row['licenseType'])} ${String(row['licenseSize'])}`, row['status']])),
    ).toEqual({
      'Foundation M': 'running',
      'Edge S': 'notStarted',
      'Edge XL': 'expired',
      'Hybrid L': 'running',
    })
    expect(body.meta).toMatchObject({
      totalCount: 4,
      countTotalRows: 4,
      counts: { all: 4, FilterStatusRunning: 2, FilterStatusExpired: 1, FilterTypeEdge: 2, FilterTypeHA: 0, FilterSizeXL: 1 },
    })
  })

  it('are filtered by owner, type, size and state, and by the condition of a tab', { tags: ['S0-3.28', 'S0-7.46'] }, async () => {
    const count = async (query: string) => (await inventory(world, 'vad', { as: 'vad@world.test', query })).body.meta.totalCount
    expect(await count('&filter=tenantName=ilike=%25SELL%25')).toBe(4)
    expect(await count('&filter=licenseType=ilike=%25edg%25,licenseSize=ilike=%25edg%25')).toBe(2)
    expect(await count('&filter=status==running;licenseSize==L')).toBe(1)
    expect(await count('&condition=FilterStatusExpired')).toBe(1)
    expect((await inventory(world, 'seller', { query: '&condition=FilterStatusGone' })).status).toBe(400)
    const sorted = (await inventory(world, 'seller', { query: '&sort=-count' })).body.data.map((row) => row['count'])
    expect(sorted).toEqual([15, 4, 2, 2])
    const states = async (sort: string) =>
      (await inventory(world, 'seller', { query: `&sort=${sort}` })).body.data.map((row) => [row['licenseType'], row['status']].join(' '))
    const byState = ['Hybrid running', 'Foundation running', 'Edge notStarted', 'Edge expired']
    expect(await states('status')).toEqual(byState)
    expect(await states('-status')).toEqual(byState.toReversed())
  })

  it('are filtered by their first and last month, inclusively; a value that is not a month is refused', async () => {
    const types = async (filter: string) =>
      (await inventory(world, 'seller', { query: `&filter=${filter}&sort=licenseType` })).body.data.map((row) => row['licenseSize'])
    expect(await types(`startDate=ge=${month(-2)};startDate=le=${month(1)}`)).toEqual(['S', 'M'])
    expect(await types(`expirationDate=le=${month(0)}`)).toEqual(['XL', 'L'])
    expect(await types(`expirationDate=gt=${month(0)}`)).toEqual(['S', 'M'])
    expect(await inventory(world, 'seller', { query: '&filter=startDate=ge=5/2026' })).toMatchObject({
      status: 400,
      body: { detail: "The filter on 'startDate' is not possible: '5/2026' is no month, such as 2026-05." },
    })
  })

  it('state on each row which commands may be called, and why the others may not', { tags: ['S0-4.7', 'S0-4.8', 'S0-7.51'] }, async () => {
    const running = await rowOf({ licenseType: 'Foundation' }, 'platform', OWNER)
    expect(running?.['can']).toEqual({
      edit: { because: 'license.cannot.edit' },
      split: true,
      delete: { because: 'license.cannot.delete' },
      assign: true,
      unassign: { because: 'license.cannot.unassign' },
    })
    const expiring = await rowOf({ licenseType: 'Hybrid' }, 'platform', OWNER)
    expect(expiring?.['can']).toMatchObject({ split: { because: 'license.cannot.split' }, delete: { because: 'license.cannot.delete' } })
    const waiting = await rowOf({ licenseSize: 'S' }, 'platform', OWNER)
    expect(waiting?.['can']).toMatchObject({ edit: true, delete: true, split: { because: 'license.cannot.split' } })
    const fromDistributor = await rowOf({ licenseType: 'Foundation' }, 'vad', 'vad@world.test')
    expect(fromDistributor?.['can']).toMatchObject({
      split: { because: 'license.cannot.split' },
      assign: { because: 'license.cannot.assign' },
    })
    for (const licenseType of ['Activation', 'HA', 'Edge HA']) {
      await add(world, 'seller', { ...group(licenseType, 'S', [-2, 12]), count: 1 })
      expect((await rowOf({ licenseType }, 'platform', OWNER))?.['can']).toMatchObject({ split: { because: 'license.cannot.split' } })
    }
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`delete from entity.license where data->>'licenseType' in ('Activation', 'HA', 'Edge HA')`.execute(queries),
    )
  })

  it('are split in time into two parts that cover the original months', { tags: ['S0-7.50'] }, async () => {
    const body = { tenantId: 'seller', group: group('Foundation', 'M', [-2, 12]), count: 6 }
    const answer = await command(world, 'split', { body })
    expect(answer.status).toBe(200)
    const parts = answer.body.data.map(({ startDate, duration, expirationDate, count }) => [startDate, duration, expirationDate, count])
    expect(parts.toSorted()).toEqual(
      [
        [month(-2), 12, month(9), 9],
        [month(-2), 3, month(0), 6],
        [month(1), 9, month(9), 6],
      ].toSorted(),
    )
  })

  it.each<[string, Rec, string, string]>([
    ['a split point in the past', { splitPoint: month(-1) }, '/splitPoint', 'license.because.splitFuture'],
    ['a split point in the current month', { splitPoint: month(0) }, '/splitPoint', 'license.because.splitFuture'],
    ['a split point after the last month', { splitPoint: month(10) }, '/splitPoint', 'license.because.splitWithin'],
    ['a split point that is not a month', { splitPoint: '2026-13' }, '/splitPoint', 'validation.field.month'],
    ['more licences than the group has', { count: 10 }, '/count', 'validation.field.between'],
    ['a count of zero', { count: 0 }, '/count', 'validation.field.between'],
    ['a fractional count', { count: 1.5 }, '/count', 'validation.field.integer'],
    ['a field of another command', { moveToType: 'HA' }, '/moveToType', 'validation.field.unknown'],
  ])('are not split with %s', { tags: ['S0-4.10'] }, async (...[, changes, pointer, key]) => {
    const body = { tenantId: 'seller', group: group('Foundation', 'M', [-2, 12]), count: 1, splitPoint: month(2), ...changes }
    const answer = await command(world, 'split', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, key })])
  })

  it(
    'can be moved until they start: omitted values stay, and another type brings its own defaults',
    { tags: ['S0-4.6', 'S0-7.48'] },
    async () => {
      const moved = await command(world, 'update', {
        body: { tenantId: 'seller', group: group('Edge', 'S', [1, 3]), count: 1, updateToDuration: 5 },
      })
      expect(moved.body.data).toEqual(
        expect.arrayContaining([expect.objectContaining({ startDate: month(1), duration: 5, licenseSize: 'S', count: 1 })]),
      )
      const other = await command(world, 'update', {
        body: { tenantId: 'seller', group: group('Edge', 'S', [1, 3]), count: 1, moveToType: 'Reporting' },
      })
      expect(other.body.data).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ licenseType: 'Reporting', licenseSize: 'S', startDate: month(1), duration: 12 }),
        ]),
      )
      const activation = await command(world, 'update', {
        body: { tenantId: 'seller', group: group('Edge', 'S', [1, 3]), count: 1, moveToType: 'Activation' },
      })
      const made = activation.body.data.find((row) => row['licenseType'] === 'Activation')
      expect(made).toMatchObject({ licenseSize: 'NA', status: 'notStarted', count: 1 })
      expect(made).not.toHaveProperty('startDate')
      const movedBack = await command(world, 'update', {
        body: { tenantId: 'seller', group: { licenseType: 'Activation' }, count: 1, moveToType: 'Hybrid' },
      })
      expect(movedBack.body.data).toEqual([
        expect.objectContaining({ licenseType: 'Hybrid', licenseSize: 'S', startDate: month(1), duration: 12 }),
      ])
      const size = await command(world, 'update', {
        body: { tenantId: 'seller', group: group('Edge', 'S', [1, 3]), count: 1, moveToType: 'CloudMesh', updateToSize: 'XS' },
      })
      expect(size).toMatchObject({ status: 400, body: { errors: [{ pointer: '/updateToSize', key: 'license.because.size' }] } })
      const long = await command(world, 'update', {
        body: { tenantId: 'seller', group: group('Edge', 'S', [1, 3]), count: 1, updateToDuration: 73 },
      })
      expect(long).toMatchObject({ status: 400, body: { errors: [{ pointer: '/updateToDuration', key: 'validation.field.between' }] } })
      const running = await command(world, 'update', {
        body: { tenantId: 'seller', group: group('Foundation', 'M', [-2, 12]), count: 1, updateToSize: 'L' },
      })
      expect(running).toMatchObject({ status: 403, body: { errors: [{ key: 'license.cannot.edit' }] } })
    },
  )

  it('are assigned to a customer of their owner and back, and to nobody else', { tags: ['D-2.9'] }, async () => {
    const body = { tenantId: 'seller', group: group('Foundation', 'M', [-2, 12]), count: 4 }
    const assigned = await command(world, 'assign', { tenant: 'seller', as: SELLER, body: { ...body, assignTo: 'shop' } })
    expect(assigned.body.data.map((row) => [row['tenantName'], row['count']]).toSorted()).toEqual([
      ['seller', 5],
      ['shop', 4],
    ])
    const foreign = await command(world, 'assign', { tenant: 'seller', as: SELLER, body: { ...body, count: 1, assignTo: 'managed' } })
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ pointer: '/assignTo' }] } })
    const elsewhere = await command(world, 'assign', { body: { ...body, count: 1, assignTo: 'managed' } })
    expect(elsewhere).toMatchObject({ status: 400, body: { errors: [{ pointer: '/assignTo', key: 'license.because.assignTo' }] } })
    const unassigned = await command(world, 'unassign', { body: { ...body, tenantId: 'shop', count: 4 } })
    expect(unassigned.body.data).toEqual([expect.objectContaining({ tenantName: 'seller', count: 9 })])
  })

  it('are not added for tenants that subscribe, without the right, or for foreign tenants', { tags: ['S0-4.16'] }, async () => {
    const body = { tenantId: 'msp', group: group('Edge', 'S', [0, 1]), count: 1 }
    expect(await command(world, 'create', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/tenantId', key: 'license.because.consumption' }] },
    })
    expect(await command(world, 'create', { tenant: 'msp', as: 'msp@world.test', body })).toMatchObject({ status: 403 })
    expect(await command(world, 'create', { tenant: 'vad', as: 'vad@world.test', body: { ...body, tenantId: 'seller' } })).toMatchObject({
      status: 403,
    })
    expect(await command(world, 'create', { tenant: 'shop', as: 'shop@world.test', body: { ...body, tenantId: 'shop' } })).toMatchObject({
      status: 403,
    })
    expect(await command(world, 'create', { tenant: 'seller', as: SELLER, body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/tenantId' }] },
    })
    expect(await command(world, 'create', { tenant: 'seller', as: 'msp@world.test', body })).toMatchObject({ status: 404 })
    expect((await inventory(world, 'seller', { as: 'msp@world.test' })).status).toBe(404)
  })

  it(
    'offer every caller exactly the commands that the service accepts, and otherwise the reason of its refusal',
    { tags: ['S0-6.27', 'S0-7.51'] },
    async () => {
      const verbs = { edit: 'update', split: 'split', delete: 'delete', assign: 'assign', unassign: 'unassign' }
      const seen = new Set<string>()
      for (const [tenant, as] of [
        ['platform', OWNER],
        ['vad', 'vad@world.test'],
        ['seller', SELLER],
        ['shop', 'shop@world.test'],
      ] as const)
        for (const row of (await inventory(world, tenant, { as })).body.data) {
          const address = `/api/licensing/v2/licenses/${String(row['oid'])}?tenantOid=${world.oid[tenant]}`
          expect((await world.call('GET', address, { as })).body.data[0]).toEqual(row)
          for (const [action, commandName] of Object.entries(verbs)) {
            const { licenseType, licenseSize, startDate, duration, tenantId } = row
            const body = {
              tenantId,
              group: { licenseType, licenseSize, startDate, duration },
              count: 1,
              ...(action === 'assign' && { assignTo: 'shop' }),
            }
            const { status, body: answer } = await command(world, commandName, { tenant, as, body, dryRun: true })
            const offered = (row['can'] as Can)[action]
            const outcome = status === 200 ? true : answer.errors[0]?.['key']
            expect(outcome, `${action} of ${String(licenseType)} at ${tenant}`).toBe(
              typeof offered === 'object' ? offered.because : offered,
            )
            seen.add(`${action} ${status}`)
          }
        }
      expect(seen.size).toBeGreaterThan(7)
    },
  )

  it('refuse a stale revision, and repeat the response to a call with the same idempotency key', async () => {
    const body = { tenantId: 'seller', group: group('Edge', 'S', [1, 3]), count: 1 }
    const row = await rowOf({ licenseType: 'Edge', licenseSize: 'S', duration: 3 })
    const stale = await command(world, 'delete', { body: { ...body, revision: Number(row?.['revision']) - 1 } })
    expect(stale).toMatchObject({ status: 409, body: { current: [{ oid: row?.['oid'], revision: row?.['revision'] }] } })
    const before = await storedGroups(world)
    expect((await command(world, 'delete', { body, dryRun: true })).status).toBe(200)
    expect(await storedGroups(world)).toEqual(before)
    const answers = [await command(world, 'create', { body, key: 'once' }), await command(world, 'create', { body, key: 'once' })]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await rowOf({ licenseType: 'Edge', licenseSize: 'S', duration: 3 })).toMatchObject({ count: Number(row?.['count']) + 1 })
    expect((await command(world, 'create', { body: { ...body, count: 2 }, key: 'once' })).status).toBe(422)
  })

  it('are written by commands only, and only in groups that exist', async () => {
    const items = [{ entity: 'license', action: 'create', changes: { licenseType: 'HA', count: 1 } }]
    expect((await world.call('POST', '/api/v1/plans', { body: { items, source: 'api', tenantOid: world.oid['seller'] } })).status).toBe(400)
    const unknown = await command(world, 'delete', { body: { tenantId: 'seller', group: group('HA', 'S', [5, 5]), count: 1 } })
    expect(unknown).toMatchObject({ status: 404, body: { errors: [{ key: 'license.group.unknown' }] } })
  })

  it(
    'write journal entries for each command, readable only with the right to the journal of that tenant',
    { tags: ['S0-2.45'] },
    async () => {
      const journal = (tenant: string, as: string) =>
        world.call('GET', `/journal/api/v1/journal/entries/${world.oid[tenant]}/Licensing?limit=100`, { as })
      const { body } = await journal('seller', SELLER)
      const events = new Set(body.data.map((entry) => entry['eventType']))
      expect([...events].toSorted()).toEqual(['creation', 'deletion', 'split', 'updation'])
      const split = body.data.filter((entry) => entry['eventType'] === 'split')
      expect(split).toHaveLength(3)
      expect(new Set(split.map((entry) => entry['actionId'])).size).toBe(1)
      expect(split[0]?.['can']).toEqual({ restore: { because: 'service.because.restore' } })
      expect((await journal('shop', 'shop@world.test')).body.data.map((entry) => entry['eventType'])).toEqual(['deletion', 'creation'])
      expect((await journal('msp', 'msp@world.test')).status).toBe(403)
      expect((await journal('vad', 'vad@world.test')).status).toBe(403)
    },
  )
})
