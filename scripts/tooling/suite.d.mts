import type { TaggedTest } from '../proofs/findings.ts'

/**
 * Runs vitest with these arguments and counts its tests. Returns the passed and the failed tests that have tags, and a line with the
 * reason for each failure. A run that fails without a failed test counts as one failure. `cwd` is the root folder of the tree that is
 * tested: by default this one.
 */
export function runSuite(
  args: string[],
  env?: Record<string, string>,
  cwd?: string,
): Promise<{ passed: number; failed: number; passedTests: TaggedTest[]; failedTests: TaggedTest[]; failures: string[] }>
