import { textsOf } from './texts.ts'

const english = textsOf('en')
const prefixes = new Set(Object.keys(english).map((key) => key.split('.')[0]))

/** Lines that are not proper text in the language: raw keys, unfilled parameters, or English that has a translation. */
export function untranslatedLines(lines: readonly string[], language: string): string[] {
  const translated = textsOf(language)
  const translatedTexts = new Set(Object.values(translated))
  const untranslated = new Set(
    Object.entries(english).flatMap(([key, value]) => (translated[key] === value || translatedTexts.has(value) ? [] : [value])),
  )
  const isKey = (line: string): boolean =>
    (line.match(/(?<![@\w.-])[a-z][A-Za-z]*(?:\.[A-Za-z_]+)+/g) ?? []).some(
      (word) => prefixes.has(word.split('.')[0]) && !line.includes('@'),
    )
  return lines.filter((line) => /\{\{|\}\}/.test(line) || isKey(line) || (language !== 'en' && untranslated.has(line)))
}
