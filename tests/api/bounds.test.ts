import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas, type EntityName } from '../../schemas/generated/entities.ts'
import type { FieldError } from '../../schemas/plan.ts'
import { validators } from '../../schemas/generated/validators/index.ts'
import { withFieldValue } from '../../schemas/vocabulary/field-path.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { apiWorld, places, type ApiWorld } from '../support/api-world.ts'
import { boundCases, type BoundCase } from '../support/bound-cases.ts'
import { sampleRecord } from '../support/sample-record.ts'

const names = (Object.keys(entitySchemas) as EntityName[]).filter((name) => entitySchemas[name]['x-entity'].readOnly !== true)

/** What was expected, and what is said of the field, in the same form. */
function told(cases: readonly BoundCase[], said: (one: BoundCase, index: number) => readonly { key: string; params?: Rec }[]): unknown[] {
  return cases.map((one, index) => {
    const first = said(one, index).map(({ key, params }) => ({ key, ...(one.refused?.params && params && { params }) }))[0]
    return [one.field, one.about, first ?? 'accepted']
  })
}
const expected = (cases: readonly BoundCase[]): unknown[] => cases.map(({ field, about, refused }) => [field, about, refused ?? 'accepted'])
const recordsOf = (name: EntityName, cases: readonly BoundCase[]): Rec[] =>
  cases.map(({ field, value }, index) => withFieldValue(sampleRecord(entitySchemas[name], `b${index}`), field, value))

describe('the console, at, below and above the bounds', () => {
  it.each(names)('of every field of %s', (name) => {
    const cases = boundCases(entitySchemas[name])
    expect(cases.length).toBeGreaterThan(2)
    const records = recordsOf(name, cases)
    const said = ({ field }: BoundCase, index: number) => validators[name](records[index]).filter(({ pointer }) => pointer === `/${field}`)
    expect(told(cases, said)).toEqual(expected(cases))
  })
})

describe.each(places)('the service on %s, at, below and above the bounds', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  }, 60_000)
  afterAll(() => world.dispose())

  /** What the service says of each, below the first tenant where such records may be created at all. */
  async function verdicts(entity: EntityName, records: readonly Rec[]): Promise<readonly Rec[]> {
    const { parent, scope } = entitySchemas[entity]['x-entity']
    const tenantOid = scope === 'overlay' ? world.oid['managed'] : 'platform'
    for (const above of ['platform', world.oid['vad'], world.oid['msp']]) {
      const items = records.map((record) => ({
        entity,
        action: 'create',
        changes: parent === undefined ? record : { ...record, [parent]: above },
      }))
      const { body } = await world.call('POST', '/api/v1/plans?dryRun=true', { body: { items, source: 'api', tenantOid } })
      const errors = body.items.flatMap((item) => (item['errors'] ?? []) as FieldError[])
      if (!errors.some(({ pointer }) => /^\/items\/\d+$/.test(pointer))) return body.items
    }
    throw new Error(`nobody may create a ${entity} anywhere`)
  }

  it.each(names)('of every field of %s', async (name) => {
    const cases = boundCases(entitySchemas[name])
    const items = await verdicts(name, recordsOf(name, cases))
    const said = ({ field }: BoundCase, index: number): FieldError[] => {
      const errors = (items[index]?.['errors'] ?? []) as FieldError[]
      return errors.filter(({ pointer }) => pointer === `/items/${index}/changes/${field}`)
    }
    expect(told(cases, said)).toEqual(expected(cases))
  })
})
