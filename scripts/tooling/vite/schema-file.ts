import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** The file, from the project's root, with the schema that the console loads: generated where the written one refers to shared schemas. */
export function schemaFile(entity: EntityName): string {
  const resolved = `schemas/generated/entities/${entity}.json`
  return existsSync(join(root, resolved)) ? resolved : `schemas/entities/${entity}.schema.json`
}
