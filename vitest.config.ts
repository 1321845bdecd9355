import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SharedProcesses } from './scripts/tooling/test-order.ts'
import { textsPlugin } from './scripts/tooling/vite/texts-plugin.ts'
import { factTags } from './tests/proofs/facts.ts'

/** Tests share the modules of their process, which are large; those that replace modules or count on fresh ones are named `alone`. */
const components = ['{renderer,src}/**/*.test.{ts,tsx}', 'tests/screens/**/*.test.tsx']
const modules = [
  '{schemas,server,scripts}/**/*.test.ts',
  'tests/screens/**/*.test.ts',
  'tests/{bench,cluster,deploy,support,conformance/{platform,errors}}/**/*.test.ts',
]
/** Suites on a database server: `npm run check` leaves them out. */
const api = ['tests/api/**/*.test.ts']
const alone = '**/*.alone.test.{ts,tsx}'
/** Lists with a plain table in place of the grid. */
const lists = '**/*.list.test.tsx'

export default defineConfig({
  plugins: [textsPlugin(fileURLToPath(new URL('./locales', import.meta.url)))],
  test: {
    environment: 'node',
    tags: factTags,
    globalSetup: ['tests/support/generated-setup.ts'],
    setupFiles: ['tests/support/unit-setup.ts'],
    // Ends what hangs; what takes seconds takes many times that on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // By default one core is left to whoever waits.
    maxWorkers: 2,
    sequence: { sequencer: SharedProcesses },
    projects: [
      { extends: true, test: { name: 'components', isolate: false, include: components, exclude: [alone, lists] } },
      { extends: true, test: { name: 'lists', isolate: false, include: [lists], setupFiles: ['tests/support/list/plain-grid-setup.ts'] } },
      { extends: true, test: { name: 'modules', isolate: false, include: modules, exclude: [alone] } },
      { extends: true, test: { name: 'api', isolate: false, include: api } },
      { extends: true, test: { name: 'alone', include: [alone] } },
    ],
  },
})
