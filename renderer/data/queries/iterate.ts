import type { JournalEntry, ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import type { DataSource, JournalPage, JournalQuery, ListQuery } from '../data-source.ts'

/** Rows or entries per call. */
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

/**
 * Walks a journal, newest first, 1,000 entries a call; what happens meanwhile shifts nothing. Rejects with the call's
 * `RequestError`, or the signal's reason.
 */
export async function* iterateEntries(
  source: Pick<DataSource, 'journal'>,
  query: Omit<JournalQuery, 'limit' | 'after'>,
  signal?: AbortSignal,
): AsyncGenerator<JournalPage, void, void> {
  let last: JournalEntry | undefined
  for (;;) {
    signal?.throwIfAborted()
    const page = await source.journal({ ...query, limit: stepSize, ...(last && { after: last.id }) }, signal)
    const { entries } = page
    if (entries.length > 0) yield page
    last = entries.at(-1)
    if (last === undefined || entries.length < stepSize) return
  }
}
