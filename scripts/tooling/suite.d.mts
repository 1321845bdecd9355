/** Runs vitest with further arguments and counts its tests; a run that breaks counts as one failure. */
export function runSuite(args: string[], env?: Record<string, string>): Promise<{ passed: number; failed: number }>
