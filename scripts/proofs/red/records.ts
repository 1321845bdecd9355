import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding } from '../../../schemas/finding.ts'
import { documents, type Fact } from '../facts.ts'

/** The commit at which tests of a fact failed because the product was changed, and what was changed. */
export interface RedRecord {
  commit: string
  /** Path relative to the root. */
  file: string
  /** The text before and after the change, shortened. */
  change: string
}

/** Records by identifier of the fact. */
export type RedRecords = Readonly<Record<string, RedRecord>>

const pathOf = (document: string): string => `tests/proofs/red/${document.toLowerCase()}.json`
const documentOf = (fact: string): string => fact.split('-')[0] ?? ''
const numbersOf = (fact: string): number[] => (fact.split('-')[1] ?? '').split('.').map(Number)

function compareFacts(one: string, other: string): number {
  const [section = 0, number = 0] = numbersOf(one)
  const [otherSection = 0, otherNumber = 0] = numbersOf(other)
  return section - otherSection || number - otherNumber
}

/** The records of the source tree at `root`, of all documents. */
export function loadRedRecords(root: string): RedRecords {
  const files = Object.keys(documents).map((document) => join(root, pathOf(document)))
  const parts = files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')) as RedRecords)
  return Object.assign({}, ...parts) as RedRecords
}

/** The files of the documents that have records, by path: sorted by section and number, so that a new record is a few added lines. */
export function redFiles(records: RedRecords): Map<string, string> {
  const facts = Object.keys(records).toSorted(compareFacts)
  const contentOf = (document: string): string => {
    const own = facts.filter((fact) => documentOf(fact) === document)
    return `${JSON.stringify(Object.fromEntries(own.map((fact) => [fact, records[fact]])), null, 2)}\n`
  }
  return new Map([...new Set(facts.map(documentOf))].map((document) => [pathOf(document), contentOf(document)]))
}

/** Adds records to the files of the source tree at `root`; a new record replaces an older one of the same fact. */
export function saveRedRecords(root: string, added: RedRecords): void {
  for (const [path, content] of redFiles({ ...loadRedRecords(root), ...added })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** Records of facts that do not exist, and incomplete ones. */
export function redFindings(facts: readonly Fact[], records: RedRecords): Finding[] {
  const known = new Set(facts.map(({ id }) => id))
  return Object.entries(records).flatMap(([fact, { commit, file, change }]) => {
    const where = `${pathOf(documentOf(fact))}: ${fact}`
    if (!known.has(fact)) return [{ id: 'proof.red-unknown', where, message: `there is no fact "${fact}" in tests/proofs` }]
    if (/^[\da-f]{7,40}$/.test(commit) && file && change) return []
    return [{ id: 'proof.red-incomplete', where, message: 'a record has a commit, a file and a change' }]
  })
}
