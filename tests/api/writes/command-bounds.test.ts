import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import type { SampleFile } from '../../../schemas/rules/checks/samples.ts'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { CommandMeta, EntityMeta, EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { ApiWorld } from '../../support/api/api-world.ts'
import { boundsOf, recordOf, typist, type PlacedCase } from '../../support/samples/bound-places.ts'
import { plantedSamples, plantGroup } from '../../support/api/command-rows.ts'
import { licenceWorld } from '../../support/api/licences.ts'

const metaOf = (name: EntityName): EntityMeta => entitySchemas[name]['x-entity']
const commandOf = (name: EntityName): CommandMeta | undefined => metaOf(name).command
const onRows = (Object.keys(entitySchemas) as EntityName[]).filter((name) => commandOf(name)?.prefill !== undefined)

/** Nobody sends what the service alone knows of a row. */
function sendable(name: EntityName, record: Rec): Rec {
  const { properties = {} } = entitySchemas[name] as EntitySchema
  return Object.fromEntries(Object.entries(record).filter(([field]) => (properties[field] as PropertySchema).readOnly !== true))
}

/** What is said of a bound: only the refusal that is expected counts, or that none of the kind is there. */
type Said = { pointer: string; key: string; params?: Rec }
const isBound = ({ key }: Said): boolean => key.startsWith('validation.') || key === 'license.group.unknown'

// Bounds are held against a record before anything is written: one database is enough.
describe('S0 section 5, a command that begins with a row, at, below and above the bounds', () => {
  let world: ApiWorld
  const files = new Map<EntityName, SampleFile>()
  beforeAll(async () => {
    world = await licenceWorld('postgres')
    for (const name of onRows) files.set(name, await plantedSamples(world, name))
  })
  afterAll(() => world.dispose())

  const casesOf = (name: EntityName) => {
    const file = files.get(name)
    if (file === undefined) throw new Error(`${name} has no samples`)
    return boundsOf(name, file)
  }
  /** What names the row is not typed, but chosen with it. */
  const isOfRow = (name: EntityName, { pointer }: PlacedCase): boolean => pointer.slice(1) in (commandOf(name)?.prefill ?? {})

  async function said(name: EntityName, record: Rec): Promise<Said | 'fits'> {
    const body = { items: [{ entity: name, action: 'create', changes: sendable(name, record) }], source: 'editor', tenantOid: 'platform' }
    const answer = await world.call('POST', '/api/v1/plans?dryRun=true', { body })
    const errors = (answer.body.items[0]?.['errors'] ?? []) as Said[]
    const first = errors.find(isBound)
    return first === undefined ? 'fits' : { ...first, pointer: first.pointer.replace(/^\/items\/0(?:\/changes)?/, '') }
  }

  it('is each of the commands on licences but adding them', () => {
    expect(onRows.map((name) => commandOf(name)?.verb).toSorted()).toEqual(['assign', 'delete', 'edit', 'split', 'unassign'])
  })

  it.each(onRows)('%s: the service takes what fits and refuses the rest at its place', { tags: ['S0-5.73'] }, async (name) => {
    const { cases, unreached } = casesOf(name)
    expect(unreached).toEqual([])
    expect(cases.map(({ pointer }) => pointer)).toContain('/count')
    const told: unknown[] = []
    const expected: unknown[] = []
    for (const one of cases) {
      const { pointer, about, refused } = one
      const record = recordOf(name, one, '')
      const ofRow = isOfRow(name, one)
      if (ofRow && refused === undefined) await plantGroup(world, { ...(record['group'] as Rec), tenantId: record['tenantId'], count: 4 })
      const answer = await said(name, record)
      told.push([pointer, about, answer])
      const unknown = { pointer: '', key: 'license.group.unknown' }
      expected.push([pointer, about, refused ? expect.objectContaining(ofRow ? unknown : { pointer, ...refused }) : 'fits'])
    }
    expect(told).toEqual(expected)
  })

  it.each(onRows)('%s: the console says the same, but for the row that is chosen', (name) => {
    const { samples, cases } = casesOf(name)
    const typed = cases.filter((one) => !isOfRow(name, one))
    const type = typist(name, samples)
    const told = typed.map((one) => [one.pointer, one.about, type(one).find(isBound) ?? 'fits'])
    expect(told).toEqual(typed.map(({ pointer, about, refused }) => [pointer, about, refused ? expect.objectContaining(refused) : 'fits']))
  })

  const needed = onRows.flatMap((name) => ((entitySchemas[name] as EntitySchema).required ?? []).map((field) => ({ name, field })))
  it.each(needed)('$name without $field, which is required, is refused at its place', { tags: ['S0-5.68'] }, async ({ name, field }) => {
    const [start] = casesOf(name).cases
    if (start === undefined) throw new Error(`${name} has no cases`)
    const answer = await said(name, withValueAt(start.start.record, parsePointer(`/${field}`), null))
    const names = field === 'tenantId' || field === 'group'
    expect(answer).toMatchObject(
      names ? { pointer: '', key: 'license.group.unknown' } : { pointer: `/${field}`, key: 'validation.field.mandatory' },
    )
  })
})
