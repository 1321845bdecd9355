/** An absolute path below the root folder. */
export function at(...parts: string[]): string

/** Folder of the project. */
export const ROOT: string
