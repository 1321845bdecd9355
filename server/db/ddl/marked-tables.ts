import type { Catalogue } from '../../entities/model/entity-model.ts'
import { THIS_MONTH } from '../sql-parts.ts'
import { isMarked, isMarkedByTenant, OF_MONTH, partOf, SHARED } from './change-marks.ts'
import { entityViews } from './entity-views.ts'

/** What reads a table in SQL as we write it, or calls a function for rows; tables of records wherever they are named. */
const READING = /(?:(?<!distinct )\b(?:from|join)\s+(?:lateral\s+)?|\b(?=entity\.))(entity\.(?:"[^"]+"|\w+)|[a-z]\w*(?:\.\w+)*)(\s*\()?/g
/** Functions that make rows of what they are given. */
const UNFOLDING = /^(?:unnest|jsonb?_\w+|string_to_table|generate_series)$/

/**
 * The marks (`changeMark`) of the tables that a statement reads, with a tenant those of its part where it reads rows of that tenant alone; of other
 * lists also those of the tree and its people, and the month where the answer depends on it. Undefined if changes of one of them are not marked, or if
 * the answer depends on the time in another way.
 */
export function markedTables(statement: string, { models }: Catalogue, tenantOid?: string): string[] | undefined {
  const timeless = statement.replaceAll(THIS_MONTH, '')
  if (/\bnow\(\)|\bcurrent_(?:date|timestamp)\b/.test(timeless)) return undefined
  const found = new Set<string>([...(tenantOid === undefined ? SHARED : []), ...(timeless === statement ? [] : [OF_MONTH])])
  for (const [, name = '', call] of statement.matchAll(READING)) {
    if (call === undefined && SHARED.includes(name)) found.add(name)
    if (call === undefined ? SHARED.includes(name) : UNFOLDING.test(name)) continue
    const model =
      call === undefined ? [...models.values()].find(({ table }) => table.replaceAll('"', '') === name.replaceAll('"', '')) : undefined
    if (model === undefined || !isMarked(model) || entityViews[model.name] !== undefined) return undefined
    const isOfTenant = tenantOid !== undefined && isMarkedByTenant(model) && isBound(statement, name)
    found.add(isOfTenant ? `${model.storage} ${partOf(tenantOid)}` : model.storage)
  }
  return [...found]
}

/** Whether all that is read of a table is compared with a tenant. */
function isBound(statement: string, table: string): boolean {
  const aliases = [...statement.matchAll(new RegExp(`${table}\\s+(?:as\\s+)?(\\w+)`, 'g'))].map(([, alias]) => `${alias}.tenant_oid = `)
  const count = statement.split(new RegExp(`${table}(?!\\w)`)).length - 1
  return aliases.length === count && aliases.every((alias) => statement.includes(alias))
}
