import { generateIfStale } from './build.mjs'
import { at } from './paths.mjs'
import { runBin, runScript } from './run.mjs'

/**
 * Everything that is checked without running a test, in the order of what fails fastest. Answers whether there is generated code to go
 * on with.
 * @param {import('./report.mjs').Report} report
 */
export async function checkSources(report) {
  // Before anything is generated: afterwards nothing would differ.
  await report.step('committed contracts', () => succeeds(runScript(at('scripts', 'generate.ts'), ['--check'])))
  if (!(await report.step('generated code', generateIfStale))) return false
  await report.step('types', () => succeeds(runBin('typescript', ['-p', '.'], { bin: 'tsc' })))
  await report.step('lint and import directions', () => succeeds(runBin('oxlint', [])))
  await report.step('format', () => succeeds(runBin('oxfmt', ['--check'])))
  await report.step('schemas, screens, texts', () => succeeds(runScript(at('scripts', 'checks', 'main.ts'))))
  await report.step('dead code', () => succeeds(runBin('knip', ['--no-progress'])))
  return true
}

async function succeeds(work) {
  return (await work).code === 0
}
