import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'

/** Entities whose records the fields of a schema name, at any depth, or for whose records its rows stand. */
export function referredEntities(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  const reference = (node as PropertySchema)['x-ref']
  if (reference) found.add(reference.entity)
  const command = (node as Partial<EntitySchema>)['x-entity']?.command
  if (command) found.add(command.of)
  for (const entity of Object.values((node as Partial<EntitySchema>)['x-entity']?.rowsOf?.entities ?? {})) found.add(entity)
  for (const inner of Object.values(node)) referredEntities(inner, found)
  return found
}
