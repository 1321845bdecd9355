import type { PassedTest } from '../proofs/findings.ts'

/**
 * Runs vitest with these arguments and counts its tests. Returns the passed tests that have tags, and a line with the reason for each failure.
 * A run that fails without a failed test counts as one failure.
 */
export function runSuite(
  args: string[],
  env?: Record<string, string>,
): Promise<{ passed: number; failed: number; passedTests: PassedTest[]; failures: string[] }>
