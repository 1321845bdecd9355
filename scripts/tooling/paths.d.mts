/** An absolute path below the project's folder. */
export function at(...parts: string[]): string
