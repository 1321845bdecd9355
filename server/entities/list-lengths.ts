/** Rows from which on a list is long by far: whatever came or went in a moment, it still is. */
const LONG = 50_000
/** For how long (ms) a length is good. */
const MOMENT = 10_000

/**
 * Cache of recent list lengths per tenant. A search only needs to know whether its list is long, to choose a query strategy; every
 * strategy finds the same rows. Lengths that could change the answer are not cached.
 */
export class ListLengths {
  readonly #known = new Map<string, { rows: number; until: number }>()

  /** @param now ms on any clock */
  remember(tenantOid: string, rows: number, now: number): void {
    if (rows >= LONG) this.#known.set(tenantOid, { rows, until: now + MOMENT })
    else this.#known.delete(tenantOid)
  }

  /** Rows of a list that was long a moment ago; undefined of others. */
  of(tenantOid: string, now: number): number | undefined {
    const known = this.#known.get(tenantOid)
    return known !== undefined && now < known.until ? known.rows : undefined
  }
}
