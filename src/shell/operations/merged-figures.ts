import type { PoolFigures, RouteFigures, SeenStandby, ServiceCopy, StatementFigures } from '../../../schemas/operations.ts'

/** A pool of one copy, with the standby that it leads to as that copy sees it. */
export interface CopyPool extends PoolFigures {
  copy: ServiceCopy
  standby: SeenStandby | undefined
}

const MOST = 20

/** The statements of all copies, by the time that they took in all. */
export function allStatements(copies: readonly ServiceCopy[]): StatementFigures[] {
  const merged = merge(
    copies.flatMap(({ figures }) => figures.statements),
    ({ name }) => name,
    (one, other) => ({ ...one, count: one.count + other.count, seconds: one.seconds + other.seconds, rows: one.rows + other.rows }),
  )
  return merged.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST)
}

/** The routes that failed on any copy, most failures first. */
export function failedRoutes(copies: readonly ServiceCopy[]): RouteFigures[] {
  const merged = merge(
    copies.flatMap(({ figures }) => figures.routes),
    ({ method, route }) => `${method} ${route}`,
    (one, other) => ({ ...one, calls: one.calls + other.calls, failed: one.failed + other.failed }),
  )
  return merged.toSorted((one, other) => other.failed - one.failed).slice(0, MOST)
}

/** Every pool of every copy. */
export function allPools(copies: readonly ServiceCopy[]): CopyPool[] {
  return copies.flatMap((copy) =>
    copy.figures.pools.map((pool) => ({ ...pool, copy, standby: copy.figures.standbys.find(({ name }) => name === pool.name) })),
  )
}

function merge<T>(items: readonly T[], keyOf: (item: T) => string, add: (one: T, other: T) => T): T[] {
  const merged = new Map<string, T>()
  for (const item of items) {
    const known = merged.get(keyOf(item))
    merged.set(keyOf(item), known === undefined ? item : add(known, item))
  }
  return [...merged.values()]
}
