import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import type { SampleFile } from '../../../schemas/rules/checks/samples.ts'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { CommandMeta } from '../../../schemas/vocabulary/command-meta.ts'
import type { EntityMeta, EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { ApiWorld } from '../../support/api/api-world.ts'
import { boundsOf, recordOf, browserRefusals, type PlacedCase } from '../../support/samples/bound-places.ts'
import { samplesWithRows, plantGroup } from '../../support/api/command-rows.ts'
import { licenceWorld } from '../../support/api/licences.ts'

const metaOf = (name: EntityName): EntityMeta => entitySchemas[name]['x-entity']
const commandOf = (name: EntityName): CommandMeta | undefined => metaOf(name).command
const rowCommands = (Object.keys(entitySchemas) as EntityName[]).filter((name) => commandOf(name)?.prefill !== undefined)

/** The record without its read-only fields, which only the service fills in. */
function sendable(name: EntityName, record: Rec): Rec {
  const { properties = {} } = entitySchemas[name] as EntitySchema
  return Object.fromEntries(Object.entries(record).filter(([field]) => (properties[field] as PropertySchema).readOnly !== true))
}

/** A refusal. Only those of bounds count here, and those of rows that do not exist. */
type Refusal = { pointer: string; key: string; params?: Rec }
const isBound = ({ key }: Refusal): boolean => key.startsWith('validation.') || key === 'license.group.unknown'

// Bounds are checked before anything is written: one database is enough.
describe('a command on a row (S0 section 5), at, below and above its bounds', () => {
  let world: ApiWorld
  const files = new Map<EntityName, SampleFile>()
  beforeAll(async () => {
    world = await licenceWorld('postgres')
    for (const name of rowCommands) files.set(name, await samplesWithRows(world, name))
  })
  afterAll(() => world.dispose())

  const casesOf = (name: EntityName) => {
    const file = files.get(name)
    if (file === undefined) throw new Error(`${name} has no samples`)
    return boundsOf(name, file)
  }
  /** Whether the field identifies the row: it is filled in from the row that a person chose, not typed. */
  const identifiesRow = (name: EntityName, { pointer }: PlacedCase): boolean => pointer.slice(1) in (commandOf(name)?.prefill ?? {})

  async function outcomeOf(name: EntityName, record: Rec): Promise<Refusal | 'fits'> {
    const body = { items: [{ entity: name, action: 'create', changes: sendable(name, record) }], source: 'editor', tenantOid: 'platform' }
    const answer = await world.call('POST', '/api/v1/plans?dryRun=true', { body })
    const errors = (answer.body.items[0]?.['errors'] ?? []) as Refusal[]
    const first = errors.find(isBound)
    return first === undefined ? 'fits' : { ...first, pointer: first.pointer.replace(/^\/items\/0(?:\/changes)?/, '') }
  }

  it('is any command on licences except adding them', () => {
    expect(rowCommands.map((name) => commandOf(name)?.verb).toSorted()).toEqual(['assign', 'delete', 'edit', 'split', 'unassign'])
  })

  it.each(rowCommands)(
    '%s: the service accepts values within the bounds and refuses all others at their pointers',
    { tags: ['S0-5.73'] },
    async (name) => {
      const { cases, unreached } = casesOf(name)
      expect(unreached).toEqual([])
      expect(cases.map(({ pointer }) => pointer)).toContain('/count')
      const actual: unknown[] = []
      const expected: unknown[] = []
      for (const one of cases) {
        const { pointer, about, refused } = one
        const record = recordOf(name, one, '')
        const isRowField = identifiesRow(name, one)
        if (isRowField && refused === undefined)
          await plantGroup(world, { ...(record['group'] as Rec), tenantId: record['tenantId'], count: 4 })
        actual.push([pointer, about, await outcomeOf(name, record)])
        const unknown = { pointer: '', key: 'license.group.unknown' }
        expected.push([pointer, about, refused ? expect.objectContaining(isRowField ? unknown : { pointer, ...refused }) : 'fits'])
      }
      expect(actual).toEqual(expected)
    },
  )

  it.each(rowCommands)('%s: the console accepts and refuses the same, except in fields that identify the row', (name) => {
    const { samples, cases } = casesOf(name)
    const typed = cases.filter((one) => !identifiesRow(name, one))
    const type = browserRefusals(name, samples)
    const actual = typed.map((one) => [one.pointer, one.about, type(one).find(isBound) ?? 'fits'])
    expect(actual).toEqual(
      typed.map(({ pointer, about, refused }) => [pointer, about, refused ? expect.objectContaining(refused) : 'fits']),
    )
  })

  const needed = rowCommands.flatMap((name) => ((entitySchemas[name] as EntitySchema).required ?? []).map((field) => ({ name, field })))
  it.each(needed)('$name without the required $field is refused', { tags: ['S0-5.68'] }, async ({ name, field }) => {
    const [start] = casesOf(name).cases
    if (start === undefined) throw new Error(`${name} has no cases`)
    const answer = await outcomeOf(name, withValueAt(start.start.record, parsePointer(`/${field}`), null))
    const isRowField = field === 'tenantId' || field === 'group'
    expect(answer).toMatchObject(
      isRowField ? { pointer: '', key: 'license.group.unknown' } : { pointer: `/${field}`, key: 'validation.field.mandatory' },
    )
  })
})
