import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'

/** A number in the reader's notation; codes (AS numbers, VLANs, ports) name things and are not divided into groups. */
export function numberText(value: number, property: PropertySchema | undefined, language: string): string {
  return new Intl.NumberFormat(language, { useGrouping: property?.['x-kind'] !== 'code' }).format(value)
}
