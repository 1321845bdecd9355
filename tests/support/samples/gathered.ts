import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { navigationScreens, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { schemaOf } from '../browser/editor-page.ts'

/** Entities for whose records the rows of a list stand, by the value that tells them apart; `undefined` where these are its own. */
export const rowEntitiesOf = (schema: EntitySchema): Record<string, string> | undefined => schema['x-entity'].rowsOf?.entities

/** The list among whose rows, or the page among whose matrices, the records of a screen stand that has none of its own. */
export const listOf = ({ entity, screen }: NavigationScreen): EntityName =>
  screen.list || screen.matrix
    ? ((screen.matrix?.on as EntityName | undefined) ?? entity)
    : (navigationScreens.find((each) => Object.values(rowEntitiesOf(schemaOf(each)) ?? {}).includes(entity))?.entity ?? entity)

const screenOf = (entity: string): NavigationScreen => {
  const found = navigationScreens.find((each) => each.entity === entity)
  if (!found) throw new Error(`${entity} has no screen`)
  return found
}

/** The screen of the record for which a row stands; undefined where the row stands for none. */
export function recordScreenOf(entry: NavigationScreen, row: ServedRecord): NavigationScreen | undefined {
  const { rowsOf } = schemaOf(entry)['x-entity']
  if (!rowsOf) return entry
  const entity = rowsOf.entities[String(row[rowsOf.field])]
  return entity === undefined ? undefined : screenOf(entity)
}

/** One record for each set of rights, and of each kind that a list gathers. */
export const oneOfEachKind = (entry: NavigationScreen, records: readonly ServedRecord[]): ServedRecord[] => [
  ...new Map(records.map((record) => [`${recordScreenOf(entry, record)?.entity} ${JSON.stringify(record.can)}`, record])).values(),
]
