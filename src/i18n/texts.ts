import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { EntityName } from '../../schemas/generated/entity-names.ts'
import { defaultLanguage } from './languages.ts'

/**
 * `base`: what the shell and lists need; `pages`: what all other pages need; `refusals`: what writes and checks of what is typed say, part of `pages`; `bulk`, `journal`: what only sheets and journals need; or an
 * entity, with those that it refers to.
 */
export type TextPart =
  | 'base'
  | 'pages'
  | 'refusals'
  | 'account'
  | 'bulk'
  | 'filter'
  | 'journal'
  | 'operations'
  | 'palette'
  | 'schema-changes'
  | 'tokens'
  | EntityName

/** Loads the texts of one part in a language. */
export type LoadTexts = (language: string, part: TextPart) => Promise<Record<string, string>>

const loaded = new Map<string, Promise<void>>()
/** What is spoken about so far: another language has to have the same. */
const parts = new Set<TextPart>(['base'])
let starting: Promise<unknown> = Promise.resolve()
/** The language that was asked for last. */
let wanted: string | undefined

/** Loads all parts in a language, also those that pages ask for meanwhile. */
async function load(language: string, loadTexts: LoadTexts): Promise<void> {
  const { size } = parts
  await Promise.all([...parts].map((part) => loadPart(language, part, loadTexts)))
  if (parts.size > size) await load(language, loadTexts)
}

function loadPart(language: string, part: TextPart, loadTexts: LoadTexts): Promise<void> {
  const key = `${language} ${part}`
  const loading =
    loaded.get(key) ??
    loadTexts(language, part).then(
      (texts) => void i18next.addResourceBundle(language, 'translation', texts),
      (failure: unknown) => {
        loaded.delete(key)
        throw failure
      },
    )
  loaded.set(key, loading)
  return loading
}

/** Makes further parts known in the language of the moment; the fallback's come behind. */
export async function learnTexts(loadTexts: LoadTexts, more: readonly TextPart[]): Promise<void> {
  await starting
  for (const part of more) parts.add(part)
  await load(i18next.language, loadTexts)
  if (i18next.language !== defaultLanguage) void load(defaultLanguage, loadTexts)
}

/** A missing text: throws while developing and testing, shows its key to a user. */
function missing(key: string): string {
  if (import.meta.env.DEV) throw new Error(`No text "${key}" in locales/${i18next.language}`)
  return key
}

/** A value that may be written from right to left, set apart: a character in it that turns the direction would turn the sentence, too. */
function isolated(value: string): string {
  return /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069]/.test(value) ? `\u2068${value}\u2069` : value
}

/** Starts the texts in a language; its own file is awaited, the fallback's comes behind it. */
export async function startTexts(language: string, loadTexts: LoadTexts): Promise<void> {
  starting = i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: defaultLanguage,
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escape: isolated },
    parseMissingKeyHandler: missing,
    react: { useSuspense: false, bindI18n: 'languageChanged' },
  })
  await starting
  await showLanguage(language, loadTexts)
}

/** Switches the language once its texts are there, unless another one was asked for meanwhile. */
export async function showLanguage(language: string, loadTexts: LoadTexts): Promise<void> {
  wanted = language
  await load(language, loadTexts)
  if (wanted !== language) return
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  if (language !== defaultLanguage) void load(defaultLanguage, loadTexts)
}

/** The translation function in the language of the moment; for code outside components. */
export const translate = (key: string, params?: Record<string, unknown>): string => i18next.t(key, params ?? {})

/** Whether a key has a text. */
export const hasText = (key: string): boolean => i18next.exists(key)

/** Texts without parameters, each looked up once: the library interpolates anew with every call, and a list asks for the same hundreds of times. */
export function plainTexts(t: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    const text = known.get(key) ?? t(key)
    // What is missing may come with the texts of a page.
    if (!known.has(key) && hasText(key)) known.set(key, text)
    return text
  }
}
