/** An absolute path below the root folder. */
export function at(...parts: string[]): string
