import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The three specifications, the decisions that fill their gaps and the requirements of operation, by short name, each with its title. */
export const documents = {
  S0: 'Tenant administration and the platform core',
  S1: 'Edge boxes, tele engines and the device list',
  S2: 'Gateways, policies, advanced configuration and the shell',
  D: 'Decisions that fill the gaps of the specifications',
  H: 'Safe operation by other people',
} as const

const specificationSections: Readonly<Record<number, string>> = {
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

const decisionSections: Readonly<Record<number, string>> = {
  1: 'Two programs',
  2: 'Addresses',
  3: 'Writes',
  4: 'People and rights',
  5: 'Demo data',
  6: 'Data of other services',
  7: 'Names and texts',
  8: 'Later decisions',
}

const operationSections: Readonly<Record<number, string>> = {
  1: 'An unavailable database',
  2: 'A database user without superuser rights',
  3: 'Keys and journal',
  4: 'Invitations and proven mail addresses',
  5: 'Views in iframes',
  6: 'Bounded work per request',
  7: 'Blank and unusual input',
  8: 'The embedded database',
  9: 'External identity providers',
}

/** The titles of the numbered sections of each document. */
export const sections: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  S0: specificationSections,
  S1: specificationSections,
  S2: specificationSections,
  D: decisionSections,
  H: operationSections,
}

/** The kinds of facts. */
export const kinds = ['screen', 'field', 'state', 'rule', 'limit', 'right', 'call', 'error'] as const

/** A fact of a document that tests prove. Its permanent identifier consists of document, section and number, e.g. `S1-5.17`. */
export interface Fact {
  id: string
  document: string
  section: number
  kind: string
  text: string
}

/** A file of facts: by identifier, an object whose key is the kind and whose value is the text. Its other keys are ignored. */
export type FactFile = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The facts of a file, in the order of the file. */
export function factsOf(file: FactFile): Fact[] {
  return Object.entries(file).map(([id, entry]) => {
    const [document = '', section = ''] = id.split(/[-.]/)
    const kind = Object.keys(entry).find((key) => kinds.some((one) => one === key)) ?? ''
    return { id, document, section: Number(section), kind, text: entry[kind] ?? '' }
  })
}

/** The facts of the source tree at `root`, sorted by document; none if it has no files of facts. */
export function loadFacts(root: string): Fact[] {
  return Object.keys(documents).flatMap((document) => {
    const path = join(root, 'tests', 'proofs', `${document.toLowerCase()}.json`)
    return existsSync(path) ? factsOf(JSON.parse(readFileSync(path, 'utf8')) as FactFile) : []
  })
}
