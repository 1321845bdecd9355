import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The specifications and the page that closes their gaps, by their short names, with what each is about. */
export const documents = {
  S0: 'Tenant administration and the platform core',
  S1: 'Edge boxes, tele engines and the device list',
  S2: 'Gateways, policies, advanced configuration and the shell',
  D: 'What closes the gaps of the three',
  H: 'Safe in the hands of others',
} as const

const specified: Readonly<Record<number, string>> = {
  1: 'Purpose',
  2: 'Screens and routes',
  3: 'Entities',
  4: 'States',
  5: 'Validation',
  6: 'Rights',
  7: 'Calls',
  8: 'Errors',
  9: 'Constants',
}

const decided: Readonly<Record<number, string>> = {
  1: 'Two programs',
  2: 'Addresses',
  3: 'Writes',
  4: 'People and rights',
  5: 'Demo world',
  6: 'What others answer for',
  7: 'Names and texts',
}

const safety: Readonly<Record<number, string>> = {
  1: 'A database that goes away',
  2: 'An ordinary database user',
  3: 'Keys and journal',
  4: 'Invitations and proven addresses',
  5: 'Framed views',
  6: 'Work within bounds',
  7: 'Blank and odd input',
  8: 'The embedded database',
  9: 'Identity providers of others',
}

/** The numbered sections that each of them has. */
export const sections: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  S0: specified,
  S1: specified,
  S2: specified,
  D: decided,
  H: safety,
}

/** What a row is about. */
export const kinds = ['screen', 'field', 'state', 'rule', 'limit', 'right', 'call', 'error'] as const

export type RowKind = (typeof kinds)[number]

/**
 * Rows of one section: by kind, words for a fact of the specification to the tests that prove it.
 *
 * A test is named by its title, after those of the groups around it and, before these, its file without folder and ending
 * where one title alone would not tell it apart: `bounds > devices > have …`. `*` stands for any text.
 */
export interface SectionRows {
  document: keyof typeof documents
  section: number
  rows: Partial<Record<RowKind, Readonly<Record<string, string | readonly string[]>>>>
}

/** One row, on its own. */
export interface Row {
  document: string
  section: number
  kind: string
  words: string
  tests: readonly string[]
}

/** The rows of all lists, in the order of the lists. */
export function rowsOf(lists: readonly SectionRows[]): Row[] {
  return lists.flatMap(({ document, section, rows }) =>
    Object.entries(rows).flatMap(([kind, facts]) =>
      Object.entries(facts).map(([words, tests]) => ({ document, section, kind, words, tests: [tests].flat() })),
    ),
  )
}

/** The rows of the tree at `root`; none where it has no list of them. */
export async function loadRows(root: string): Promise<Row[]> {
  const path = join(root, 'tests', 'proofs', 'registry.ts')
  if (!existsSync(path)) return []
  const module = (await import(pathToFileURL(path).href)) as { proofs: readonly SectionRows[] }
  return rowsOf(module.proofs)
}
