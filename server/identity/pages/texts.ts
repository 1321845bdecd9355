import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Languages of the sign-in pages; the first is the fallback. */
export const LANGUAGES = ['en', 'fr', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Looks up a text of `locales/<language>`; throws for an unknown key. */
export type Translate = (key: string, params?: Record<string, string | number>) => string

/** Native names of the languages, for the links in the footer. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' }

/** Loads the texts of every language; `root` contains `locales`, `areas` are file names in it. */
export function loadTexts(root: string, areas: readonly string[] = ['identity']): (language: Language) => Translate {
  const texts = new Map(
    LANGUAGES.map((language) => [language, Object.assign({}, ...areas.map((area) => readTexts(root, language, area))) as Texts]),
  )
  return (language) =>
    (key, params = {}) => {
      const found = pick(texts.get(language), key, params) ?? pick(texts.get('en'), key, params)
      if (found === undefined) throw new Error(`missing text '${key}'`)
      return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
    }
}

/** Picks the first known language: of the preferences (e.g. `fr`), then of the `Accept-Language` header, else English. */
export function chooseLanguage(preferences: readonly (string | undefined)[], acceptLanguage = ''): Language {
  const accepted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';')
      const quality = options.map((option) => option.trim()).find((option) => option.startsWith('q='))
      return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
  const asked = preferences.flatMap((preference) => (preference === undefined ? [] : preference.split(' ')))
  for (const tag of [...asked, ...accepted]) {
    const found = LANGUAGES.find((language) => language === tag.toLowerCase().split('-')[0])
    if (found !== undefined) return found
  }
  return 'en'
}

type Texts = Record<string, string>

function readTexts(root: string, language: Language, area: string): Texts {
  return JSON.parse(readFileSync(join(root, 'locales', language, `${area}.json`), 'utf8')) as Texts
}

function pick(texts: Texts | undefined, key: string, params: Record<string, string | number>): string | undefined {
  if (texts === undefined) return undefined
  const plural = params['count'] === 1 ? `${key}_one` : `${key}_other`
  return texts[key] ?? texts[plural]
}
