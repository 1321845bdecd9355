import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApi } from '../../../scripts/generate/openapi/document.ts'
import { reference } from '../../../scripts/generate/docs/reference.ts'
import { compareWithRelease } from '../../../schemas/evolution/compare-entities.ts'
import { examineRecords } from '../../../server/evolution/examine-records.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Place } from '../api/api-world.ts'
import { evolvingWorld, type EvolvingWorld } from '../api/evolving-service.ts'
import { expectDraft, expectFile, expectJournal, expectList, keepFirst, screenOf, type Kept, type KeptPlaces } from './kept-before.ts'
import { treeWith } from './kept-sheets.ts'
import { pierCalls, type PierCalls } from './pier-calls.ts'
import { firstPier, pierChanges, storedPier, type Change } from './pier-changes.ts'

/** Takes piers of two tenants through twelve changes of their schema, with copies of two versions after each. */
export function describeTwelveChanges(place: Place, rows: number): void {
  describe(`twelve changes of a schema, one after another, on ${place}`, () => {
    let world: EvolvingWorld
    let before: PierCalls
    let kept: Kept
    let places: KeptPlaces
    let visits = 0
    const revisions = new Map<string, number>()

    beforeAll(async () => {
      world = await evolvingWorld(place)
      before = pierCalls(await world.release({ schema: firstPier }))
      const tenants: [string, string] = [world.platformOid, await secondTenant(before, world.platformOid)]
      const half = rows / 2
      const piers = Array.from({ length: rows }, (_, n) => storedPier(n))
      const made = [
        ...(await before.send('POST', tenants[0], piers.slice(0, half))),
        ...(await before.send('POST', tenants[1], piers.slice(half))),
      ]
      places = { tenants, oids: made.map(({ oid }) => String(oid)) }
      kept = await keepFirst(before, places)
    }, 600_000)
    afterAll(() => world.dispose())

    it.each(pierChanges.map((change, round) => ({ ...change, round })))(
      '$what: every record is opened, changed and saved by both versions, and what was kept before holds',
      { timeout: 900_000 },
      async ({ round, ...change }) => {
        expectDeclared(world, change)
        const after = pierCalls(await world.release(change))
        await expectAll(after, change)
        await saveAll(before, change)
        await saveAll(after, change)
        // Some rows are as the version before wrote them, others as the version after did.
        await saveAll(before, change, (n) => n % 10 === 0)
        await expectKept(after, { change, round })
        await expectAll(after, change)
        await world.settle(after.version)
        await expectList(after, change.names, kept)
        await saveAll(before, change, (n) => n % 2 === 0)
        await expectAll(after, change)
        await expectExamined(after, change)
        // Whoever is told puts it right.
        const wrong = places.oids.flatMap((oid, n) => (change.refused?.(n) ? [{ oid, depth: 3 }] : []))
        await patch(after, wrong)
        await expectTold(change)
        before = after
      },
    )

    async function expectKept(calls: PierCalls, { change: { names }, round }: { change: Change; round: number }): Promise<void> {
      await expectList(calls, names, kept)
      await expectFile(calls, names, kept)
      await expectDraft(calls, names, kept)
      await expectJournal(calls, names, { kept, places, round })
    }

    async function expectAll(calls: PierCalls, { expected }: Change): Promise<void> {
      const found = await calls.readAll()
      const wrong = places.oids.filter((oid, n) => {
        const record = found.get(oid) ?? ({} as ServedRecord)
        return Object.entries(expected(n)).some(([name, value]) => JSON.stringify(record[name]) !== JSON.stringify(value))
      })
      expect(wrong.map((oid) => found.get(oid)).slice(0, 3)).toEqual([])
    }

    /** Changes every record that can be saved. */
    async function saveAll(calls: PierCalls, { refused }: Change, chosen: (n: number) => boolean = () => true): Promise<void> {
      visits++
      const isRefused = (n: number): boolean => calls !== before && refused?.(n) === true
      const oids = places.oids.filter((_, n) => !isRefused(n) && chosen(n))
      await patch(
        calls,
        oids.map((oid) => ({ oid, visits })),
      )
    }

    async function patch(calls: PierCalls, changed: Rec[]): Promise<void> {
      const half = new Set(places.oids.slice(0, places.oids.length / 2))
      for (const [at, tenant] of places.tenants.entries()) {
        const part = changed.filter(({ oid }) => half.has(String(oid)) === (at === 0))
        const data = part.map((one) => ({ ...one, revision: revisions.get(String(one['oid'])) ?? 1 }))
        const written = data.length > 0 ? await calls.send('PATCH', tenant, data) : []
        for (const { oid, revision } of written) revisions.set(String(oid), Number(revision))
      }
    }

    async function expectExamined({ version }: PierCalls, { schema, refused }: Change): Promise<void> {
      for await (const { examined } of examineRecords({ ...version, entities: [schema.$id] }))
        expect(examined.invalid.reduce((sum, { count }) => sum + count, 0)).toBe(places.oids.filter((_, n) => refused?.(n)).length)
    }
  })
}

function expectDeclared(world: EvolvingWorld, { schema }: Change): void {
  const differences = compareWithRelease({ released: world.released(), schemas: { [schema.$id]: schema }, today: '2026-12-01' })
  expect(differences.filter((one) => one.class === 'breaking')).toEqual([])
}

/** The reference and OpenAPI tell of the change. */
function expectTold({ schema, names, told, inOpenApi }: Change): void {
  // The table of rights knows the resources of the product only.
  const known = { ...schema, 'x-entity': { ...schema['x-entity'], resource: 'partners' } }
  const tree = treeWith(known, screenOf(names))
  const page = reference(tree, [schema.$id]).pages.get(`docs/reference/en/${schema.$id}.html`) ?? ''
  expect(told.filter((words) => !page.includes(words))).toEqual([])
  const document = JSON.stringify(openApi({ ...tree, entities: { [schema.$id]: known }, sources: { [schema.$id]: known } }))
  expect(inOpenApi.filter((words) => !document.includes(words))).toEqual([])
}

async function secondTenant({ version: { app } }: PierCalls, parentOid: string): Promise<string> {
  const partner = { parentOid, type: 'msp', name: 'Harbour Networks', contactName: 'Ada Quay', contactEmail: 'ada@harbour.example' }
  const answer = await app.inject({ method: 'POST', url: `/api/v1/partners?tenantOid=${parentOid}`, payload: { data: [partner] } })
  expect(answer.statusCode, answer.body).toBe(201)
  const [made] = answer.json<{ data: Rec[] }>().data
  return String(made?.['oid'] ?? made?.['id'])
}
