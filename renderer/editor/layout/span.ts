import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'

const byWidget: Record<string, number> = {
  toggle: 4,
  number: 3,
  select: 4,
  segmented: 6,
  status: 4,
  address: 4,
  'date-time': 4,
  identifier: 5,
  mail: 6,
  reference: 6,
  'editable-select': 6,
  secret: 6,
  'dual-list': 12,
  tags: 12,
  textarea: 12,
  table: 12,
}

/** How many of twelve columns a field takes: as wide as what it holds. */
export function spanOf(property: PropertySchema, widget: string): number {
  const known = byWidget[widget]
  if (widget === 'number' && property.maximum !== undefined && property.maximum < 1000) return 2
  if (known !== undefined) return known
  const length = property.maxLength ?? 250
  if (length <= 16) return 3
  return length <= 32 ? 4 : 6
}
