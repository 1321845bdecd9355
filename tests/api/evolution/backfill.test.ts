import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { backfillRows, backfillTask } from '../../../server/evolution/backfill.ts'
import { runStep } from '../../../server/housekeeping/task.ts'
import { evolvingWorld, type EvolvingWorld, type Version } from '../../support/api/evolving-service.ts'
import { exampleSchema } from '../../support/api/example-service.ts'

/** More than a table whose indexes are built at once. */
const ROWS = 6_000

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', description: 'Text.', ...more })

function pier(properties: Record<string, PropertySchema>): EntitySchema {
  return exampleSchema('pier', {
    properties: { oid: text({ readOnly: true }), name: text({ minLength: 1, maxLength: 40 }), ...properties },
    required: ['name'],
    search: ['name'],
    unique: [{ fields: ['name'], because: 'pier.name.taken' }],
    sort: ['name', Object.keys(properties)[0] ?? 'name'],
  })
}

describe('stored records of a large table', () => {
  let world: EvolvingWorld
  let after: Version
  beforeAll(async () => {
    world = await evolvingWorld('postgres')
    const before = await world.release({ schema: pier({ keeper: text() }) })
    await before.database.asOwner((queries) =>
      sql`insert into entity.pier (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, 'p' || n, 1, jsonb_build_object('oid', 'p' || n, 'name', 'Pier ' || n, 'keeper', 'Keeper ' || n),
          ' Pier ' || n, jsonb_build_object('name', 'pier ' || n, 'keeper', 'keeper ' || n), now(), now()
        from generate_series(1, ${ROWS}::integer) n cross join tenant t where t.oid = ${world.platformOid}`.execute(queries),
    )
    after = await world.release({ schema: pier({ warden: text({ 'x-was': ['keeper'] }) }) })
  })
  afterAll(() => world.dispose())

  it('get their indexes, all of them usable', async () => {
    const { rows } = await after.database.asOwner((queries) =>
      sql<{ definition: string; valid: boolean }>`select pg_get_indexdef(indexrelid) as definition, indisvalid as valid from pg_index
        where indrelid = 'entity.pier'::regclass`.execute(queries),
    )
    expect(rows.filter(({ valid }) => !valid)).toEqual([])
    const definitions = rows.map(({ definition }) => definition).join('\n')
    expect(definitions).toContain('warden')
    expect(definitions).toContain('$1')
  })

  it('are rewritten in steps, and go on where a lost connection ended one', async () => {
    const { database, model } = after
    const task = backfillTask([model])
    if (task === undefined) throw new Error('there is nothing to settle')
    expect(await runStep(database, task)).toEqual({ rows: 1_000, isMore: true })
    await expect(
      database.transaction(EVERYTHING, async (queries) => {
        await backfillRows(queries, model)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(queries)
      }),
    ).rejects.toThrow()
    let rows = 1_000
    for (;;) {
      const step = await runStep(database, task)
      rows += step?.rows ?? 0
      if (step?.isMore !== true) break
    }
    expect(rows).toBe(ROWS)
    const { rows: counted } = await database.withScope(EVERYTHING, (queries) =>
      sql<{
        rows: number
        revisions: number
        sorted: number
      }>`select (count(*) filter (where data->>'warden' = 'Keeper ' || substr(oid, 2) and data->>'keeper' = data->>'warden'))::integer as rows,
        max(revision) as revisions, (count(*) filter (where sort_keys->>'warden' = 'keeper ' || substr(oid, 2)))::integer as sorted from entity.pier`.execute(
        queries,
      ),
    )
    expect(counted).toEqual([{ rows: ROWS, revisions: 1, sorted: ROWS }])
  })

  it('are refused by a version that is two releases older', async () => {
    const third = await world.release({ schema: pier({ guard: text({ 'x-was': ['warden'] }) }) })
    await world.settle(third)
    const fourth = pier({ guard: text({ 'x-was': ['warden'] }), watch: text({ 'x-since': { keep: true } }) })
    await world.release({ schema: fourth })
    await expect(world.restart(after)).rejects.toThrow('too new for this one')
  })
})
