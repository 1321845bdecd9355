import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { monthNumber } from '../../../schemas/vocabulary/months.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { bookingsOf, groupKey, groupOf, Ledger, type Booking, type Group, type Verb } from '../../../server/licensing/ledger.ts'
import { CONNECTIONS, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { add, command, group, inventory, licenceWorld, month, storedGroups } from '../../support/api/licences.ts'

const TENANTS = ['seller', 'shop', 'shop2']

/** The number of licences per month, across all tenants; licences without a term count under `none`. */
function perMonth(bookings: readonly { group: Group; count: number }[]): Record<string, number> {
  const months: Record<string, number> = {}
  for (const {
    group: { startDate, duration = 0 },
    count,
  } of bookings) {
    const from = monthNumber(startDate)
    for (let offset = 0; offset < duration; offset++)
      months[String((from ?? 0) + offset)] = (months[String((from ?? 0) + offset)] ?? 0) + count
    if (from === undefined) months['none'] = (months['none'] ?? 0) + count
  }
  return Object.fromEntries(Object.entries(months).filter(([, count]) => count !== 0))
}

const total = (bookings: readonly { count: number }[]): number => bookings.reduce((sum, { count }) => sum + count, 0)

const groups: Group[] = [
  { licenseType: 'Foundation', licenseSize: 'S', startDate: '2026-01', duration: 12 },
  { licenseType: 'Foundation', licenseSize: 'S', startDate: '2026-04', duration: 9 },
  { licenseType: 'Edge', licenseSize: 'L', startDate: '2026-03', duration: 2 },
]
const commands = fc.array(
  fc.record({
    verb: fc.constantFrom<Verb[]>('edit', 'split', 'assign', 'unassign'),
    tenantId: fc.constantFrom(...TENANTS),
    group: fc.constantFrom(...groups),
    count: fc.integer({ min: 1, max: 9 }),
    assignTo: fc.constantFrom(...TENANTS),
    splitAfter: fc.integer({ min: 1, max: 11 }),
    moveTo: fc.constantFrom(...groups),
  }),
  { maxLength: 40 },
)

describe('the ledger of licences', () => {
  it('conserves the number of licences in splits, moves and assignments, and never counts below zero', () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        const ledger = new Ledger()
        ledger.open(TENANTS.flatMap((tenantOid) => groups.map((one): Booking => ({ tenantOid, group: one, count: 5 }))))
        for (const { moveTo, splitAfter, ...command } of sequence) {
          const { licenseType, licenseSize, startDate, duration } = moveTo
          if (command.verb === 'split' && splitAfter >= (command.group.duration ?? 0)) continue
          const from = monthNumber(command.group.startDate) ?? 0
          const splitPoint = `${Math.floor((from + splitAfter) / 12)}-${String(((from + splitAfter) % 12) + 1).padStart(2, '0')}`
          const moved = { moveToType: licenseType, updateToSize: licenseSize, moveToDate: startDate, updateToDuration: duration }
          const before = ledger.all()
          const bookings = bookingsOf(command.verb, { ...command, ...moved, splitPoint } as Rec)
          const available = ledger.count(command.tenantId, command.group)
          const isBooked = ledger.book(bookings)
          const after = ledger.all()
          expect(isBooked).toBe(available >= command.count)
          expect(after.every(({ count }) => count >= 0)).toBe(true)
          if (!isBooked) expect(after).toEqual(before)
          if (command.verb === 'split') expect(perMonth(after)).toEqual(perMonth(before))
          else expect(total(after)).toBe(total(before))
        }
      }),
      { numRuns: 500, seed: 4 },
    )
  })
})

describe.each(places)('licences under concurrent commands on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await licenceWorld(place)))
  afterAll(() => world.dispose())

  const storedBookings = async (): Promise<(Booking & { data: Rec })[]> =>
    (await storedGroups(world)).map(({ tenantOid, count, data }) => ({ tenantOid, count, data, group: groupOf(data) }))

  it('are conserved by 120 competing commands, each of which is applied completely or not at all', async () => {
    const running = group('Foundation', 'S', [-2, 12])
    const waiting = group('Edge', 'M', [2, 6])
    for (const tenant of TENANTS) for (const each of [running, waiting]) await add(world, tenant, { ...each, count: 20 })
    const before = await storedBookings()
    const anyCommand = fc.record({
      verb: fc.constantFrom('update', 'split', 'assign', 'unassign'),
      customer: fc.constantFrom('shop', 'shop2'),
      tenant: fc.constantFrom(...TENANTS),
      isRunning: fc.boolean(),
      count: fc.integer({ min: 1, max: 9 }),
      later: fc.integer({ min: 1, max: 9 }),
    })
    const requests = fc.sample(anyCommand, { numRuns: 120, seed: 20 })
    const send = ({ verb, customer, tenant, isRunning, count, later }: (typeof requests)[number]): Promise<Answer> => {
      const chosen = isRunning ? running : waiting
      const bodies: Record<string, Rec> = {
        update: { tenantId: tenant, group: waiting, count, updateToSize: ['S', 'M', 'L'][later % 3], updateToDuration: 6 },
        split: { tenantId: tenant, group: running, count, splitPoint: month(later) },
        assign: { tenantId: 'seller', group: chosen, count, assignTo: customer },
        unassign: { tenantId: customer, group: chosen, count },
      }
      return command(world, verb, { body: bodies[verb] ?? {} })
    }
    // Whoever waits too long for a connection is answered 503, and three servers on one machine take that long: no more calls than connections.
    const atOnce = (await world.database.isDistributed()) ? CONNECTIONS : requests.length
    const queue = [...requests]
    const answers: Answer[] = []
    const sendNext = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) answers.push(await send(next))
    }
    await Promise.all(Array.from({ length: atOnce }, sendNext))
    const after = await storedBookings()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 404]))
    expect(perMonth(after)).toEqual(perMonth(before))
    expect(after.every(({ count }) => Number.isSafeInteger(count) && count > 0)).toBe(true)
    const keys = after.map((one) => `${one.tenantOid} ${groupKey(one.group)}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('are split once when two administrators send the same split at the same time', async () => {
    await add(world, 'seller', { ...group('Hybrid', 'S', [-1, 6]), count: 10 })
    const { body } = await inventory(world, 'seller')
    const revision = body.data.find((row) => row['licenseType'] === 'Hybrid')?.['revision']
    const split = (knownRevision?: unknown) => {
      const request = { tenantId: 'seller', group: group('Hybrid', 'S', [-1, 6]), count: 10, splitPoint: month(2) }
      return command(world, 'split', {
        body: { ...request, ...(knownRevision !== undefined && { revision: knownRevision }) },
      })
    }
    const statuses = (await Promise.all([split(revision), split(revision), split(), split()])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const parts = (await storedBookings()).filter(({ group: { licenseType } }) => licenseType === 'Hybrid')
    expect(parts.map(({ count, group: { duration } }) => [count, duration]).toSorted()).toEqual([
      [10, 3],
      [10, 3],
    ])
  })

  it('are counted across the commands of one plan, which is refused if together they take too many', async () => {
    await add(world, 'seller', { ...group('Reporting', 'S', [1, 6]), count: 3 })
    const item = {
      entity: 'license-delete',
      action: 'create',
      changes: { tenantId: world.oid['seller'], group: group('Reporting', 'S', [1, 6]), count: 2 },
    }
    const plan = (items: unknown[]) => world.call('POST', '/api/v1/plans', { body: { items, source: 'bulk', tenantOid: 'platform' } })
    const refused = await plan([item, item])
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/items/1/changes/count', key: 'license.count.short' }] } })
    expect((await plan([{ ...item, changes: { ...item.changes, count: 1 } }, item])).status).toBe(200)
    expect((await storedBookings()).filter(({ group: { licenseType } }) => licenseType === 'Reporting')).toEqual([])
  })
})
