import { textPathOf } from '../../../schemas/vocabulary/uniform-children.ts'
import { parsePointer } from '../../../schemas/vocabulary/pointer.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { isMap } from './layout.ts'
import { propertyAt } from '../draft/pointer.ts'

const isPosition = (segment: string): boolean => /^\d+$/.test(segment)

/**
 * Names a field so that it can be told from its like elsewhere on the page: "WAN 2 › MTU", "Subnets › row 3 › Prefix". Objects
 * that only group fields are left out.
 */
export function placeText(schema: EntitySchema, t: (key: string, params?: Record<string, unknown>) => string, pointer: string): string {
  const segments = parsePointer(pointer)
  const parts = segments.flatMap((segment, index) => {
    const path = segments.slice(0, index + 1)
    if (isPosition(segment)) return [t('editor.place.row', { row: Number(segment) + 1 })]
    const isLast = index === segments.length - 1
    const isOneOfMany = isPosition(segments[index + 1] ?? '') || isMap(propertyAt(schema, segments.slice(0, index)))
    return isLast || isOneOfMany ? [t(`${schema['x-entity'].name}.field.${textPathOf(schema, path)}`)] : []
  })
  return parts.join(' › ')
}
