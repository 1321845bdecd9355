import { STUB } from '../checks/locale-check.ts'

type Texts = Record<string, string>

/**
 * A locale file with stubs for missing keys: the English text behind a mark that the checks find. Keys stand where the English file has them;
 * those that it does not have, at the end, with words made from the key.
 */
export function withStubs(texts: Texts, english: Texts, missing: readonly string[]): Texts {
  const stub = (key: string): string => `${STUB}${english[key]?.replace(STUB, '') ?? wordsOf(key)}`
  const stubs = Object.fromEntries(missing.map((key) => [key, stub(key)]))
  const order = [...Object.keys(english), ...Object.keys(texts), ...missing]
  const all = { ...stubs, ...texts }
  return Object.fromEntries([...new Set(order)].flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])))
}

/** The translations of descriptions with stubs for missing ones, in the order of the alphabet. */
export function withDescriptionStubs(texts: Texts, missing: readonly string[]): Texts {
  const english = [...Object.keys(texts), ...missing].toSorted().map((sentence) => [sentence, sentence] as const)
  return withStubs(texts, Object.fromEntries(english), missing)
}

/** `partner.field.contactName` → `Contact name`. */
function wordsOf(key: string): string {
  const name = key.split('.').at(-1) ?? key
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}
