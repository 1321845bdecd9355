import { dateText } from '../parts/text/date-texts.ts'
import type { FilterValue } from '../widgets/contract.ts'

/** What the texts of a filter need of the application. */
interface FilterTexts {
  t: (key: string, params?: Record<string, unknown>) => string
  language: string
  optionLabel: (value: unknown) => string
}

/** A number of rows as people read it; with a plus where there are at least so many. */
export function rowCountText(language: string, count: number, atLeast: boolean): string {
  return `${new Intl.NumberFormat(language).format(count)}${atLeast ? '+' : ''}`
}

/** Values that a chip spells out before it counts the rest. */
const spelledOut = 3

/** A filter in words, without the field's name: "MSP, Reseller", "contains “acme”", "3 to 10". */
export function filterText(value: FilterValue, { t, language, optionLabel }: FilterTexts): string {
  switch (value.kind) {
    case 'oneOf': {
      const labels = value.values.map(optionLabel)
      const first = labels.slice(0, spelledOut).join(', ')
      return labels.length > spelledOut ? t('list.filter.text.more', { first, more: labels.length - spelledOut }) : first
    }
    case 'contains':
      return t('list.filter.text.contains', { text: value.text })
    case 'range': {
      const number = new Intl.NumberFormat(language)
      return boundsText(
        t,
        value.from === undefined ? undefined : number.format(value.from),
        value.to === undefined ? undefined : number.format(value.to),
      )
    }
    case 'months':
    case 'days':
    case 'dates': {
      const text = (bound: string | undefined) => bound && dateText(bound, 'date', { language })
      return boundsText(t, text(value.from), text(value.to))
    }
  }
}

function boundsText(t: FilterTexts['t'], from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return t('list.filter.text.between', { from, to })
  return from === undefined ? t('list.filter.text.to', { to }) : t('list.filter.text.from', { from })
}
