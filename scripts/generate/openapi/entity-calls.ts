import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

/** One API call of an entity; `purpose` is the key of its text (`docs.call.<purpose>`). */
export interface EntityCall {
  method: 'get' | 'post' | 'put' | 'delete'
  /** OpenAPI path, e.g. `/api/v1/partners/{oid}`. */
  path: string
  purpose: 'list' | 'one' | 'create' | 'update' | 'delete' | 'journal'
}

/** The generic API calls of an entity, in the order of its reference page. */
export function entityCalls(schema: EntitySchema): EntityCall[] {
  const { route, scope, theme, readOnly, singleton, pairs, command } = schema['x-entity']
  if (command !== undefined) return [{ method: 'post', path: `${route}/{tenantId}`, purpose: 'create' }]
  const journal: EntityCall = { method: 'get', path: `/journal/api/v1/journal/entries/{tenantOid}/${theme}`, purpose: 'journal' }
  if (singleton) {
    const read: EntityCall = { method: 'get', path: scope === 'overlay' ? route : `${route}/{oid}`, purpose: 'one' }
    return readOnly ? [read] : [read, { method: 'put', path: route, purpose: 'update' }, journal]
  }
  const reads: EntityCall[] = [
    { method: 'get', path: route, purpose: 'list' },
    { method: 'get', path: `${route}/{oid}`, purpose: 'one' },
  ]
  if (readOnly) return reads
  if (pairs) return [...reads, { method: 'put', path: route, purpose: 'update' }, journal]
  return [
    ...reads,
    { method: 'post', path: route, purpose: 'create' },
    { method: 'put', path: route, purpose: 'update' },
    { method: 'delete', path: route, purpose: 'delete' },
    journal,
  ]
}
