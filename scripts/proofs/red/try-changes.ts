import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../../tooling/browser.mjs'
import { withPostgres } from '../../tooling/postgres/postgres.mjs'
import { runSuite } from '../../tooling/suite.mjs'
import type { RunKind, TaggedTest } from '../findings.ts'
import { changed, describeChange, testFilesOf, type Change, type RunPlan } from './changes.ts'
import type { RedRecords } from './records.ts'

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
}

/** Builds the product in the copy by its own scripts. */
function buildCopy(copy: string): void {
  const build = "const { buildIfStale } = await import('./scripts/tooling/build.mjs'); process.exit((await buildIfStale()) ? 0 : 1)"
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], { cwd: copy, stdio: 'inherit' })
}

async function runKind(facts: readonly string[], kind: RunKind, { copy, proofs }: Trial): Promise<Outcome> {
  const files = testFilesOf(facts, kind, proofs)
  if (files.length === 0) return nothing
  const args = ['--tags-filter', facts.join(' or '), ...files]
  if (kind === 'e2e') {
    buildCopy(copy)
    return runSuite(['--config', 'vitest.e2e.config.ts', ...args], { CHROMIUM_PATH: await findBrowser() }, copy)
  }
  let outcome = nothing
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

/** Applies a change to the copy, runs the tests of its facts and takes the change back. Returns records of the facts that have a failing test. */
export async function tryChange(change: Change, trial: Trial): Promise<RedRecords> {
  const path = join(trial.copy, change.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, changed(source, change))
  try {
    const { failedTests } = await runTests(change.facts, trial)
    const red = change.facts.filter((fact) => hasTag(failedTests, fact))
    const record = { commit: trial.commit, file: change.file, change: describeChange(change) }
    return Object.fromEntries(red.map((fact) => [fact, record]))
  } finally {
    writeFileSync(path, source)
  }
}
