import { defineConfig } from 'vitest/config'
import { factTags } from './tests/proofs/facts.ts'

/** What takes too long for every change: failures in rounds, thousands of calls, both major versions. One file at a time: each runs several services. */
export default defineConfig({
  test: {
    include: ['tests/exhaustive/**/*.test.ts'],
    environment: 'node',
    tags: factTags,
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    retry: 0,
  },
})
