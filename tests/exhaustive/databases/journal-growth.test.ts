import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../../schemas/plan.ts'
import { onRequestWork, RequestWork } from '../../../server/db/activity/request-work.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { appendEntries, writtenEntry } from '../../../server/journal/append.ts'
import type { EntityModel } from '../../../server/entities/model/entity-model.ts'
import { journalFilter } from '../../../server/journal/filter.ts'
import { findEntries, type Reach } from '../../../server/journal/read-entries.ts'
import { findInWhole } from '../../../server/journal/whole-journal.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { subtree, type TenantNode } from '../../../server/policies/caller.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { inTurns } from '../../bench/in-turns.ts'

/** Entries of a month; the year has twelve times as many. */
const PER_MONTH = Number(process.env['JOURNAL_PER_MONTH'] ?? 20_000)
const [TENANTS, SUBJECTS, BATCH, RUNS] = [20, 2_000, 1_000, 60]
const MONTH_MS = (365 / 12) * 24 * 60 * 60 * 1000
const MAX_RATIO = 1.5

/** Journals as long as months have passed, with whole chains. */
async function fill({ database }: ApiWorld, months: number): Promise<void> {
  await database.asOwner(async (queries) => {
    if (months > 1) await sql`drop table journal_earlier`.execute(queries)
    for (let month = months - 1; month > 0; month--) {
      const start = (ahead: number): string => `date_trunc('month', now(), 'UTC') - interval '${month - ahead} months'`
      await sql
        .raw(
          `do $$ begin execute format('create table journal_ago_${month} partition of journal for values from (%L) to (%L)', ${start(0)}, ${start(1)}); end $$`,
        )
        .execute(queries)
    }
  })
  const count = PER_MONTH * months
  const nowMs = Date.now()
  const from = months > 1 ? nowMs - (months - 1) * MONTH_MS : nowMs - 60_000
  for (let first = 0; first < count; first += BATCH) {
    const at = new Date(from + ((nowMs - from) * first) / count)
    const action = { id: `a${first}`, source: 'api' as const, at, principal: { oid: 'p', name: 'P' } }
    const entries = Array.from({ length: BATCH }, (_, index) => {
      const tenant = `t${index % TENANTS}`
      const number = Math.floor((first + index) / TENANTS)
      // One record of each tenant is changed once, at the beginning.
      const subject = number === 0 ? 'rare' : `s${number % SUBJECTS}`
      const changes = { name: { before: 'Site of the north', after: `Site ${first + index} of the south` } }
      const entry = {
        tenant: { oid: tenant, name: tenant, path: `z.${tenant}.` },
        theme: 'Grown',
        entity: 'site',
        eventType: 'update',
        subject: { oid: subject, name: subject },
        details: { changes },
      }
      return onRequestWork(new RequestWork(`r${first + index}`), () => writtenEntry(entry, action))
    })
    await database.transaction(EVERYTHING, (queries) => appendEntries(queries, { entries, action, secretKey: database.secretKey }))
  }
  await database.asOwner((queries) => sql`analyze journal`.execute(queries))
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunAtMs = performance.now()
  await work()
  return performance.now() - begunAtMs
}

describe(`a year's journal beside a month's`, () => {
  let month: ApiWorld
  let year: ApiWorld
  beforeAll(async () => {
    month = await apiWorld('postgres', { distributed: false })
    year = await apiWorld('postgres', { distributed: false })
    await fill(month, 1)
    await fill(year, 12)
  }, 3_600_000)
  afterAll(async () => void (await Promise.all([month.dispose(), year.dispose()])))

  const read = ({ database }: ApiWorld, filter?: string): Promise<unknown> =>
    database.withinTenant(EVERYTHING, 't7', (queries) =>
      findEntries(queries, {
        where: [sql<boolean>`j.tenant_oid = ${'t7'} and j.theme = ${'Grown'}`, ...(filter === undefined ? [] : [journalFilter(filter)])],
        limit: 20,
        order: 'desc',
        within: 'tenant',
      }),
    )
  const readBelow = ({ database }: ApiWorld, within: Reach): Promise<unknown> =>
    database.withScope(EVERYTHING, (queries) =>
      findEntries(queries, { where: [sql<boolean>`j.theme = ${'Grown'}`], limit: 20, order: 'desc', within, range: subtree('z.') }),
    )

  const readWhole = async ({ database, caller }: ApiWorld, type: 'diy_customer' | 'msp'): Promise<unknown> => {
    const tenant: TenantNode = {
      oid: 't7',
      name: 't7',
      type,
      parentOid: null,
      path: type === 'msp' ? 'z.' : 'z.t7.',
      state: 'active',
      features: {},
    }
    const models = ['Grown', 'Other'].map((theme) => ({ meta: { theme, scope: 'tenant', resource: 'customers' } }) as EntityModel)
    const owner = await caller(OWNER)
    return database.withScope(EVERYTHING, (queries) => findInWhole(queries, owner, { tenant, models, where: [], limit: 20, order: 'desc' }))
  }

  it.each<[string, (world: ApiWorld) => Promise<unknown>]>([
    ['the first page', (world) => read(world)],
    [`the first page of a partner, with their customers'`, (world) => readBelow(world, 'subtree')],
    ['the first page of the platform', (world) => readBelow(world, 'many')],
    ['the first page of everything in a tenant', (world) => readWhole(world, 'diy_customer')],
    [`the first page of everything of a partner`, (world) => readWhole(world, 'msp')],
    [`a record's history`, (world) => read(world, 'subject.oid==s7')],
    ['the history of a record that was changed once', (world) => read(world, 'subject.oid==rare')],
    ['what a request of the beginning did', (world) => read(world, 'requestId==r7')],
  ])('is read as quickly: %s', async (what, read) => {
    const times: [number[], number[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      const ms = await inTurns(run, { month: () => timed(() => read(month)), year: () => timed(() => read(year)) })
      times[0].push(ms.month)
      times[1].push(ms.year)
    }
    const [ofMonth, ofYear] = times.map(median)
    console.log(`${what}: month ${ofMonth?.toFixed(2)} ms, year ${ofYear?.toFixed(2)} ms`)
    expect((ofYear ?? 0) / (ofMonth ?? 0)).toBeLessThan(MAX_RATIO)
  })

  it('is verified as quickly, by the entry', { timeout: 600_000 }, async () => {
    const perEntry = async ({ database }: ApiWorld): Promise<number> => {
      let entries = 0
      const ms = await timed(async () => {
        const verdict = await verifyJournal(database)
        expect(verdict.faults).toEqual([])
        entries = verdict.entries
      })
      return ms / entries
    }
    const [ofMonth, ofYear] = [await perEntry(month), await perEntry(year)]
    console.log(`verification of an entry: month ${(1000 * ofMonth).toFixed(1)} µs, year ${(1000 * ofYear).toFixed(1)} µs`)
    expect(ofYear / ofMonth).toBeLessThan(MAX_RATIO)
  })
})

/** Records of an import. */
const IMPORTED = 20_000

describe('the journal of a large import', () => {
  it('is verified before the database has statistics of it as quickly as afterwards', { timeout: 120_000 }, async () => {
    const world = await apiWorld('postgres', { distributed: false })
    const { database } = world
    const verified = (): Promise<number> => timed(async () => expect((await verifyJournal(database)).faults).toEqual([]))
    try {
      const changes = {
        parentOid: world.oid['msp'],
        type: 'managed_customer',
        contactName: 'Ann',
        contactEmail: 'a@b.test',
        createAdmin: false,
      }
      const items = Array.from({ length: IMPORTED }, (_, row) => ({
        entity: 'customer',
        action: 'create' as const,
        changes: { ...changes, name: `Customer ${row}`, apoDomain: `${row}.customer.example` },
      }))
      const plan: Plan = { items, source: 'import', tenantOid: world.oid['msp'] ?? '' }
      const { status } = await applyPlan({ database, caller: await world.caller(OWNER) }, plan)
      expect(status).toBe(200)
      const before = await verified()
      await database.asOwner((queries) => sql`analyze`.execute(queries))
      const after = await verified()
      console.log(`verification after an import: ${before.toFixed(0)} ms, with statistics ${after.toFixed(0)} ms`)
      expect(before / after).toBeLessThan(3)
    } finally {
      await world.dispose()
    }
  })
})
