import type { Catalogue } from '../../entities/model/entity-model.ts'
import { isMarked, SHARED } from './change-marks.ts'
import { entityViews } from './entity-views.ts'

/** What reads a table in SQL as we write it, or calls a function for rows; tables of records wherever they are named. */
const READING = /(?:(?<!distinct )\b(?:from|join)\s+(?:lateral\s+)?|\b(?=entity\.))(entity\.(?:"[^"]+"|\w+)|[a-z]\w*(?:\.\w+)*)(\s*\()?/g
/** Functions that make rows of what they are given. */
const UNFOLDING = /^(?:unnest|jsonb?_\w+|string_to_table|generate_series)$/

/**
 * The tables that a statement reads, by `storage`, apart from those of the tree and its people. Undefined if changes of one of them are not
 * marked, or if the answer depends on the time.
 */
export function markedTables(statement: string, { models }: Catalogue): string[] | undefined {
  if (/\bnow\(\)|\bcurrent_(?:date|timestamp)\b/.test(statement)) return undefined
  const found = new Set<string>()
  for (const [, name = '', call] of statement.matchAll(READING)) {
    if (call === undefined ? SHARED.includes(name) : UNFOLDING.test(name)) continue
    const model =
      call === undefined ? [...models.values()].find(({ table }) => table.replaceAll('"', '') === name.replaceAll('"', '')) : undefined
    if (model === undefined || !isMarked(model) || entityViews[model.name] !== undefined) return undefined
    found.add(model.storage)
  }
  return [...found]
}
