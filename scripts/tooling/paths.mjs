import { join, resolve } from 'node:path'

/** The root folder of the project. */
export const ROOT = resolve(import.meta.dirname, '..', '..')

/** An absolute path below the root folder. */
export function at(...parts) {
  return join(ROOT, ...parts)
}
