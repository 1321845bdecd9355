import { dottedPath, fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import type { RendererHost } from '../host.tsx'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { Screen } from '../descriptor/screen.ts'

/** The label of an enumeration's value or of a switch's yes and no, from the entity's texts. */
export function optionLabel(
  { t, hasText }: Pick<RendererHost, 't' | 'hasText'>,
  { entity, field, value }: { entity: string; field: string; value: unknown },
): string {
  const key = `${entity}.option.${dottedPath(field)}.${String(value)}`
  if (hasText(key)) return t(key)
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no')
  return String(value)
}

/** What a record is called: the values of the screen's title fields, else of the schema's label; empty when it has none of them. */
export function recordName({ schema, screen }: { schema: EntitySchema; screen: Screen }, record: Rec): string {
  return (screen.title ?? [schema['x-entity'].label])
    .map((field) => fieldValue(record, field))
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map(String)
    .join(' ')
}
