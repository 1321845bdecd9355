import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { places, type ApiWorld } from '../../support/api/api-world.ts'
import { stockAppliance } from '../../support/browser/devices.ts'
import { add, command, group, licenceWorld, month } from '../../support/api/licences.ts'

const SELLER = 'seller@world.test'

describe.each(places)('events of licences on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await licenceWorld(place)))
  afterAll(() => world.dispose())

  /** Moves everything that exists that many months into the past, as if nobody had read the journal since. */
  const backdate = (months: number): Promise<unknown> =>
    world.database.transaction(EVERYTHING, async (queries) => {
      const earlier = sql`now() - make_interval(months => ${months})`
      await sql`update entity.license set created_at = ${earlier}`.execute(queries)
      await sql`update entity.appliance set created_at = ${earlier}`.execute(queries)
      await sql`update licence_calendar set month = ${month(-months)}`.execute(queries)
    })
  const journal = async (tenant: string, { as, event }: { as?: string; event?: string } = {}): Promise<Rec[]> => {
    const filter = event === undefined ? '' : `&filter=eventType==${event}`
    const url = `/journal/api/v1/journal/entries/${world.oid[tenant]}/Licensing?limit=1000${filter}`
    const { status, body } = await world.call('GET', url, as === undefined ? {} : { as })
    expect(status).toBe(200)
    return body.data
  }
  const datesAndCounts = (entries: readonly Rec[]): unknown[] =>
    entries.map((entry) => [String(entry['creationDate']).slice(0, 10), (entry['eventDetails'] as Rec)['count']])

  it(
    'are written once as the calendar advances, dated to when they became due, even if several callers read at once',
    { tags: ['S0-2.46'] },
    async () => {
      await add(world, 'seller', { ...group('Foundation', 'S', [-1, 12]), count: 5 })
      await add(world, 'seller', { ...group('Edge', 'S', [-4, 3]), count: 7 })
      await add(world, 'shop', { ...group('Hybrid', 'M', [1, 12]), count: 2 })
      expect(await journal('seller', { event: 'activation' })).toEqual([])
      await backdate(3)
      const [entries] = await Promise.all([
        journal('seller', { as: SELLER }),
        journal('shop', { as: 'shop@world.test' }),
        journal('platform'),
      ])
      expect(datesAndCounts(entries?.filter(({ eventType }) => eventType === 'activation') ?? [])).toEqual([[`${month(-1)}-01`, 5]])
      expect(datesAndCounts(await journal('seller', { event: 'expiration' }))).toEqual([[`${month(-1)}-01`, 7]])
      const reports = (await journal('platform', { event: 'report' })).filter(({ tenant }) => (tenant as Rec)['name'] === 'seller')
      expect(reports.map(({ eventDetails }) => eventDetails)).toEqual([
        { month: month(0), notStarted: 0, running: 5, expired: 7, missing: 0 },
        { month: month(-1), notStarted: 0, running: 5, expired: 7, missing: 0 },
        { month: month(-2), notStarted: 5, running: 7, expired: 0, missing: 0 },
      ])
      expect(reports[0]).toMatchObject({ source: 'calendar', principal: { oid: 'calendar' }, subject: { name: 'seller' } })
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )

  it('report the state before a change, even if the journal is first read after it', async () => {
    await backdate(1)
    const foundation = group('Foundation', 'S', [-1, 12])
    const assigned = await command(world, 'assign', {
      tenant: 'seller',
      as: SELLER,
      body: { tenantId: 'seller', group: foundation, count: 5, assignTo: 'shop2' },
    })
    expect(assigned.status).toBe(200)
    const reports = (await journal('seller', { event: 'report' })).filter(({ tenant }) => (tenant as Rec)['name'] === 'seller')
    const ofThisMonth = reports.map(({ eventDetails }) => eventDetails as Rec).filter((details) => details['month'] === month(0))
    expect(ofThisMonth.map(({ running }) => running)).toEqual([5, 5])
  })

  it(
    'report a breach when more licences are used than owned, whether a command or the calendar caused it',
    { tags: ['S0-2.46'] },
    async () => {
      await add(world, 'shop2', { ...group('Activation', 'NA', [0, 1]), count: 1 })
      await stockAppliance(world, { tenantOid: String(world.oid['shop2']), oid: 'B-1' }, { serialNumber: 'B-1', status: 'Assigned' })
      const items = [{ entity: 'appliance', action: 'update', oid: 'B-1', revision: 1, changes: { status: 'installed' } }]
      const plan = { items, source: 'api', tenantOid: world.oid['seller'] }
      expect((await world.call('POST', '/api/v1/plans', { body: plan, as: SELLER })).status).toBe(200)
      expect(await journal('shop2', { event: 'breach' })).toEqual([])
      // The licence runs this month only; a month later it does not.
      await world.database.transaction(EVERYTHING, async (queries) => {
        await sql`update entity.license set data = data || ${JSON.stringify({ startDate: month(-1), expirationDate: month(-1) })}::jsonb
        where data->>'licenseType' = 'Activation'`.execute(queries)
      })
      await backdate(1)
      const [breach, ...others] = await journal('shop2', { event: 'breach' })
      expect(others).toEqual([])
      expect(breach).toMatchObject({
        creationDate: `${month(0)}-01T00:00:00.000Z`,
        eventDetails: { licenseType: 'Activation', licenseSize: 'NA', count: 1 },
        tenant: { name: 'shop2' },
      })
      await add(world, 'shop2', { ...group('Activation', 'NA', [0, 3]), count: 1 })
      const unassignment = { tenantId: 'shop2', group: group('Activation', 'NA', [0, 3]), count: 1 }
      expect((await command(world, 'unassign', { body: unassignment })).status).toBe(200)
      const breaches = await journal('shop2', { event: 'breach' })
      expect(breaches).toHaveLength(2)
      expect(breaches[0]).toMatchObject({ principal: { name: 'Olga Owner' }, source: 'api' })
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )
})
