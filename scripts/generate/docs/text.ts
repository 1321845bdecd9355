import { languages, type Language, type Tree } from '../tree.ts'

/** Translations of one language for generated pages. */
export interface Text {
  language: Language
  /** The text of a key. Falls back to English; throws if English has none either. */
  t: (key: string, params?: Record<string, string | number>) => string
  /** The text of a key, with the same fallback; undefined if English has none either. */
  maybe: (key: string) => string | undefined
  /** The translation of an English description in a schema; undefined if there is none. */
  translated: (description: string) => string | undefined
}

function interpolate(text: string, params: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`no value for {{${name}}} in "${text}"`)
    return String(value)
  })
}

/** The translations of one language. */
export function textIn(tree: Tree, language: Language): Text {
  const { texts, descriptions } = tree.locales
  const maybe = (key: string): string | undefined => texts[language][key] ?? texts.en[key]
  return {
    language,
    maybe,
    translated: (description) => (language === 'en' ? description : descriptions[language][description]),
    t: (key, params = {}) => {
      const text = maybe(key)
      if (text === undefined) throw new Error(`locales/en: no text for "${key}", which the reference pages need`)
      return interpolate(text, params)
    },
  }
}

/** The same texts; notes in `keys` which ones are read. */
export function recorded({ language, t, maybe, translated }: Text, keys: Set<string>): Text {
  return {
    language,
    translated,
    t: (key, params) => t(keys.add(key) && key, params),
    maybe: (key) => maybe(keys.add(key) && key),
  }
}

/** The translations of every language. */
export function allTexts(tree: Tree): [Text, ...Text[]] {
  const [english, ...others] = languages
  return [textIn(tree, english), ...others.map((language) => textIn(tree, language))]
}
