import { fieldValue } from '../../schemas/vocabulary/field-path.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { Screen } from '../descriptor/screen.ts'

/** What a record is called: the values of the screen's title fields, else of the schema's label; empty when it has none of them. */
export function recordName({ schema, screen }: { schema: EntitySchema; screen: Screen }, record: Rec): string {
  return (screen.title ?? [schema['x-entity'].label])
    .map((field) => fieldValue(record, field))
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map(String)
    .join(' ')
}
