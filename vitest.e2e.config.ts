import { defineConfig } from 'vitest/config'

/** Browser tests: the real console on the real, built service, one file after the other. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    environment: 'node',
    globalSetup: ['tests/support/e2e-setup.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 0,
    // A page answers after a service and a drawing; a second is not enough where two cores do all of it.
    expect: { poll: { timeout: 10_000 } },
  },
})
