import { loaders } from 'virtual:texts'
import type { TextPart } from './texts.ts'

/** Every language that has texts. */
export const offeredLanguages = Object.keys(loaders)

/** The texts of a part in a language as the build assembled them. */
export async function loadTexts(language: string, part: TextPart): Promise<Record<string, string>> {
  const parts = loaders[language]
  if (!parts) throw new Error(`No language "${language}" in locales/`)
  const load = parts[part]
  if (!load) throw new Error(`No texts of "${part}"`)
  return load()
}
