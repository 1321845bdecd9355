import { sql } from 'kysely'
import type { TenantType } from '../../schemas/vocabulary/context.ts'
import type { Queries } from '../db/database.ts'
import type { TenantNode } from '../policies/caller.ts'

/** The visible fields of an ancestor tenant. */
export interface Ancestor {
  oid: string
  name: string
  type: TenantType
}

/** Loads the ancestors of all given tenants in one statement; returns a lookup of a tenant's ancestors, root first. */
export async function ancestorsOf(queries: Queries, tenants: readonly TenantNode[]): Promise<(tenant: TenantNode) => Ancestor[]> {
  const paths = [...new Set(tenants.flatMap(({ path }) => pathsAbove(path)))]
  if (paths.length === 0) return () => []
  const { rows } = await sql<
    Ancestor & { path: string }
  >`select oid, name, type, path from tenant where path = any(${paths}::text[])`.execute(queries)
  const byPath = new Map(rows.map(({ path, oid, name, type }) => [path, { oid, name, type }]))
  return ({ path }) => pathsAbove(path).flatMap((above) => byPath.get(above) ?? [])
}

/** `a.3f.9k.` lies below `a.` and `a.3f.`. */
function pathsAbove(path: string): string[] {
  const labels = path.slice(0, -1).split('.')
  return labels.slice(0, -1).map((_, index) => `${labels.slice(0, index + 1).join('.')}.`)
}
