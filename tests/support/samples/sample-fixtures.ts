import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { changeDirectly } from '../api/change-directly.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { ruleSetOf } from '../../../schemas/rules/compile/rule-set.ts'
import type { SampleFile } from '../../../schemas/rules/checks/samples.ts'
import { replaced } from '../../../schemas/rules/checks/whole-samples.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import type { ApiWorld } from '../api/api-world.ts'
import { plantApplication, plantRecord } from '../api/live-boxes.ts'

/** Reads the samples of an entity: valid and invalid records. */
export function sampleFileOf(name: string): SampleFile {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'schemas', 'entities', `${name}.samples.json`), 'utf8'),
  ) as SampleFile
}

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]

const defaultsById = new Map<string, Rec>()

/** Default values of a new record of the entity. */
function defaultsOf(schema: EntitySchema): Rec {
  const defaults = defaultsById.get(schema.$id) ?? ruleSetOf(compileRules(schema, source)).defaults
  defaultsById.set(schema.$id, defaults)
  return defaults
}

/** The record with `suffix` appended to the values that must be unique. */
export function distinct(schema: EntitySchema, record: Rec, suffix: string): Rec {
  const keys = (schema['x-unique'] ?? []).flatMap(({ fields }) => fields.at(-1) ?? [])
  const held = keys.filter((field) => record[field] !== undefined)
  return { ...record, ...Object.fromEntries(held.map((field) => [field, `${String(record[field])}${suffix}`])) }
}

/** Stores the overlay records that samples refer to, with `suffix` appended to their names; returns their oids by sample name. */
export async function plantReferences(
  world: ApiWorld,
  { references = {} }: SampleFile,
  { overlayOid, suffix = '' }: { overlayOid: string; suffix?: string },
): Promise<Map<string, string>> {
  const oids = new Map<string, string>()
  for (const [table, records] of Object.entries(references)) {
    const schema: EntitySchema = entitySchemas[table as EntityName]
    if (schema['x-entity'].scope !== 'overlay') continue
    for (const [name, record] of Object.entries(records)) {
      const written = replaced(record, (other) => oids.get(other) ?? other) as Rec
      const data = mergeRecords(defaultsOf(schema), distinct(schema, written, suffix))
      const isShared = schema['x-entity'].shared === true
      oids.set(name, await (isShared ? plantApplication(world.database, data) : plantRecord(world.database, { table, overlayOid, data })))
    }
  }
  return oids
}

/** Deletes the referenced records again, so that samples of other entities can use their names. */
export async function deleteReferences(world: ApiWorld, { references = {} }: SampleFile, oids: ReadonlyMap<string, string>): Promise<void> {
  const planted = [...oids.values()]
  await world.database.transaction(EVERYTHING, async (queries) => {
    for (const table of planted.length === 0 ? [] : Object.keys(references).toReversed())
      if (entitySchemas[table as EntityName]['x-entity'].shared !== true)
        await sql`delete from ${sql.table(`entity.${table}`)} where oid = any(${planted}::text[])`.execute(queries)
  })
}

/** Replaces the customer's features. */
export async function setFeatures(
  world: ApiWorld,
  tenantOid: string,
  features: Readonly<Record<string, boolean | undefined>> = {},
): Promise<void> {
  const states = Object.fromEntries(Object.entries(features).map(([name, has]) => [name, has ? 'enabled' : 'disabled']))
  await changeDirectly(world.database, sql`update tenant set features = ${JSON.stringify(states)}::jsonb where oid = ${tenantOid}`)
}
