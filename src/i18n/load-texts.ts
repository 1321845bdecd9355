import { loaders } from 'virtual:texts'

/** Every language that has texts. */
export const offeredLanguages = Object.keys(loaders)

/** The texts of a part in a language as the build assembled them: one chunk each; none where the part has no texts of its own. */
export async function loadTexts(language: string, part: string): Promise<Record<string, string>> {
  const parts = loaders[language]
  if (!parts) throw new Error(`No language "${language}" in locales/`)
  return (await parts[part]?.())?.texts ?? {}
}
