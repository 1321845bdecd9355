import type { DataSource, ListQuery } from '../../renderer/data/data-source.ts'
import type { ListAnswer } from '../../schemas/plan.ts'

/** A prefetched response that is not used by then is stale. */
const keptMs = 10_000

/** A data source whose lists can be prefetched before their page is loaded. */
export interface ListAhead {
  source: DataSource
  /** Asks for a list; the first call with the same query within 10 s gets that answer, or its failure. Settles with the answer, never fails. */
  askAhead: (entity: string, query: ListQuery) => Promise<void>
}

export function withListsAhead(source: DataSource): ListAhead {
  const ahead = new Map<string, { whenDone: Promise<ListAnswer>; answer?: ListAnswer }>()
  const keyOf = (entity: string, query: ListQuery): string => JSON.stringify([entity, query])
  const take = (key: string): Promise<ListAnswer> | undefined => {
    const asked = ahead.get(key)
    ahead.delete(key)
    return asked?.whenDone
  }
  return {
    source: {
      ...source,
      list: (entity, query, signal) => take(keyOf(entity, query)) ?? source.list(entity, query, signal),
      listAhead: (entity, query) => ahead.get(keyOf(entity, query))?.answer,
    },
    askAhead: (entity, query) => {
      const key = keyOf(entity, query)
      const asked: { whenDone: Promise<ListAnswer>; answer?: ListAnswer } = { whenDone: source.list(entity, query) }
      ahead.set(key, asked)
      setTimeout(() => {
        if (ahead.get(key) === asked) ahead.delete(key)
      }, keptMs)
      return asked.whenDone.then(
        (answer) => {
          asked.answer = answer
        },
        () => undefined,
      )
    },
  }
}
