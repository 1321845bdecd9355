import { buildIfStale } from './tooling/build.mjs'
import { findBrowser } from './tooling/browser.mjs'
import { checkSources } from './tooling/checks.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { runSuitesWithCoverage } from './tooling/proofs.mjs'
import { withPostgres } from './tooling/postgres/postgres.mjs'
import { Report } from './tooling/report.mjs'

// `npm test`: installs what is missing (packages, a browser), then runs static checks, the build, tests and browser tests.
requireNode()
await installIfMissing()
const report = new Report()
await withPostgres(async () => {
  let isBuilt = false
  const build = async () => {
    isBuilt = await buildIfStale()
    return { code: isBuilt ? 0 : 1, output: '' }
  }
  if (!(await checkSources(report, [['build', build]]))) return
  await runSuitesWithCoverage(report, 'test', [{ name: 'unit, component and API tests', args: [] }])
  if (!isBuilt) return
  let browser = ''
  const found = await report.step('browser', async () => Boolean((browser = await findBrowser())))
  const args = ['--config', 'vitest.e2e.config.ts']
  if (found) await runSuitesWithCoverage(report, 'e2e', [{ name: 'tests of the built product', args, env: { CHROMIUM_PATH: browser } }])
})
report.finish()
