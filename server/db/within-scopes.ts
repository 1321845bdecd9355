import { sql, type RawBuilder } from 'kysely'
import { pathPrefixes } from './path-prefixes.ts'
import type { Scope } from './scope.ts'

/** So many ranges are compared with one by one, each by an index; more are a set. */
const FEW = 16

interface WithinOptions {
  /** Only what lies below the tops of the ranges. @default false */
  below?: boolean
}

/** SQL: whether the path of a row lies in one of the ranges. Its text does not grow with them. */
export function withinScopes(path: string, scopes: readonly Scope[], { below = false }: WithinOptions = {}): RawBuilder<boolean> {
  const column = sql.raw(path)
  const first = scopes.reduce((least, { from }) => (from < least ? from : least), '~')
  const last = scopes.reduce((most, { to }) => (to > most ? to : most), '')
  if (scopes.length === 0) return sql<boolean>`false`
  if (scopes.length > FEW) {
    const tops = JSON.stringify(Object.fromEntries(scopes.map(({ from }) => [from, 0])))
    const inside = sql<boolean>`${column} >= ${first} and ${column} < ${last} and ${tops}::jsonb ?| ${sql.raw(pathPrefixes(path))}`
    return below ? sql<boolean>`(${inside} and not ${tops}::jsonb ? ${column})` : sql<boolean>`(${inside})`
  }
  const operator = sql.raw(below ? '>' : '>=')
  const ranges = scopes.map(({ from, to }) => sql<boolean>`(${column} ${operator} ${from} and ${column} < ${to})`)
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`
}
