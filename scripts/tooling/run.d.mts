/** Runs a program and waits for it to exit. `quiet` captures its output instead of printing it. */
export function run(
  command: string,
  args: string[],
  options?: { env?: Record<string, string>; quiet?: boolean; cwd?: string },
): Promise<{ code: number; output: string }>
