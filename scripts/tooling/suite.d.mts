import type { PassedTest } from '../proofs/findings.ts'

/** Runs vitest with further arguments, counts its tests, tells files and tags of those that passed, and those that failed; a run that breaks counts as one failure. */
export function runSuite(
  args: string[],
  env?: Record<string, string>,
): Promise<{ passed: number; failed: number; proven: PassedTest[]; reds: string[] }>
