import type { ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import type { DataSource, ListQuery } from '../data-source.ts'

/** Rows per call when a whole list is walked. */
const stepSize = 1000

/**
 * Walks all pages of a list, 1,000 rows a call. A row that moved to a later page meanwhile comes once.
 * Rejects with the call's `RequestError`, or the signal's reason.
 */
export async function* iteratePages(
  source: Pick<DataSource, 'list'>,
  { entity, query, signal }: { entity: string; query: Omit<ListQuery, 'page' | 'size'>; signal?: AbortSignal | undefined },
): AsyncGenerator<{ records: ServedRecord[]; meta: ListAnswer['meta'] }, void, void> {
  const seen = new Set<string>()
  let walked = 0
  for (let page = 1; ; page += 1) {
    signal?.throwIfAborted()
    const { data, meta } = await source.list(entity, { ...query, page, size: stepSize }, signal)
    const records = data.filter(({ oid }) => !seen.has(oid))
    for (const { oid } of records) seen.add(oid)
    walked += data.length
    yield { records, meta }
    // A service with a smaller limit answers smaller pages and says so.
    if (data.length === 0 || data.length < meta.size || walked >= meta.totalCount) return
  }
}
