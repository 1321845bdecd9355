import { loaders } from 'virtual:texts'

/** Every language that has texts. */
export const offeredLanguages = Object.keys(loaders)

/** The texts of a language as the build assembled them: one chunk per language. */
export async function loadTexts(language: string): Promise<Record<string, string>> {
  const loader = loaders[language]
  if (!loader) throw new Error(`No language "${language}" in locales/`)
  return (await loader()).texts
}
