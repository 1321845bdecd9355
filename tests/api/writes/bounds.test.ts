import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { FieldError } from '../../../schemas/plan.ts'
import type { CommandMeta } from '../../../schemas/vocabulary/command-meta.ts'
import type { EntityMeta, Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { boundsOf, recordOf, browserRefusals, type PlacedCase } from '../../support/samples/bound-places.ts'
import { newPairOid } from '../../support/api/pairs.ts'
import { plantReferences, sampleFileOf, setFeatures, deleteReferences } from '../../support/samples/sample-fixtures.ts'
import type { FactId } from '../../proofs/facts.ts'
import { eachCase } from '../../support/each-case.ts'

/** Entities that have only switches and references, and so no bounds. */
const boundless: EntityName[] = ['local-breakout']

const names = (Object.keys(entitySchemas) as EntityName[]).filter((name) => {
  const { readOnly, creation } = entitySchemas[name]['x-entity'] as EntityMeta
  return readOnly !== true && creation !== false && !boundless.includes(name)
})

/** Commands, whose forms have bounds like those of records. For commands on a row, see command-bounds: the service looks up the row first. */
const commands = (Object.keys(entitySchemas) as EntityName[]).filter((name) => commandOf(name) !== undefined)
const listCommands = commands.filter((name) => commandOf(name)?.prefill === undefined)

function commandOf(name: EntityName): CommandMeta | undefined {
  return (entitySchemas[name]['x-entity'] as EntityMeta).command
}

/** The first validation error of each case, or 'fits'. Errors of rules do not count: they may refuse a value within its bounds. */
function actualOutcomes(
  cases: readonly PlacedCase[],
  errorsOf: (one: PlacedCase, index: number) => readonly { key: string; params?: Rec }[],
): unknown[] {
  return cases.map((one, index) => {
    const refused = errorsOf(one, index).find(({ key }) => key.startsWith('validation.'))
    const first = refused && { key: refused.key, ...(one.refused?.params && refused.params && { params: refused.params }) }
    return [one.pointer, one.about, first ?? 'fits']
  })
}
const expectedOutcomes = (cases: readonly PlacedCase[]): unknown[] =>
  cases.map(({ pointer, about, refused }) => [pointer, about, refused ?? 'fits'])

/** Ids of the facts about the bounds of each entity. */
const facts: Partial<Record<EntityName, FactId[]>> = {
  appliance: ['S0-5.66'],
  'application-set': ['S2-5.40'],
  customer: ['S0-5.61'],
  'edge-box': ['S1-5.38'],
  'external-gateway': ['S2-5.32'],
  'firewall-vpn-zone': ['S2-5.39'],
  'ihap-profile': ['S2-5.37'],
  'overlay-routing': ['S2-5.33'],
  'overlay-security': ['S2-5.34'],
  partner: ['S0-5.57'],
  'syslog-server': ['S2-5.36'],
  'tele-engine': ['S1-5.39'],
  'time-synchro': ['S2-5.35'],
  'user-role': ['S0-5.64'],
  'vrrp-profile': ['S2-5.38'],
}
const withFacts = (name: EntityName): [EntityName, ...FactId[]] => [name, ...(facts[name] ?? [])]

describe('the console accepts and refuses values at, below and above the bounds', () => {
  eachCase<[EntityName]>([...names, ...commands].map(withFacts))('of every field of %s, each reached by a sample', (name) => {
    const { samples, cases, unreached } = boundsOf(name, sampleFileOf(name))
    expect(unreached).toEqual([])
    expect(cases.length).toBeGreaterThan(0)
    expect(actualOutcomes(cases, browserRefusals(name, samples))).toEqual(expectedOutcomes(cases))
  })
})

// Bounds are checked before the database is used: one is enough.
describe('the service accepts and refuses values at, below and above the bounds', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres')
  })
  afterAll(() => world.dispose())

  /** The errors of each record when it is sent as an update of a singleton or of a pair. */
  async function updateErrors(entity: EntityName, records: readonly Rec[]): Promise<readonly FieldError[][]> {
    const overlayOid = world.oid['managed'] ?? ''
    const oid = entityMeta[entity].pairs === undefined ? overlayOid : await newPairOid(world, entitySchemas[entity], overlayOid)
    const errors: FieldError[][] = []
    for (const changes of records) {
      const body = { items: [{ entity, action: 'update', oid, revision: 1, changes }], source: 'editor', tenantOid: overlayOid }
      const { items } = (await world.call('POST', '/api/v1/plans?dryRun=true', { body })).body
      errors.push(
        ((items[0]?.['errors'] ?? []) as FieldError[]).map((error) => ({
          ...error,
          pointer: error.pointer.replace('/items/0', `/items/${errors.length}`),
        })),
      )
    }
    return errors
  }

  /** The errors of each record: creations go below the first tenant in which such records may be created at all. */
  async function errorsFor(entity: EntityName, records: readonly Rec[]): Promise<readonly FieldError[][]> {
    const { parent, scope, singleton, pairs } = entityMeta[entity]
    if (singleton === true || pairs !== undefined) return updateErrors(entity, records)
    const tenantOid = scope === 'overlay' ? world.oid['managed'] : 'platform'
    for (const parentOid of ['platform', world.oid['vad'], world.oid['msp']]) {
      const items = records.map((record) => ({
        entity,
        action: 'create',
        changes: parent === undefined ? record : { ...record, [parent]: parentOid },
      }))
      const { body } = await world.call('POST', '/api/v1/plans?dryRun=true', { body: { items, source: 'editor', tenantOid } })
      const errors = body.items.map((item) => (item['errors'] ?? []) as FieldError[])
      if (!errors.flat().some(({ pointer }) => /^\/items\/\d+$/.test(pointer))) return errors
    }
    throw new Error(`nobody may create a ${entity} anywhere`)
  }

  eachCase<[EntityName]>([...names, ...listCommands].map(withFacts))('of every field of %s', async (name) => {
    const file = sampleFileOf(name)
    const overlayOid = world.oid['managed'] ?? ''
    const oids = entitySchemas[name]['x-entity'].scope === 'overlay' ? await plantReferences(world, file, { overlayOid }) : undefined
    if (oids) onTestFinished(() => deleteReferences(world, file, oids))
    const { samples, cases } = boundsOf(name, file, oids)
    const featuresOf = ({ start }: PlacedCase): string => JSON.stringify({ ...samples.context.feature, ...start.context.feature })
    for (const features of new Set(cases.map(featuresOf))) {
      const group = cases.filter((one) => featuresOf(one) === features)
      if (oids) await setFeatures(world, overlayOid, JSON.parse(features) as Record<string, boolean>)
      const records = group.map((one, index) => recordOf(name, one, `-${index}`))
      const errors = await errorsFor(name, records)
      const errorsAt = ({ pointer }: PlacedCase, index: number): FieldError[] =>
        (errors[index] ?? []).filter((error) => error.pointer === `/items/${index}/changes${pointer}`)
      expect(actualOutcomes(group, errorsAt)).toEqual(expectedOutcomes(group))
    }
  })
})
