import { generateIfStale } from './build.mjs'
import { at } from './paths.mjs'
import { runBin, runScript } from './run.mjs'

/**
 * Runs all static checks, two at a time, the longest first. Resolves to whether generation succeeded, without which no test can run.
 * @param {import('./report.mjs').Report} report
 * @param {Parameters<import('./report.mjs').Report['pairs']>[0]} [more] what else needs nothing but generated files
 */
export async function checkSources(report, more = []) {
  // Must precede generation, which would overwrite stale contracts.
  await report.step('committed contracts', async () => (await runScript(at('scripts', 'generate.ts'), ['--check'])).code === 0)
  if (!(await report.step('generated code', generateIfStale))) return false
  const quiet = { quiet: true }
  await report.pairs([
    ['types', () => runBin('typescript', ['-p', '.'], { ...quiet, bin: 'tsc' })],
    ...more,
    ['schemas, screens, texts', () => runScript(at('scripts', 'checks', 'main.ts'), [], quiet)],
    ['dead code', () => runBin('knip', ['--no-progress'], quiet)],
    ['lint and import directions', () => runBin('oxlint', [], quiet)],
    ['packages', () => runScript(at('scripts', 'packages.ts'), [], quiet)],
    ['format', () => runBin('oxfmt', ['--check'], quiet)],
  ])
  return true
}
