import type { Finding } from '../../schemas/finding.ts'
import { sections, type Fact } from './facts.ts'
import type { Proof } from './tags.ts'

const locationOf = ({ id, document }: Fact): string => `tests/proofs/${document.toLowerCase()}.json: ${id}`

/** Duplicate facts, and facts of an unknown document, section or kind. */
function invalidFacts(facts: readonly Fact[]): Finding[] {
  const seen = new Set<string>()
  return facts.flatMap((fact) => {
    const where = locationOf(fact)
    const key = `${fact.document} ${fact.section} ${fact.kind} ${fact.text}`
    const isDuplicate = seen.has(key)
    seen.add(key)
    if (isDuplicate)
      return [{ id: 'proof.twice', where, message: `another fact of the same section and kind has the same text: "${fact.text}"` }]
    const isKnown = sections[fact.document]?.[fact.section] !== undefined && fact.kind !== ''
    return isKnown ? [] : [{ id: 'proof.section', where, message: 'its document, section or kind is unknown' }]
  })
}

/** Sections without a fact. */
function emptySections(facts: readonly Fact[]): Finding[] {
  return Object.entries(sections).flatMap(([document, titles]) =>
    Object.keys(titles)
      .filter((section) => !facts.some((fact) => fact.document === document && fact.section === Number(section)))
      .map((section) => ({
        id: 'proof.empty',
        where: `tests/proofs/${document.toLowerCase()}.json: ${document} section ${section}`,
        message: 'the section has no fact',
      })),
  )
}

/** Checks the facts and the tags of tests: each section has a fact, each fact is valid and has a test, each tag names a fact. */
export function proofFindings(facts: readonly Fact[], proofs: readonly Proof[]): Finding[] {
  const known = new Set(facts.map(({ id }) => id))
  const proven = new Set(proofs.map(({ fact }) => fact))
  const unknown = proofs.filter(({ fact }) => !known.has(fact))
  return [
    ...emptySections(facts),
    ...invalidFacts(facts),
    ...facts
      .filter(({ id }) => !proven.has(id))
      .map((fact) => ({ id: 'proof.untested', where: locationOf(fact), message: `no test has its tag: "${fact.text}"` })),
    ...unknown.map(({ fact, file, line }) => ({
      id: 'proof.unknown',
      where: `${file}:${line}`,
      message: `there is no fact "${fact}" in tests/proofs`,
    })),
  ]
}

/**
 * The kinds of test runs: `test` (unit, component and API tests) and `e2e` (tests of the built product), both part of `npm test`;
 * `exhaustive`, which is `npm run test:exhaustive`.
 */
export const runKinds = ['test', 'e2e', 'exhaustive'] as const

export type RunKind = (typeof runKinds)[number]

/** A test that ran, with its tags. */
export interface TaggedTest {
  file: string
  /** The titles of its groups and its own title, separated by spaces. */
  name: string
  tags: readonly string[]
}

/** Whether a run of this kind includes a test; an exhaustive run includes all. */
export function isRunBy(kind: RunKind, { test, isExhaustive }: Proof): boolean {
  if (kind === 'exhaustive') return true
  const needsBuild = test.endsWith('.e2e.ts') || /^tests\/(?:service\/|conformance\/[^/]+$)/.test(test)
  return !isExhaustive && needsBuild === (kind === 'e2e')
}

/** Matches the names of the tests that a proof's titles describe; `…` matches any text. */
function namePattern(titles: readonly string[]): RegExp {
  const parts = titles.join(' ').split('…')
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('.*'), 's')
}

/** Lists the tags of tests, and the cases of tables, for which no test passed in a run that includes them. */
export function unprovedBy(run: { kind: RunKind; passed: readonly TaggedTest[] }, proofs: readonly Proof[]): Finding[] {
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
    message: `no test in ${test} that proves ${fact} passed: ${names.join(' › ')}`,
  }))
}
