import { dottedPath } from '../../schemas/vocabulary/field-path.ts'
import type { RendererHost } from '../host.tsx'

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
