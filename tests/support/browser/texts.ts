import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LOCALES = join(import.meta.dirname, '..', '..', '..', 'locales')
const loaded = new Map<string, Readonly<Record<string, string>>>()

/** Every text of a language in `locales/`, by key. */
export function textsOf(language: string): Readonly<Record<string, string>> {
  const known = loaded.get(language)
  if (known) return known
  const folder = join(LOCALES, language)
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>)
  const texts = Object.assign({}, ...files) as Record<string, string>
  loaded.set(language, texts)
  return texts
}

/** A text with its parameters filled in. Throws if the key does not exist. */
export function text(key: string, params: Readonly<Record<string, unknown>> = {}, language = 'en'): string {
  const found = textsOf(language)[key]
  if (found === undefined) throw new Error(`locales/${language} has no text "${key}"`)
  return found.replace(/\{\{(\w+)(, number)?\}\}/g, (whole, name: string, isNumber: string | undefined) => {
    if (!(name in params)) return whole
    return isNumber ? new Intl.NumberFormat(language).format(Number(params[name])) : String(params[name])
  })
}
