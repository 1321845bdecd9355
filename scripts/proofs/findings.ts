import type { Finding } from '../../schemas/finding.ts'
import { anything, type TestName } from './test-names.ts'
import { meantBy, means, type NameIndex } from './match.ts'
import { kinds, sections, type Row } from './rows.ts'

/** The place of a row, for whoever has to mend it. */
function placeOf({ document, section, words }: Row): string {
  return `tests/proofs: ${document} section ${section}, "${words}"`
}

function wrongPlace(row: Row): Finding[] {
  const known = sections[row.document]?.[row.section] !== undefined
  const message = 'there is no such document, section or kind'
  return known && kinds.some((kind) => kind === row.kind) ? [] : [{ id: 'proof.section', where: placeOf(row), message }]
}

function wrongTests(row: Row, names: NameIndex): Finding[] {
  if (row.tests.length === 0) return [{ id: 'proof.untested', where: placeOf(row), message: 'names no test; no row stands without one' }]
  return row.tests.flatMap((reference): Finding[] => {
    const files = new Set(meantBy(reference, names).map(({ file }) => file))
    if (files.size === 0) return [{ id: 'proof.missing', where: placeOf(row), message: `no test is named "${reference}"` }]
    if (files.size === 1 || reference.includes(anything)) return []
    const message = `"${reference}" is the name of tests in ${[...files].join(', ')}; put the group or the file before it`
    return [{ id: 'proof.ambiguous', where: placeOf(row), message }]
  })
}

function twice(rows: readonly Row[]): Finding[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const place = placeOf(row)
    if (seen.has(place)) return [{ id: 'proof.twice', where: place, message: 'stands here twice' }]
    seen.add(place)
    return []
  })
}

/** Sections of the specifications that no row speaks of. */
function emptySections(rows: readonly Row[]): Finding[] {
  return Object.entries(sections).flatMap(([document, titles]) =>
    Object.keys(titles)
      .filter((section) => !rows.some((row) => row.document === document && row.section === Number(section)))
      .map((section) => ({ id: 'proof.empty', where: `tests/proofs: ${document} section ${section}`, message: 'has no row' })),
  )
}

/** What is wrong with the rows, by the names that the test files hold. */
export function proofFindings(rows: readonly Row[], names: NameIndex): Finding[] {
  return [...emptySections(rows), ...twice(rows), ...rows.flatMap((row) => [...wrongPlace(row), ...wrongTests(row, names)])]
}

/** The runs of tests: those of `npm run check`, those of the built product in the short extent, and `npm run test:exhaustive`. */
export const runKinds = ['test', 'e2e', 'exhaustive'] as const

export type RunKind = (typeof runKinds)[number]

/** Whether a run has a test; the exhaustive one has all. */
function isRunBy(kind: RunKind, { file, isExhaustive }: TestName): boolean {
  if (kind === 'exhaustive') return true
  const needsBuild = file.endsWith('.e2e.ts') || file.startsWith('tests/service/')
  return !isExhaustive && needsBuild === (kind === 'e2e')
}

/** What a run has left unproved: rows that refer to its tests, and of whose tests there none passed. */
export function unprovedBy(
  run: { kind: RunKind; passed: readonly (readonly string[])[] },
  rows: readonly Row[],
  names: NameIndex,
): Finding[] {
  return rows.flatMap((row) =>
    row.tests
      .filter((reference) => meantBy(reference, names).some((name) => isRunBy(run.kind, name)))
      .filter((reference) => !run.passed.some((titles) => means(reference, titles)))
      .map((reference) => ({ id: 'proof.unproved', where: placeOf(row), message: `no test named "${reference}" passed` })),
  )
}
