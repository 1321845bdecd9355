import type { DataSource, ListQuery } from '../../renderer/data/data-source.ts'
import type { ListAnswer } from '../../schemas/plan.ts'

/** An answer that nobody has fetched by then is of another moment. */
const keptMs = 10_000

/** A data source whose lists can be asked for before their page is there. */
export interface ListAhead {
  source: DataSource
  /** Asks for a list; the first call with the same query within 10 s gets that answer, or its failure. */
  askAhead: (entity: string, query: ListQuery) => void
}

export function withListsAhead(source: DataSource): ListAhead {
  const ahead = new Map<string, Promise<ListAnswer>>()
  const keyOf = (entity: string, query: ListQuery): string => JSON.stringify([entity, query])
  const take = (key: string): Promise<ListAnswer> | undefined => {
    const answer = ahead.get(key)
    ahead.delete(key)
    return answer
  }
  return {
    source: { ...source, list: (entity, query, signal) => take(keyOf(entity, query)) ?? source.list(entity, query, signal) },
    askAhead: (entity, query) => {
      const key = keyOf(entity, query)
      const answer = source.list(entity, query)
      answer.catch(() => undefined)
      ahead.set(key, answer)
      setTimeout(() => {
        if (ahead.get(key) === answer) ahead.delete(key)
      }, keptMs)
    },
  }
}
