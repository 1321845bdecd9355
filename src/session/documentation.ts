import { proxy, ref } from 'valtio'
import type { HttpClient } from '../http/client.ts'

/** A page of the documentation, by language. */
export interface DocumentationEntry {
  /** Entity name, or `contents`. */
  id: string
  title: Record<string, string>
  address: Record<string, string>
}

/** Table of contents of the documentation; empty until it has come, or when it did not. */
export const documentationState = proxy<{ entries: readonly DocumentationEntry[] }>({ entries: [] })

/** Loads the table of contents: three more tries, a second apart; a failure is only logged (S0 section 7). */
export async function loadDocumentation(client: HttpClient): Promise<void> {
  try {
    const { entries } = await client.request<{ entries: DocumentationEntry[] }>('GET', '/toc.json', { retries: 3 })
    documentationState.entries = ref(entries)
  } catch {
    console.error('Error while retrieving documentation.')
  }
}

/** Where the documentation of an entity stands in a language; the table of contents decides where it has come. */
export function documentationAddress(base: string, language: string, entity = 'contents'): string {
  const known = documentationState.entries.find(({ id }) => id === entity)?.address[language]
  return known ?? `${base}/${language}/${entity === 'contents' ? 'index' : entity}.html`
}
