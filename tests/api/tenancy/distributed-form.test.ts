import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { runStep } from '../../../server/housekeeping/task.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { changeOf } from '../../support/samples/sample-record.ts'

const cases = Object.values<EntitySchema>(entitySchemas)
  .filter(isCreatable)
  .map((schema) => ({ name: schema['x-entity'].name, schema }))

// The exhaustive extent runs all API suites on such databases.
describe('a database in its distributed form, on one server', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres', { distributed: 'form' })
  })
  // Throws if a statement of a call named no tenant.
  afterAll(() => world.dispose())

  it('is what the service takes for a distributed one', async () => {
    expect(await world.database.isDistributed()).toBe(true)
  })

  it('tells every server how long a step of housekeeping waits for a lock', async () => {
    const texts: string[] = []
    const stop = world.database.onStatement((text) => texts.push(text))
    await runStep(world.database, { name: 'one', everyMs: 1, step: async () => ({ rows: 0, isMore: false }) })
    stop()
    expect(texts).toContain(`set local lock_timeout = '1000'`)
  })

  it.each(cases)('serves calls about $name by statements that name their tenant', async ({ schema }) => {
    const calls = callsOf(world, schema)
    const record = await calls.create()
    const oid = String(record['oid'])
    expect((await calls.list(`filter=oid==${oid}`)).body.data).toEqual([record])
    const [field, value] = changeOf(schema, record)
    const { status } = await calls.send('PUT', [withFieldValue({ oid, revision: 1 }, field, value)])
    expect(status).toBe(200)
    expect((await calls.send('DELETE', [{ oid, revision: 2 }])).status).toBe(200)
    expect((await calls.read(oid)).status).toBe(404)
  })

  it('follows references in filters within the tenant', async () => {
    const calls = callsOf(world, entitySchemas['edge-box'])
    await calls.create()
    for (const filter of ['wans.*.transportNetwork.name=isnull=false', 'site.name!=x', 'wans=none=(transportNetwork=any=(name==x))'])
      expect((await calls.list(`filter=${encodeURIComponent(filter)}`)).status, filter).toBe(200)
  })
})
