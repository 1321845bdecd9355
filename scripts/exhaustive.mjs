import { findBrowser } from './tooling/browser.mjs'
import { buildIfStale } from './tooling/build.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { findProgram } from './tooling/packages.mjs'
import { withPostgres } from './tooling/postgres/postgres.mjs'
import { postgresPrograms } from './tooling/postgres/postgres-programs.mjs'
import { runSuitesWithCoverage } from './tooling/proofs.mjs'
import { Report } from './tooling/report.mjs'
import { runSuite } from './tooling/suite.mjs'

const files = process.argv.slice(2)
const patterns = { e2e: /\.e2e\.|tests\/service\//, exhaustive: /tests\/exhaustive\/.*\.test\./ }
const needsBuild = (file) => patterns.e2e.test(file)
const isExhaustiveOnly = (file) => !needsBuild(file) && patterns.exhaustive.test(file)
let browser = ''

// `npm run test:exhaustive`: tests that take too long for `npm test`, and all cases of tests that `npm test` runs only in part. Each
// step installs missing prerequisites, or prints how to install them.
requireNode()
await installIfMissing()
const report = new Report()
const isReady = [
  await report.step('build', buildIfStale),
  await report.step('PostgreSQL 15', async () => Boolean(await postgresPrograms(15, ''))),
  await report.step('pgbouncer', async () => Boolean(await findProgram('pgbouncer'))),
  await report.step('glewlwyd', async () => Boolean(await findProgram('glewlwyd'))),
  await report.step('sqlite3', async () => Boolean(await findProgram('sqlite3'))),
  await report.step('kubectl', async () => Boolean(await findProgram('kubectl', 'kubernetes-client'))),
  await report.step('buildah', async () => Boolean(await findProgram('buildah'))),
  await report.step('debootstrap', async () => Boolean(await findProgram('debootstrap'))),
  await report.step('systemd', async () => Boolean(await findProgram('systemd-analyze', 'systemd'))),
  await report.step('browser', async () => Boolean((browser = await findBrowser()))),
].every(Boolean)
if (isReady) {
  const env = { CHROMIUM_PATH: browser, TEST_EXTENT: 'exhaustive' }
  const suites = [
    { name: 'exhaustive tests', args: ['--config', 'vitest.exhaustive.config.ts', ...files.filter(isExhaustiveOnly)], env },
    { name: 'unit, component and API tests, every case', args: files.filter((file) => !needsBuild(file) && !isExhaustiveOnly(file)), env },
    {
      name: 'API tests on databases in distributed form',
      args: files.length === 0 ? ['--project', 'api'] : [],
      env: { DISTRIBUTED_FORM: '1' },
    },
    { name: 'tests of the built product, every case', args: ['--config', 'vitest.e2e.config.ts', ...files.filter(needsBuild)], env },
  ]
  await withPostgres(async () => {
    if (files.length === 0) return runSuitesWithCoverage(report, 'exhaustive', suites)
    // A selection of files cannot cover every fact, so coverage is not checked.
    for (const { name, args } of suites.filter((suite) => suite.args.some((arg) => files.includes(arg))))
      await report.step(name, () => runSuite(args, env))
  })
}
report.finish()
