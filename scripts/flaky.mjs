import { createVitest } from 'vitest/node'
import { findBrowser } from './tooling/browser.mjs'
import { buildIfStale } from './tooling/build.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { withPostgres } from './tooling/postgres/postgres.mjs'

const [file = '', times = '100'] = process.argv.slice(2)
const runs = Number(times)

// `npm run test:flaky -- <file> [runs]`: runs one test file many times; prints passes, failures with their reasons, and the slowest run.
if (file === '' || !(runs >= 1)) {
  console.error('Usage: npm run test:flaky -- <file> [runs]')
  process.exit(1)
}
requireNode()
await installIfMissing()
// Tests that `npm test` skips are defined only if the extent is exhaustive.
if (file.includes('exhaustive')) process.env.TEST_EXTENT = 'exhaustive'
let hasPassed = false
await withPostgres(async () => {
  hasPassed = await repeat(configOf(file))
})
process.exit(hasPassed ? 0 : 1)

/** The vitest configuration that includes the file. */
function configOf(path) {
  if (/\.e2e|tests\/service\/|tests\/conformance\/[^/]+$/.test(path)) return 'vitest.e2e.config.ts'
  return path.includes('exhaustive') ? 'vitest.exhaustive.config.ts' : 'vitest.config.ts'
}

/** Runs the file in one vitest process, so that setup runs once; resolves to whether every run passed. */
async function repeat(config) {
  if (config === 'vitest.e2e.config.ts') {
    if (!(await buildIfStale())) return false
    process.env.CHROMIUM_PATH = await findBrowser()
  }
  const vitest = await createVitest('test', { config, watch: false, reporters: [{}] })
  const specifications = await vitest.globTestSpecifications([file])
  if (specifications.length === 0) {
    console.error(`No test file matches "${file}"`)
    return false
  }
  let failed = 0
  let slowestS = 0
  for (let run = 1; run <= runs; run++) {
    const from = performance.now()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const seconds = (performance.now() - from) / 1000
    slowestS = Math.max(slowestS, seconds)
    const reasons = [...unhandledErrors.map(String), ...testModules.flatMap(reasonsOf)]
    if (reasons.length > 0) failed += 1
    console.log(`${reasons.length > 0 ? '✗' : '✓'} run ${run} ${seconds.toFixed(1)} s`)
    for (const reason of reasons) console.log(`    ${reason}`)
  }
  await vitest.close()
  console.log(`${runs - failed} passed, ${failed} failed, slowest run ${slowestS.toFixed(1)} s`)
  return failed === 0
}

/** The first line of each error: of the module, its suites and its failed tests. */
function reasonsOf(module) {
  const broken = [module, ...module.children.allSuites()].flatMap((part) => part.errors()).map(({ message }) => message)
  const failed = [...module.children.allTests('failed')].map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message}`)
  return [...broken, ...failed].map((reason) => reason.split('\n')[0])
}
