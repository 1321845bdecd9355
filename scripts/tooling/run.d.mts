/** Runs a program and waits for it to exit. `quiet` captures its output instead of printing it. */
export function run(
  command: string,
  args: string[],
  options?: { env?: Record<string, string>; quiet?: boolean; cwd?: string },
): Promise<{ code: number; output: string }>

/** Runs the program of an installed package; otherwise like `run`. */
export function runBin(
  packageName: string,
  args: string[],
  options?: { bin?: string; node?: string[]; env?: Record<string, string>; quiet?: boolean; cwd?: string },
): Promise<{ code: number; output: string }>
