import { sql, type RawBuilder } from 'kysely'
import type { FieldType } from '../../schemas/filter/field-type.ts'
import { text, type Query } from '../entities/http/read-query.ts'
import { filterSql } from '../entities/filter/filter-sql.ts'
import { readFilter, refuseNoList } from '../entities/filter/read-filter.ts'
import type { Filter } from '../../schemas/filter/parse-filter.ts'
import { refuseUnknown } from '../entities/filter/refuse-unknown.ts'
import type { ResolvedFilter, Selected } from '../entities/filter/resolved-filter.ts'
import { typedComparison } from '../entities/filter/typed-comparison.ts'

type Fields = Readonly<Record<string, FieldType>>

const CASTS: Partial<Record<FieldType, string>> = { number: '::numeric', boolean: '::boolean' }

function selected(name: string, fields: Fields): Selected {
  const type = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (type === undefined) return refuseUnknown(name, Object.keys(fields))
  const value = (alias: string): string => `(${alias}.item->>'${name}')${CASTS[type] ?? ''}`
  return { name, type, sql: value, foldCase: type === 'text', stored: false, searched: false }
}

function resolved(filter: Filter, fields: Fields): ResolvedFilter {
  if (filter.kind === 'elements') return refuseNoList(filter)
  if (filter.kind !== 'comparison') return { kind: filter.kind, parts: filter.parts.map((part) => resolved(part, fields)) }
  return typedComparison(filter, selected(filter.selector, fields))
}

/** Filter and order of a list whose items stand in the column `item`, as SQL over the alias `f`. Throws a 400 on an unknown field. */
export function viewQuery(query: Query, fields: Fields): { where: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const [filter, sort] = [text(query, 'filter'), text(query, 'sort')]
  const where = filter === undefined ? sql`true` : filterSql(resolved(readFilter(filter), fields), 'f')
  if (sort === undefined) return { where, order: sql`f.position` }
  const isDescending = sort.startsWith('-')
  const { sql: value, type } = selected(isDescending ? sort.slice(1) : sort, fields)
  const by = sql.raw(type === 'text' ? `lower(${value('f')})` : value('f'))
  return { where, order: sql`${by} ${sql.raw(isDescending ? 'desc nulls last' : 'asc nulls last')}, f.position` }
}
