import { unknownName } from './nearest.ts'
import type { EntitySchema } from './types.ts'

/** What every condition may ask of the context; `x-context` of a schema adds names to `can`, `feature` and `editor`. */
export const contextNames: Readonly<Record<string, readonly string[]>> = {
  tenant: ['oid', 'name', 'type', 'licensingMode'],
  user: ['oid'],
  can: ['list', 'create', 'read', 'update', 'delete', 'manage', 'readDomain'],
  feature: ['cloud_security', 'sdi', 'cloud_mesh', 'directory_users'],
  editor: ['creating', 'bulk', 'form'],
  now: ['month'],
}

/** A checked `$root.name`. */
export interface ContextPath {
  root: 'tenant' | 'user' | 'can' | 'feature' | 'editor' | 'now'
  name: string
}

/** Splits and checks `$can.update`; returns the complaint for an unknown root or name. */
export function parseContextPath(text: string, schema: EntitySchema): ContextPath | string {
  const [root = '', name = '', ...rest] = text.slice(1).split('.')
  const own = schema['x-context']?.[root as 'can' | 'feature' | 'editor'] ?? []
  const known = contextNames[root]
  if (!known)
    return unknownName(
      'context',
      `$${root}`,
      Object.keys(contextNames).map((key) => `$${key}`),
    )
  const names = [...known, ...own]
  if (rest.length > 0 || !names.includes(name))
    return unknownName(
      'context path',
      text,
      names.map((key) => `$${root}.${key}`),
    )
  return { root: root as ContextPath['root'], name }
}
