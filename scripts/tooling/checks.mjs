import { generateIfStale } from './build.mjs'
import { at } from './paths.mjs'
import { provenBySuites } from './proofs.mjs'
import { runBin, runScript } from './run.mjs'

/**
 * Everything that is checked without a browser, in the order of what fails fastest.
 * @param {import('./report.mjs').Report} report
 */
export async function check(report) {
  // Before anything is generated: afterwards nothing would differ.
  await report.step('committed contracts', () => succeeds(runScript(at('scripts', 'generate.ts'), ['--check'])))
  if (!(await report.step('generated code', generateIfStale))) return
  await report.step('types', () => succeeds(runBin('typescript', ['-p', '.'], { bin: 'tsc' })))
  await report.step('lint and import directions', () => succeeds(runBin('oxlint', [])))
  await report.step('format', () => succeeds(runBin('oxfmt', ['--check'])))
  await report.step('schemas, screens, texts', () => succeeds(runScript(at('scripts', 'checks', 'main.ts'))))
  await report.step('dead code', () => succeeds(runBin('knip', ['--no-progress'])))
  await provenBySuites(report, 'test', [{ name: 'unit, component and API tests', args: [] }])
}

async function succeeds(work) {
  return (await work).code === 0
}
