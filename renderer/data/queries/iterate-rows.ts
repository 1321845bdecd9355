import type { ServedRecord } from '../../../schemas/plan.ts'
import type { DataSource, ListQuery } from '../data-source.ts'

/** Rows per call. */
const stepSize = 1000

/**
 * Walks a whole list in the order of identifiers, 1,000 rows a call: each call costs what its rows cost, and rows that come or go
 * meanwhile shift nothing. `total` is the number of rows as the walk began. Rejects with the call's `RequestError`, or the signal's reason.
 */
export async function* iterateRows(
  source: Pick<DataSource, 'list'>,
  {
    entity,
    query,
    signal,
  }: { entity: string; query: Omit<ListQuery, 'page' | 'size' | 'sort' | 'after'>; signal?: AbortSignal | undefined },
): AsyncGenerator<{ records: ServedRecord[]; total: number }, void, void> {
  let total: number | undefined
  let after: string | undefined = ''
  while (after !== undefined) {
    signal?.throwIfAborted()
    const { data, meta } = await source.list(entity, { ...query, page: 1, size: stepSize, after }, signal)
    total ??= meta.totalCount
    yield { records: data, total }
    after = meta.next
  }
}
