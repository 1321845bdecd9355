import { periodOf } from '../../schemas/filter/period.ts'
import type { Comparison } from '../../schemas/filter/parse-filter.ts'
import { optionLabel } from '../data/labels.ts'
import type { RendererHost } from '../host.tsx'
import { dateText } from '../parts/text/date-texts.ts'
import type { FilterField } from './filter-fields.ts'
import { namedComparison, type ComparisonName } from './operators.ts'

/** What words need of the application. */
export type Words = Pick<RendererHost, 't' | 'hasText' | 'language'>

/** The words of a field: `WAN 2 › State`. */
export const fieldWords = ({ words }: Pick<FilterField, 'words'>): string => words.join(' › ')

/** How a comparison is called for a field; dates have words of their own. */
export function comparisonWords({ t, hasText }: Words, name: ComparisonName, kind: FilterField['kind']): string {
  const own = `filter.how.${kind}.${name}`
  return t(hasText(own) ? own : `filter.how.${name}`)
}

/** A value in words: an option by its name, a date in the reader's notation. */
export function valueWords(words: Words, field: FilterField, value: string): string {
  const { t, language } = words
  switch (field.kind) {
    case 'options': {
      const option = (field.property.enum ?? [true, false]).find((one) => String(one) === value)
      return optionLabel(words, { entity: field.entity, field: field.textPath, value: option ?? value })
    }
    case 'moment':
    case 'day':
    case 'month': {
      const period = periodWords(words, value)
      if (period !== undefined) return period
      return Number.isNaN(Date.parse(value)) ? value : dateText(value, field.kind === 'month' ? 'month' : 'date', { language })
    }
    case 'text':
    case 'reference':
      return t('filter.quoted', { text: value })
    default:
      return value
  }
}

/** A relative period in words; undefined for anything else. */
export function periodWords({ t, hasText, language }: Words, text: string): string | undefined {
  const period = periodOf(text)
  if (period === undefined) return undefined
  const key = `filter.period.${text}`
  if (hasText(key)) return t(key)
  const time = new Intl.NumberFormat(language, { style: 'unit', unit: period.unit, unitDisplay: 'long' }).format(period.count)
  return t(`filter.period.${period.side}`, { time })
}

/** A condition in words; undefined where the builder has none, so that its text stands for it. */
export function conditionWords(words: Words, field: FilterField, comparison: Comparison): { how: string; value: string } | undefined {
  const named = namedComparison(comparison, field.kind)
  if (named === undefined) return undefined
  const value = named.values.map((one) => valueWords(words, field, one)).join(', ')
  return { how: comparisonWords(words, named.name, field.kind), value }
}
