import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { bothPlaces } from '../../support/api/api-world.ts'
import { anyFilter, anyRecord, isRefused, matches, names, rsqlOf, type OracleFilter } from '../../support/api/filter-oracle.ts'
import { exampleService, type ExampleService } from '../../support/api/example-service.ts'
import { isExhaustive } from '../../support/extent.ts'

/** Number of generated filters. `FILTER_RUNS=100000` proves the budget; the default is lower to save time. */
const RUNS = Number(process.env['FILTER_RUNS'] ?? (isExhaustive ? 1_000 : 200))

describe.each(bothPlaces)('filters on %s', (place) => {
  let world: ExampleService
  let records: Rec[]
  beforeAll(async () => {
    world = await exampleService(place)
    const data = fc
      .sample(anyRecord, { numRuns: names.length * 3, seed: 7 })
      .map((record, index) => ({ ...record, name: `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}` }))
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/ships',
      headers: { 'x-overlay-oid': 'platform' },
      payload: { data },
    })
    records = (answer.json() as { data: Rec[] }).data
  })
  afterAll(() => world.dispose())

  async function list(query: string): Promise<{ status: number; oids: string[]; detail: string }> {
    const answer = await world.app.inject({
      method: 'GET',
      url: `/api/v1/ships?size=1000&${query}`,
      headers: { 'x-overlay-oid': 'platform' },
    })
    const body = answer.json() as { data?: Rec[]; detail?: string }
    return { status: answer.statusCode, oids: (body.data ?? []).map(({ oid }) => String(oid)).toSorted(), detail: body.detail ?? '' }
  }
  const filtered = (filter: string): ReturnType<typeof list> => list(`filter=${encodeURIComponent(filter)}`)

  it(`return exactly the rows of an oracle in memory (${RUNS} generated filters)`, { tags: ['D-2.4'] }, async () => {
    const check = async (filter: OracleFilter): Promise<void> => {
      const { status, oids, detail } = await filtered(rsqlOf(filter))
      if (isRefused(filter)) expect(status, detail).toBe(400)
      else
        expect({ status, detail, oids }).toEqual({
          status: 200,
          detail: '',
          oids: records
            .filter((record) => matches(filter, record))
            .map(({ oid }) => String(oid))
            .toSorted(),
        })
    }
    await fc.assert(fc.asyncProperty(anyFilter, check), { numRuns: RUNS, seed: 11 })
  })

  it('answer any text with 200 or 400', { tags: ['D-2.4'] }, async () => {
    const letters = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom('\0', '\\', '%', '"'))
    const texts = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.stringMatching(/^[a-z()'";,=!<>*%\\ ]{0,40}$/),
      fc.string({ unit: letters, maxLength: 20 }).map((text) => `name=ilike="${text.replace(/[\\"]/g, '\\$&')}"`),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => void expect([200, 400]).toContain((await filtered(text)).status)),
      { numRuns: Math.min(RUNS, 500), seed: 3 },
    )
  })

  it.each([
    ['length', 16_000, (length: number) => `name=="${'x'.repeat(length - 8)}"`],
    ['depth', 20, (depth: number) => `${'('.repeat(depth)}name==x${')'.repeat(depth)}`],
    ['number of terms', 500, (count: number) => Array.from({ length: count }, () => 'crew==1').join(';')],
    ['number of values', 500, (count: number) => `crew=in=(${Array.from({ length: count - 1 }, () => '1').join(',')});name==x`],
  ])('are limited in %s', async (_what, limit, filter) => {
    expect((await filtered(filter(limit))).status).toBe(200)
    expect((await filtered(filter(limit + 1))).status).toBe(400)
  })

  it.each(['0000-01-01', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+12:00', '+010000-01-01', '2026-02-31T00:00', '2026-13-01'])(
    'accept or refuse the time %s',
    async (time) => {
      for (const field of ['launchedAt', 'updatedAt']) expect([200, 400]).toContain((await filtered(`${field}=lt="${time}"`)).status)
    },
  )

  it('suggest the nearest field, but never one that may not be read', { tags: ['D-2.5'] }, async () => {
    expect((await filtered('nmae==x')).detail).toBe("Unknown field 'nmae'; did you mean 'name'?")
    expect((await filtered('cod==x')).detail).not.toContain("'code'")
  })

  it('find a text by any part of it, including literal wildcard characters', { tags: ['D-2.6'] }, async () => {
    for (const record of records) {
      const name = String(record['name'])
      const within = [...name].slice(1).join('')
      const parts = [name, ...([...within].length > 2 ? [within] : []), ...name.split(' ').map((word) => [...word].slice(0, 2).join(''))]
      for (const part of new Set(parts)) {
        const text = `%${part.replace(/[\\%_]/g, '\\$&')}%`.replace(/[\\"]/g, '\\$&')
        expect((await filtered(`(name=ilike="${text}",flag=ilike="${text}")`)).oids, part).toContain(record['oid'])
      }
    }
  })
})
