import { fork } from 'node:child_process'
import { sql } from 'kysely'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { textRows } from '../../../server/db/sql-parts.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { backfillRows, pendingCounts } from '../../../server/evolution/backfill.ts'
import { evolvingWorld, type EvolvingWorld, type Version } from '../../support/api/evolving-service.ts'
import { exampleSchema } from '../../support/api/example-service.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figure.ts'

const ROWS = 1_000_000
const BATCH = 1_000

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', description: 'Text.', ...more })

/** Lists find their pages by an index, or by row counts and columns that are made anew. */
type Kind = 'plain' | 'ranked'

function pier(kind: Kind, properties: Record<string, PropertySchema>): EntitySchema {
  const sorted = Object.keys(properties)[0] ?? 'name'
  const schema = exampleSchema('pier', {
    properties: {
      oid: { type: 'string', readOnly: true, description: 'Identifier.' },
      name: text({ minLength: 1, maxLength: 40 }),
      ...properties,
    },
    required: ['name'],
    search: ['name'],
    unique: [{ fields: ['name'], because: 'pier.name.taken' }],
    sort: ['name', sorted],
    conditions: { closed: { state: 'closed' } },
  })
  return kind === 'plain' ? schema : { ...schema, 'x-entity': { ...schema['x-entity'], ranked: sorted } }
}

const first = (kind: Kind): EntitySchema =>
  pier(kind, {
    keeper: text({ maxLength: 40 }),
    state: { type: 'string', enum: ['open', 'closed'], description: 'State.' },
    depth: { type: 'number', description: 'Metres.' },
  })
const second = (kind: Kind): EntitySchema =>
  pier(kind, {
    warden: text({ maxLength: 40, 'x-was': ['keeper'] }),
    state: { type: 'string', enum: ['free', 'closed'], 'x-options': { free: { 'x-was': ['open'] } }, description: 'State.' },
    depth: { type: 'number', description: 'Metres.' },
  })

/** A renamed field, by which lists are sorted, and a renamed option, in a million records, while others write and read them. */
export const backfillBench: Bench = {
  id: 'BACKFILL',
  about: 'a changed schema in a million records, compared with an update of the same data, and how long others wait',
  onRequest: true,
  async run(showProgress) {
    const figures: Figure[] = []
    for (const kind of ['plain', 'ranked'] as const) figures.push(...(await measure(kind, showProgress)))
    return figures
  },
}

async function measure(kind: Kind, showProgress: (step: string) => void): Promise<Figure[]> {
  const of = `BACKFILL, a million records of a ${kind} list`
  const world = await evolvingWorld('postgres')
  try {
    const before = await world.release({ schema: first(kind) })
    showProgress(`inserting ${ROWS} records`)
    await fill(world, before)
    const probe = startProbe(world.administratorUrl ?? '')
    showProgress('upgrading')
    const upgradeFrom = performance.now()
    const after = await world.release({ schema: second(kind) })
    const upgradeMs = performance.now() - upgradeFrom
    const upgradeWait = await probe.longest()
    showProgress(`upgraded in ${Math.round(upgradeMs)} ms; rewriting`)
    const ours = await rate(() => backfillAll(after))
    const backfillWait = await probe.longest()
    probe.end()
    showProgress('updating the same rows')
    const theirs = await rate(() => updateAll(after))
    return [
      { id: of, ours, reference: theirs, unit: 'rows/s', budget: { of: 'ratio', atLeast: 0.5 } },
      waitFigure(`${of}: longest wait while the table is prepared`, upgradeWait, `of ${(upgradeMs / 1000).toFixed(1)} s`),
      waitFigure(`${of}: longest wait while records are rewritten`, backfillWait, 'one statement of another connection'),
    ]
  } finally {
    await world.dispose()
  }
}

function waitFigure(id: string, ours: number, note: string): Figure {
  return { id, ours, unit: 'ms', budget: { of: 'ours', atMost: 200 }, note }
}

async function fill(world: EvolvingWorld, { database }: Version): Promise<void> {
  await database.asOwner(async (queries) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(queries)
    await sql`insert into entity.pier (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select t.oid, t.path, 'pier' || n, 1, jsonb_build_object('oid', 'pier' || n, 'name', 'Pier ' || n, 'keeper', 'Keeper ' || n % 1000, 'state', case n % 2 when 0 then 'open' else 'closed' end, 'depth', n % 30),
        ' pier ' || n, jsonb_build_object('name', 'pier ' || n, 'keeper', 'keeper ' || n % 1000), now(), now()
      from generate_series(1, ${ROWS}::integer) n cross join tenant t where t.oid = ${world.platformOid}`.execute(queries)
  })
}

/** Statements of others, in a process of their own. */
function startProbe(url: string): { longest(): Promise<number>; end(): void } {
  const probe = fork(new URL('./probe.mjs', import.meta.url), [url, String(ROWS)])
  return {
    longest: () =>
      new Promise((resolve) => {
        probe.once('message', (longest) => resolve(Number(longest)))
        probe.send('longest')
      }),
    end: () => probe.disconnect(),
  }
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return ROWS / ((performance.now() - from) / 1000)
}

/** As housekeeping does, without its pauses. */
async function backfillAll({ database, model }: Version): Promise<void> {
  let after: { tenantOid: string; oid: string } | undefined
  for (;;) {
    const rows = await database.transaction(EVERYTHING, (queries) => backfillRows(queries, model, after))
    const last = rows.at(-1)
    after = last && { tenantOid: last.tenant_oid, oid: last.oid }
    if (last !== undefined) continue
    const left = await database.transaction(EVERYTHING, (queries) => pendingCounts(queries, [model]))
    if ((left.get(model.name) ?? 0) === 0) return
  }
}

/** The data that stand there now, sent again in batches of the same size, with nothing to read or to convert. */
async function updateAll({ database }: Version): Promise<void> {
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, at) => rowOf(from + at + 1))
    await database.transaction(EVERYTHING, (queries) =>
      sql`update entity.pier r set data = x.data::jsonb from ${textRows(rows)} as x(oid, data) where r.oid = x.oid`.execute(queries),
    )
  }
}

function rowOf(n: number): string[] {
  const state = n % 2 === 0 ? 'open' : 'closed'
  const layer = n % 2 === 0 ? { state: 'free' } : {}
  const data = {
    $version: 0,
    $1: layer,
    oid: `pier${n}`,
    name: `Pier ${n}`,
    keeper: `Keeper ${n % 1000}`,
    warden: `Keeper ${n % 1000}`,
    state,
    depth: n % 30,
  }
  return [data.oid, JSON.stringify(data)]
}
