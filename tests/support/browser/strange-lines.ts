import { textsOf } from './texts.ts'

const english = textsOf('en')
const prefixes = new Set(Object.keys(english).map((key) => key.split('.')[0]))

/** Lines that are no text of the language: keys without a text, parameters that nobody filled in, English that has other words there. */
export function untranslatedLines(lines: readonly string[], language: string): string[] {
  const translated = textsOf(language)
  const same = new Set(Object.values(translated))
  const foreign = new Set(Object.entries(english).flatMap(([key, said]) => (translated[key] === said || same.has(said) ? [] : [said])))
  const isKey = (line: string): boolean =>
    (line.match(/(?<![@\w.-])[a-z][A-Za-z]*(?:\.[A-Za-z_]+)+/g) ?? []).some(
      (word) => prefixes.has(word.split('.')[0]) && !line.includes('@'),
    )
  return lines.filter((line) => /\{\{|\}\}/.test(line) || isKey(line) || (language !== 'en' && foreign.has(line)))
}
