import { join, resolve } from 'node:path'

/** The project's folder. */
export const ROOT = resolve(import.meta.dirname, '..', '..')

/** A path below the project's folder. */
export function at(...parts) {
  return join(ROOT, ...parts)
}
