import { fold } from '../../parts/text/fold.ts'
import { monthNumber } from '../../../schemas/vocabulary/months.ts'
import { monthParts } from '../../parts/text/date-texts.ts'

/** `févr.` and `fevr` are the same. */
const plain = (text: string): string => fold(text).replaceAll('.', '')

const twelve = Array.from({ length: 12 }, (_month, index) => String(index + 1).padStart(2, '0'))

/** Number of the month that a word begins or abbreviates; undefined where there is none or more than one. */
function namedMonth(word: string, language: string): string | undefined {
  const wanted = plain(word)
  if (wanted.length < 3) return undefined
  const fitting = twelve.filter((month) =>
    (['long', 'short'] as const).some((length) => plain(monthParts(`2000-${month}`, language, length)[0]).startsWith(wanted)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** What was typed, as `2026-05`: `2026-05`, `5/2026`, `05.2026`, or a name of the reader's language and a year. undefined for anything else. */
export function readMonth(typed: string, language: string): string | undefined {
  const text = typed.trim()
  const [, yearFirst, monthLast] = /^(\d{4})\s*[-/. ]\s*(\d{1,2})$/.exec(text) ?? []
  const [, monthFirst, yearLast] = /^(\d{1,2})\s*[-/. ]\s*(\d{4})$/.exec(text) ?? []
  const [, before = '', namedYear, after = ''] = /^(\D*)(\d{4})(\D*)$/.exec(text) ?? []
  const words = `${before} ${after}`.split(/[\s,/-]+/).filter((word) => word !== '' && plain(word) !== 'de')
  const named = namedYear !== undefined && words.length === 1 ? namedMonth(words[0] ?? '', language) : undefined
  const year = yearFirst ?? yearLast ?? namedYear
  const month = monthLast ?? monthFirst ?? named
  const read = `${year}-${(month ?? '').padStart(2, '0')}`
  return monthNumber(read) === undefined ? undefined : read
}
