/** Runs vitest with further arguments, counts its tests, names those that passed and tells those that failed; a run that breaks counts as one failure. */
export function runSuite(
  args: string[],
  env?: Record<string, string>,
): Promise<{ passed: number; failed: number; names: string[][]; reds: string[] }>
