import { languages, type Language, type Tree } from '../tree.ts'

/** The texts of one language for generated pages. */
export interface Text {
  language: Language
  /** Falls back to English; throws when English has none either. */
  t: (key: string, params?: Record<string, string | number>) => string
  /** Undefined where no language has the text. */
  maybe: (key: string) => string | undefined
}

function filled(text: string, params: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`no value for {{${name}}} in "${text}"`)
    return String(value)
  })
}

/** Looks texts up in one language. */
export function textIn(tree: Tree, language: Language): Text {
  const { texts } = tree.locales
  const maybe = (key: string): string | undefined => texts[language][key] ?? texts.en[key]
  return {
    language,
    maybe,
    t: (key, params = {}) => {
      const text = maybe(key)
      if (text === undefined) throw new Error(`locales/en: no text for "${key}", which the reference pages need`)
      return filled(text, params)
    },
  }
}

/** Every language with its texts. */
export function allTexts(tree: Tree): Text[] {
  return languages.map((language) => textIn(tree, language))
}
