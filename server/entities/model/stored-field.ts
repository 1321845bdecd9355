import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import type { EntityTypes } from '../../../schemas/generated/entity-types.ts'
import { jsonSql } from './versioned-sql.ts'

/**
 * SQL of a stored field as JSON, for SQL that is written by hand: under its present name, whichever release has written the row. The check
 * of stored SQL says where it is needed.
 */
export function storedJson<E extends EntityName>(entity: E, name: keyof EntityTypes[E]['record'] & string): (alias: string) => string {
  return jsonSql({ schema: entitySchemas[entity] }, name)
}

/** The same as text. */
export function storedText<E extends EntityName>(entity: E, name: keyof EntityTypes[E]['record'] & string): (alias: string) => string {
  const json = storedJson(entity, name)
  return (alias) => `((${json(alias)})#>>'{}')`
}
