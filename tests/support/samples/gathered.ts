import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { navigationScreens, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { schemaOf } from '../browser/editor-page.ts'

/** Entities of the records that a list's rows represent, by the value of the distinguishing field; `undefined` if rows are the entity's own records. */
export const rowEntitiesOf = (schema: EntitySchema): Record<string, string> | undefined => schema['x-entity'].rowsOf?.entities

/** The entity whose list or matrix page shows the records of a screen; the screen's own entity if it has a list or matrix page itself. */
export const listOf = ({ entity, screen }: NavigationScreen): EntityName =>
  screen.list || screen.matrix
    ? ((screen.matrix?.on as EntityName | undefined) ?? entity)
    : (navigationScreens.find((each) => Object.values(rowEntitiesOf(schemaOf(each)) ?? {}).includes(entity))?.entity ?? entity)

const screenOf = (entity: string): NavigationScreen => {
  const found = navigationScreens.find((each) => each.entity === entity)
  if (!found) throw new Error(`${entity} has no screen`)
  return found
}

/** The screen of the record that a row represents; `undefined` if it represents none. */
export function recordScreenOf(entry: NavigationScreen, row: ServedRecord): NavigationScreen | undefined {
  const { rowsOf } = schemaOf(entry)['x-entity']
  if (!rowsOf) return entry
  const entity = rowsOf.entities[String(row[rowsOf.field])]
  return entity === undefined ? undefined : screenOf(entity)
}

/** One record for each combination of entity and rights among a list's rows. */
export const oneOfEachKind = (entry: NavigationScreen, records: readonly ServedRecord[]): ServedRecord[] => [
  ...new Map(records.map((record) => [`${recordScreenOf(entry, record)?.entity} ${JSON.stringify(record.can)}`, record])).values(),
]
