import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onRequestWork, RequestWork } from '../../../server/db/activity/request-work.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { appendEntries, writtenEntry } from '../../../server/journal/append.ts'
import { journalFilter } from '../../../server/journal/filter.ts'
import { findEntries } from '../../../server/journal/read-entries.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'

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

  it.each([
    ['the first page', undefined],
    [`a record's history`, 'subject.oid==s7'],
    ['the history of a record that was changed once', 'subject.oid==rare'],
    ['what a request of the beginning did', 'requestId==r7'],
  ])('is read as quickly: %s', async (what, filter) => {
    const times: [number[], number[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      times[0].push(await timed(() => read(month, filter)))
      times[1].push(await timed(() => read(year, filter)))
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
