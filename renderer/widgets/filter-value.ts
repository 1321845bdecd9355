import type { PropertySchema } from '../../schemas/vocabulary/types.ts'

/** What a `filter.tsx` edits: the narrowing of one field. Days are `YYYY-MM-DD`, months `YYYY-MM`, both bounds included. */
export type FilterValue =
  | { kind: 'oneOf'; values: (string | number | boolean)[] }
  | { kind: 'contains'; text: string }
  | { kind: 'range'; from?: number; to?: number }
  | { kind: 'dates' | 'months'; from?: string; to?: string }

/** Props of every `filter.tsx`. Like all of a widget it knows no rules, routing or fetching. */
export interface FilterProps {
  id: string
  /** The field's name for assistive technology. */
  label: string
  value: FilterValue | undefined
  property: PropertySchema
  optionLabel: (value: unknown) => string
  language: string
  t: (key: string, params?: Record<string, unknown>) => string
  /** How many rows each option would leave, in the reader's notation; undefined: not known. */
  countOf?: ((option: unknown) => string | undefined) | undefined
  /** `undefined`: the field is not narrowed. */
  onChange: (value: FilterValue | undefined) => void
}
