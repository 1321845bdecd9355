import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { factTags } from './tests/proofs/facts.ts'

/** First what needs no demo world, which is created meanwhile; then the longest files, the longest first: begun last they would run alone. */
const long = `database-away new-entity calls device-list change crash list-and-journal spreadsheet failures every-page languages
  session rights first-visit edge-boxes tenants overlay-settings keyboard viewer frames console-administration together distributor
  cut-off start`.split(/\s+/)

const isExhaustive = process.env['TEST_EXTENT'] === 'exhaustive'

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = long.findIndex((name) => moduleId.includes(`/${name}.`))
      return found < 0 ? long.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/** Tests of the built product: the service as a process of its own, and the console on it in a browser. Two files at a time, each with a service of its own: a third would only make all of them slower on two cores. */
export default defineConfig({
  test: {
    include: [
      'tests/e2e/**/*.e2e.ts',
      'tests/service/**/*.test.ts',
      'tests/conformance/*.test.ts',
      ...(isExhaustive ? ['tests/exhaustive/**/*.e2e.ts'] : []),
    ],
    environment: 'node',
    // Files share the modules and the browser of their process.
    isolate: false,
    tags: factTags,
    globalSetup: ['tests/support/e2e-setup.ts'],
    maxWorkers: 2,
    // Ends what hangs; a journey of half a minute takes several times that on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
    sequence: { sequencer: LongFirst },
    // A page answers after a service and a drawing; a second is not enough where two cores do all of it.
    expect: { poll: { timeout: 10_000 } },
  },
})
