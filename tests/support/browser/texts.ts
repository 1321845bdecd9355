import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unbroken } from '../../../scripts/tooling/vite/texts-plugin.ts'

const LOCALES = join(import.meta.dirname, '..', '..', '..', 'locales')
const loaded = new Map<string, Readonly<Record<string, string>>>()

/** Every text of a language in `locales/`, by key, as the console sets it. */
export function textsOf(language: string): Readonly<Record<string, string>> {
  const known = loaded.get(language)
  if (known) return known
  const folder = join(LOCALES, language)
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>)
  const stored = Object.assign({}, ...files) as Record<string, string>
  const texts = Object.fromEntries(Object.entries(stored).map(([key, words]) => [key, unbroken(words, language)]))
  loaded.set(language, texts)
  return texts
}

/** Characters that are written from right to left, or change the direction. */
const TURNING = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069]/

/** A text with its parameters filled in. Throws if the key does not exist. */
export function text(key: string, params: Readonly<Record<string, unknown>> = {}, language = 'en'): string {
  const found = textsOf(language)[key]
  if (found === undefined) throw new Error(`locales/${language} has no text "${key}"`)
  return found.replace(/\{\{(\w+)(, number)?\}\}/g, (whole, name: string, isNumber: string | undefined) => {
    if (!(name in params)) return whole
    if (isNumber) return new Intl.NumberFormat(language).format(Number(params[name]))
    const value = String(params[name])
    // As the console does, so that such a value does not turn the sentence.
    return TURNING.test(value) ? `\u2068${value}\u2069` : value
  })
}
