import { generateIfStale } from './build.mjs'
import { at } from './paths.mjs'
import { runBin, runScript } from './run.mjs'

/**
 * Runs all static checks, those that fail fastest first. Resolves to whether generation succeeded, without which no test can
 * run.
 * @param {import('./report.mjs').Report} report
 */
export async function checkSources(report) {
  // Must precede generation, which would overwrite stale contracts.
  await report.step('committed contracts', () => succeeds(runScript(at('scripts', 'generate.ts'), ['--check'])))
  if (!(await report.step('generated code', generateIfStale))) return false
  await report.step('types', () => succeeds(runBin('typescript', ['-p', '.'], { bin: 'tsc' })))
  await report.step('lint and import directions', () => succeeds(runBin('oxlint', [])))
  await report.step('format', () => succeeds(runBin('oxfmt', ['--check'])))
  await report.step('schemas, screens, texts', () => succeeds(runScript(at('scripts', 'checks', 'main.ts'))))
  await report.step('packages', () => succeeds(runScript(at('scripts', 'packages.ts'))))
  await report.step('dead code', () => succeeds(runBin('knip', ['--no-progress'])))
  return true
}

async function succeeds(work) {
  return (await work).code === 0
}
