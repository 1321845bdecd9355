import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** What a fact is about. */
export const kinds = ['screen', 'field', 'state', 'rule', 'limit', 'right', 'call', 'error'] as const

/** One fact: its identifier is its document, its section and a number that it keeps, e.g. `S1-5.17`. */
export interface Fact {
  id: string
  document: string
  section: number
  kind: string
  words: string
}

/** A file of facts by identifier, each with its kind and words. Other keys say more of a fact, e.g. when a test of it was seen red. */
export type FactFile = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The facts of a file, in its order. */
export function factsOf(file: FactFile): Fact[] {
  return Object.entries(file).map(([id, about]) => {
    const [document = '', section = ''] = id.split(/[-.]/)
    const kind = Object.keys(about).find((key) => kinds.some((one) => one === key)) ?? ''
    return { id, document, section: Number(section), kind, words: about[kind] ?? '' }
  })
}

/** The facts of the tree at `root`, by document; none where it has no files of them. */
export function loadFacts(root: string): Fact[] {
  return Object.keys(documents).flatMap((document) => {
    const path = join(root, 'tests', 'proofs', `${document.toLowerCase()}.json`)
    return existsSync(path) ? factsOf(JSON.parse(readFileSync(path, 'utf8')) as FactFile) : []
  })
}
