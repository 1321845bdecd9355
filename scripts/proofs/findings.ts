import type { Finding } from '../../schemas/finding.ts'
import { sections, type Fact } from './facts.ts'
import type { Proof } from './tags.ts'

const placeOf = ({ id, document }: Fact): string => `tests/proofs/${document.toLowerCase()}.json: ${id}`

/** What is wrong with the facts themselves. */
function wrongFacts(facts: readonly Fact[]): Finding[] {
  const seen = new Set<string>()
  return facts.flatMap((fact) => {
    const where = placeOf(fact)
    const words = `${fact.document} ${fact.section} ${fact.kind} ${fact.words}`
    const isTwice = seen.has(words)
    seen.add(words)
    if (isTwice) return [{ id: 'proof.twice', where, message: `"${fact.words}" stands there twice` }]
    const isKnown = sections[fact.document]?.[fact.section] !== undefined && fact.kind !== ''
    return isKnown ? [] : [{ id: 'proof.section', where, message: 'there is no such document, section or kind' }]
  })
}

/** Sections of the specifications without a fact. */
function emptySections(facts: readonly Fact[]): Finding[] {
  return Object.entries(sections).flatMap(([document, titles]) =>
    Object.keys(titles)
      .filter((section) => !facts.some((fact) => fact.document === document && fact.section === Number(section)))
      .map((section) => ({
        id: 'proof.empty',
        where: `tests/proofs/${document.toLowerCase()}.json: ${document} section ${section}`,
        message: 'has no fact',
      })),
  )
}

/** What is wrong with the facts and with the tests that say which of them they prove. */
export function proofFindings(facts: readonly Fact[], proofs: readonly Proof[]): Finding[] {
  const known = new Set(facts.map(({ id }) => id))
  const proven = new Set(proofs.map(({ fact }) => fact))
  const unknown = proofs.filter(({ fact }) => !known.has(fact))
  return [
    ...emptySections(facts),
    ...wrongFacts(facts),
    ...facts
      .filter(({ id }) => !proven.has(id))
      .map((fact) => ({ id: 'proof.untested', where: placeOf(fact), message: `no test is tagged with it: "${fact.words}"` })),
    ...unknown.map(({ fact, file, line }) => ({
      id: 'proof.unknown',
      where: `${file}:${line}`,
      message: `there is no fact "${fact}" in tests/proofs`,
    })),
  ]
}

/** The runs of tests: those of `npm run check`, those of the built product in the short extent, and `npm run test:exhaustive`. */
export const runKinds = ['test', 'e2e', 'exhaustive'] as const

export type RunKind = (typeof runKinds)[number]

/** A test that passed, with its tags. */
export interface PassedTest {
  file: string
  /** Titles of its groups and its own, separated by spaces. */
  name: string
  tags: readonly string[]
}

/** Whether a run has a test; the exhaustive one has all. */
function isRunBy(kind: RunKind, { test, isExhaustive }: Proof): boolean {
  if (kind === 'exhaustive') return true
  const needsBuild = test.endsWith('.e2e.ts') || test.startsWith('tests/service/')
  return !isExhaustive && needsBuild === (kind === 'e2e')
}

/** The names of the tests that a proof's titles stand for; `…` stands for anything. */
function namePattern(titles: readonly string[]): RegExp {
  const parts = titles.join(' ').split('…')
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('.*'), 's')
}

/** What a run has left unproved: each tag of a test, or case of a table, for which no test of that title passed. */
export function unprovedBy(run: { kind: RunKind; passed: readonly PassedTest[] }, proofs: readonly Proof[]): Finding[] {
  const passed = new Map<string, string[]>()
  for (const { file, name, tags } of run.passed)
    for (const tag of tags) passed.set(`${tag} ${file}`, [...(passed.get(`${tag} ${file}`) ?? []), name])
  const isProved = ({ fact, test, titles }: Proof): boolean => {
    const pattern = namePattern(titles)
    return (passed.get(`${fact} ${test}`) ?? []).some((name) => pattern.test(name))
  }
  const missing = proofs.filter((proof) => isRunBy(run.kind, proof) && !isProved(proof))
  return missing.map(({ fact, file, line, test, names }) => ({
    id: 'proof.unproved',
    where: `${file}:${line}`,
    message: `no test of ${test} that proves ${fact} passed: ${names.join(' › ')}`,
  }))
}
