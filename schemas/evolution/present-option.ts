import type { PropertySchema } from '../vocabulary/types.ts'

/** The option that an earlier one is called now (`x-options`), of the same text if it is none. A name that another option has now is that option's. */
export function presentOption({ enum: known = [], 'x-options': declared = {} }: PropertySchema, option: string): string {
  if (known.some((one) => String(one) === option)) return option
  return Object.keys(declared).find((now) => declared[now]?.['x-was'].includes(option)) ?? option
}
