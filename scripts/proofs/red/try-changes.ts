import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../../tooling/browser.mjs'
import { withPostgres } from '../../tooling/postgres/postgres.mjs'
import { runSuite } from '../../tooling/suite.mjs'
import type { RunKind, TaggedTest } from '../findings.ts'
import { changed, describeChange, quickFilesOf, testFilesOf, type Change, type RunPlan } from './changes.ts'
import type { RedRecords } from './records.ts'
import { roundsFor, verdictOf, type Verdict } from './rounds.ts'

/** The tests of some facts after a run. `failed` counts files that cannot be loaded, too. */
interface Outcome {
  failed: number
  passedTests: readonly TaggedTest[]
  failedTests: readonly TaggedTest[]
  failures: readonly string[]
}

const nothing: Outcome = { failed: 0, passedTests: [], failedTests: [], failures: [] }

/** A copy of the source tree to change, the commit that it contains, and what to run in it. */
export interface Trial extends Pick<RunPlan, 'proofs' | 'kinds'> {
  copy: string
  commit: string
  /** Whether API tests run only for facts that no quicker test proves. */
  isQuick: boolean
}

/** Builds the product in the copy by its own scripts. */
function buildCopy(copy: string): void {
  const build = "const { buildIfStale } = await import('./scripts/tooling/build.mjs'); process.exit((await buildIfStale()) ? 0 : 1)"
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], { cwd: copy, stdio: 'inherit' })
}

async function runKind(facts: readonly string[], kind: RunKind, { copy, proofs, isQuick }: Trial): Promise<Outcome> {
  const files = (isQuick ? quickFilesOf : testFilesOf)(facts, kind, proofs)
  if (files.length === 0) return nothing
  const args = ['--tags-filter', facts.join(' or '), ...files]
  if (kind === 'e2e') {
    buildCopy(copy)
    return runSuite(['--config', 'vitest.e2e.config.ts', ...args], { CHROMIUM_PATH: await findBrowser() }, copy)
  }
  let outcome = nothing
  if (kind === 'exhaustive') {
    buildCopy(copy)
    const env = { CHROMIUM_PATH: await findBrowser(), TEST_EXTENT: 'exhaustive' }
    await withPostgres(async () => {
      outcome = await runSuite(['--config', 'vitest.exhaustive.config.ts', ...args], env, copy)
    })
    return outcome
  }
  const run = async (): Promise<void> => {
    outcome = await runSuite(args, { GENERATE: 'code' }, copy)
  }
  await (files.some((file) => file.startsWith('tests/api/')) ? withPostgres(run) : run())
  return outcome
}

/** Runs the tests of some facts in the copy as it stands. */
async function runTests(facts: readonly string[], trial: Trial): Promise<Outcome> {
  const total = { failed: 0, passedTests: [] as TaggedTest[], failedTests: [] as TaggedTest[], failures: [] as string[] }
  for (const kind of trial.kinds) {
    const { failed, passedTests, failedTests, failures } = await runKind(facts, kind, trial)
    total.failed += failed
    total.passedTests.push(...passedTests)
    total.failedTests.push(...failedTests)
    total.failures.push(...failures)
  }
  return total
}

const hasTag = (tests: readonly TaggedTest[], fact: string): boolean => tests.some(({ tags }) => tags.includes(fact))

/** Throws unless all tests of the facts pass without a change. */
export async function requireGreen(facts: readonly string[], trial: Trial): Promise<void> {
  const { failed, failures, passedTests } = await runTests(facts, trial)
  if (failed > 0) throw new Error(`Tests fail without a change:\n${failures.join('\n')}`)
  const without = facts.filter((fact) => !hasTag(passedTests, fact))
  if (without.length > 0) throw new Error(`No test ran for ${without.join(', ')}.`)
}

/** Applies changes to the copy, runs the tests of some facts and takes the changes back. Returns the facts that have a failing test. */
async function failingFacts(changes: readonly Change[], facts: readonly string[], trial: Trial): Promise<string[]> {
  const sources = new Map<string, string>()
  try {
    for (const change of changes) {
      const path = join(trial.copy, change.file)
      const source = readFileSync(path, 'utf8')
      if (!sources.has(path)) sources.set(path, source)
      writeFileSync(path, changed(source, change))
    }
    const { failedTests } = await runTests(facts, trial)
    return facts.filter((fact) => hasTag(failedTests, fact))
  } finally {
    for (const [path, source] of sources) writeFileSync(path, source)
  }
}

function recordsOf(change: Change, facts: readonly string[], commit: string): RedRecords {
  return Object.fromEntries(facts.map((fact) => [fact, { commit, file: change.file, change: describeChange(change) }]))
}

/** Tries a change by itself. Returns records of the facts that have a failing test. */
export async function tryChange(change: Change, trial: Trial): Promise<RedRecords> {
  return recordsOf(change, await failingFacts([change], change.facts, trial), trial.commit)
}

/**
 * Tries changes in a few rounds, several in each (`roundsFor`): for many changes whose tests are in the same files. Returns records of
 * the facts that fail exactly where their change is applied, and the changes to try by themselves, since others break their facts, too.
 */
export async function tryTogether(changes: readonly Change[], trial: Trial): Promise<{ records: RedRecords; unclear: Change[] }> {
  const facts = [...new Set(changes.flatMap((change) => change.facts))]
  const rounds = roundsFor(changes.length)
  const failed: string[][] = []
  for (let round = 0; round < rounds.count; round++) {
    const applied = changes.filter((_, index) => rounds.of[index]?.includes(round))
    failed.push(await failingFacts(applied, facts, trial))
    console.log(`round ${round + 1} of ${rounds.count}: ${applied.length} changes, ${failed.at(-1)?.length} of ${facts.length} facts fail`)
  }
  const roundsOf = (fact: string): number[] => failed.flatMap((all, round) => (all.includes(fact) ? [round] : []))
  const judged = changes.map((change, index) => {
    const withVerdict = (wanted: Verdict): string[] =>
      change.facts.filter((fact) => verdictOf(roundsOf(fact), rounds.of[index] ?? []) === wanted)
    return { change, red: withVerdict('red'), unclear: withVerdict('unclear') }
  })
  return {
    records: Object.assign({}, ...judged.map(({ change, red }) => recordsOf(change, red, trial.commit))) as RedRecords,
    unclear: judged.flatMap(({ change, unclear }) => (unclear.length > 0 ? [{ ...change, facts: unclear }] : [])),
  }
}
