import { describe, expect, it } from 'vitest'
import type { FilterValue } from '../../widgets/contract.ts'
import { filterFromText, filterKind, filterToRsql, filterToText } from './field-filter.ts'
import { filterText } from '../list-texts.ts'

const month = { type: 'string', format: 'month' } as const
const texts: Record<string, string> = {
  'list.filter.text.from': 'from {{from}}',
  'list.filter.text.to': 'up to {{to}}',
  'list.filter.text.between': '{{from}} to {{to}}',
}
const t = (key: string, params: Record<string, unknown> = {}) =>
  (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]))

describe('a month filter', () => {
  it.each<[text: string, value: FilterValue, rsql: string, words: string]>([
    [
      '2026-05..2026-07',
      { kind: 'months', from: '2026-05', to: '2026-07' },
      'starts=ge="2026-05";starts=le="2026-07"',
      'May 2026 to July 2026',
    ],
    ['2026-05..', { kind: 'months', from: '2026-05' }, 'starts=ge="2026-05"', 'from May 2026'],
    ['..2026-07', { kind: 'months', to: '2026-07' }, 'starts=le="2026-07"', 'up to July 2026'],
  ])('is %s in the address, and readable text on the page', (...[text, value, rsql, words]) => {
    expect(filterKind(month)).toBe('months')
    expect(filterFromText(month, text)).toEqual(value)
    expect(filterToText(value)).toBe(text)
    expect(filterToRsql('starts', value)).toBe(rsql)
    expect(filterText(value, { t, language: 'en', optionLabel: String })).toBe(words)
  })

  it('is shown in the language of the reader', () => {
    expect(filterText({ kind: 'months', from: '2026-05' }, { t, language: 'fr', optionLabel: String })).toBe('from mai 2026')
  })

  it.each(['2026-5..', 'May 2026..', '2026-13..', '2026-05', '..'])('rejects "%s"', (text) => {
    expect(filterFromText(month, text)).toBeUndefined()
  })
})
