import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** A number in the reader's notation; codes (AS numbers, VLANs, ports) name things and are not divided into groups. */
export function numberText(value: number, property: PropertySchema | undefined, language: string): string {
  const useGrouping = property?.['x-kind'] !== 'code'
  const key = `${language} ${useGrouping}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { useGrouping })
  formats.set(key, format)
  return format.format(value)
}

/**
 * Reads what a person types: digits, grouping blanks or apostrophes, a comma or a point.
 * `undefined` for nothing; text that is not a number is returned as typed, and the schema refuses it.
 */
export function readNumber(text: string, integer: boolean): number | string | undefined {
  const plain = text.replace(/[\s\u00a0\u202f']/g, '').replace(',', '.')
  if (plain === '') return undefined
  const pattern = integer ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)$/
  return pattern.test(plain) && Number.isSafeInteger(Math.trunc(Number(plain))) ? Number(plain) : text
}
