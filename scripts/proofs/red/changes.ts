import { isRunBy, type RunKind } from '../findings.ts'
import type { Proof } from '../tags.ts'

/** A change of the product that the tests of these facts are expected to notice. */
export interface Change {
  facts: readonly string[]
  /** Path relative to the root. */
  file: string
  /** A text that occurs once in the file. */
  replace: string
  with: string
}

const productFile = /^(?:schemas|screens|renderer|src|server|locales|scripts)\//
const notProduct = /\.(?:test|e2e)\.tsx?$|\.samples\.json$|\/generated\/|README\.md$|(?:^|\/)\.\.\//
const exhaustiveFile = /^tests\/exhaustive\/.*\.test\.ts$/
/** Longest text on either side in the description of a change. */
const MAX_SHORT = 60

/** The changes of a list: a JSON array of objects with `facts`, `file`, `replace` and `with`. */
export function parseChanges(json: string): Change[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) throw new Error('A list of changes is a JSON array.')
  return list.map((entry: unknown, index) => {
    if (!isChange(entry)) throw new Error(`Entry ${index} of the list needs "facts" (a list), "file", "replace" and "with" (texts).`)
    return entry
  })
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null) return false
  const { facts, file, replace, with: replacement } = value as Record<string, unknown>
  const isText = (one: unknown): boolean => typeof one === 'string'
  return Array.isArray(facts) && facts.every(isText) && [file, replace, replacement].every(isText)
}

/** What is known about facts: their identifiers, the proofs in the source tree, and the kinds of tests that will run. */
export interface RunPlan {
  known: ReadonlySet<string>
  proofs: readonly Proof[]
  kinds: readonly RunKind[]
}

/** The test files that prove some of the facts in runs of a kind; `exhaustive`: only those of the folder of exhaustive tests. */
export function testFilesOf(facts: readonly string[], kind: RunKind, proofs: readonly Proof[]): string[] {
  const isRun = (proof: Proof): boolean => (kind === 'exhaustive' ? exhaustiveFile.test(proof.test) : isRunBy(kind, proof))
  const own = proofs.filter((proof) => facts.includes(proof.fact) && isRun(proof))
  return [...new Set(own.map(({ test }) => test))].toSorted()
}

/** Of the test files of each fact those that need no database server, if there are any. */
export function quickFilesOf(facts: readonly string[], kind: RunKind, proofs: readonly Proof[]): string[] {
  const files = facts.flatMap((fact) => {
    const own = testFilesOf([fact], kind, proofs)
    const quick = own.filter((file) => !file.startsWith('tests/api/'))
    return quick.length > 0 ? quick : own
  })
  return [...new Set(files)].toSorted()
}

/** Why a change cannot be tried: one text per reason. */
export function refusals({ facts, file, replace, with: replacement }: Change, { known, proofs, kinds }: RunPlan): string[] {
  const reasons = facts.flatMap((fact) => {
    if (!known.has(fact)) return [`there is no fact "${fact}" in tests/proofs`]
    const isTested = kinds.some((kind) => testFilesOf([fact], kind, proofs).length > 0)
    return isTested ? [] : [`no test of these kinds proves ${fact}: add --browser, or --exhaustive if only such a run includes one`]
  })
  if (facts.length === 0) reasons.push('the change names no fact')
  if (!productFile.test(file) || notProduct.test(file)) reasons.push(`"${file}" is no source of the product`)
  if (replace === '' || replace === replacement) reasons.push('the change changes nothing')
  return reasons
}

/** The source after a change; throws unless the replaced text occurs exactly once. */
export function changed(source: string, { file, replace, with: replacement }: Change): string {
  const count = source.split(replace).length - 1
  if (count !== 1) throw new Error(`"${short(replace)}" occurs ${count} times in ${file} instead of once.`)
  return source.replace(replace, () => replacement)
}

/** A change in one line, e.g. `"maxLength": 100 → "maxLength": 101`. Long texts begin shortly before their first difference. */
export function describeChange({ replace, with: replacement }: Change): string {
  const isLong = Math.max(replace.length, replacement.length) > MAX_SHORT
  const difference = [...replace].findIndex((char, index) => char !== replacement[index])
  const from = isLong && difference > MAX_SHORT / 2 ? difference - MAX_SHORT / 2 : 0
  const mark = from > 0 ? '…' : ''
  return `${mark}${short(replace.slice(from))} → ${mark}${short(replacement.slice(from)) || '(removed)'}`
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_SHORT ? `${line.slice(0, MAX_SHORT - 1)}…` : line
}
