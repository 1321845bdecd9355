/** The source language, default and fallback. */
export const defaultLanguage = 'en'

/** Names of languages in themselves, for choosing. */
export const languageNames: Record<string, string> = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' }

/** The offered language that a locale (`fr-CH`) asks for; the default when there is none. */
export function languageOf(locale: string | undefined, offered: readonly string[]): string {
  const base = locale?.toLowerCase().split(/[-_]/)[0]
  return base !== undefined && offered.includes(base) ? base : defaultLanguage
}

const storageKey = 'language'

/** What this person chose in the user menu; absent: the locale of the account holds. Without an oid: whoever was here last. */
export function chosenLanguage(userOid?: string): string | undefined {
  return localStorage.getItem(userOid === undefined ? storageKey : `${storageKey}:${userOid}`) ?? undefined
}

export function rememberLanguage(language: string, userOid: string | undefined): void {
  localStorage.setItem(storageKey, language)
  if (userOid !== undefined) localStorage.setItem(`${storageKey}:${userOid}`, language)
}

/** The language of the account holds again for this person. */
export function forgetLanguage(userOid: string): void {
  localStorage.removeItem(storageKey)
  localStorage.removeItem(`${storageKey}:${userOid}`)
}
