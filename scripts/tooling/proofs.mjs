import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from './paths.mjs'
import { runScript } from './run.mjs'
import { runSuite } from './suite.mjs'

/**
 * Runs the suites of one kind, then checks that every fact tagged in their tests has a test that passed.
 * @param {import('./report.mjs').Report} report
 * @param {import('../proofs/findings.ts').RunKind} kind
 * @param {{ name: string, args: string[], env?: Record<string, string> }[]} suites
 */
export async function runSuitesWithCoverage(report, kind, suites) {
  const passed = []
  for (const { name, args, env } of suites)
    await report.step(name, async () => {
      const result = await runSuite(args, env)
      passed.push(...result.passedTests)
      return result
    })
  await report.step(`coverage by ${suites.map(({ name }) => name).join(' and ')}`, () => isCovered(kind, passed))
}

async function isCovered(kind, passed) {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
  const file = join(folder, 'passed.json')
  try {
    writeFileSync(file, JSON.stringify(passed))
    return (await runScript(at('scripts', 'proved.ts'), [kind, file])).code === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
