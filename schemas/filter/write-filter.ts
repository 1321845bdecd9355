import type { Filter } from './parse-filter.ts'

/** The filter as text; `parseFilter` reads the same from it. */
export function writeFilter(filter: Filter): string {
  if (filter.kind === 'elements') return `${filter.selector}${filter.operator}(${writeFilter(filter.filter)})`
  if (filter.kind === 'comparison') {
    const values = filter.values.map(writeValue)
    const isList = filter.operator === '=in=' || filter.operator === '=out='
    return `${filter.selector}${filter.operator}${isList ? `(${values.join(',')})` : (values[0] ?? '""')}`
  }
  return filter.parts
    .map((part) => (part.kind === 'and' || part.kind === 'or' ? `(${writeFilter(part)})` : writeFilter(part)))
    .join(filter.kind === 'and' ? ';' : ',')
}

/** A value, in quotes where it needs them. */
export function writeValue(value: string): string {
  const isPlain = value !== 'and' && value !== 'or' && /^[^"'();,=!~<>\s\\]+$/.test(value)
  return isPlain ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`
}
