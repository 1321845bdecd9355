/** Runs vitest with further arguments, counts its tests and names those that passed; a run that breaks counts as one failure. */
export function runSuite(args: string[], env?: Record<string, string>): Promise<{ passed: number; failed: number; names: string[][] }>
