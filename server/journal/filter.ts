import { allOf, anyOf, type Where } from '../entities/filter/filter-sql.ts'
import { filterSql } from '../entities/filter/filter-sql.ts'
import { readFilter, refuseNoList } from '../entities/filter/read-filter.ts'
import type { Filter } from '../../schemas/filter/parse-filter.ts'
import { refuseUnknown } from '../entities/filter/refuse-unknown.ts'
import type { Selected } from '../entities/filter/resolved-filter.ts'
import { typedComparison } from '../entities/filter/typed-comparison.ts'

const column = (name: string, type: Selected['type'], expression: string): Selected => ({
  name,
  type,
  sql: (alias) => expression.replaceAll('$', alias),
  stored: true,
  foldCase: false,
  searched: false,
})

/** Selectors that a journal filter may use. */
const SELECTORS = new Map(
  [
    column('eventType', 'text', '$.event_type'),
    column('creationDate', 'moment', '$.created_at'),
    column('actionId', 'text', '$.action_id'),
    column('principal.oid', 'text', `($.entry#>>'{principal,oid}')`),
    column('principal.name', 'text', `($.entry#>>'{principal,name}')`),
    column('subject.oid', 'text', '$.subject_oid'),
    column('subject.name', 'text', `($.entry#>>'{subject,name}')`),
    column('source', 'text', `($.entry->>'source')`),
    column('requestId', 'text', '$.request_id'),
    column('tenant.oid', 'text', '$.tenant_oid'),
  ].map((selected) => [selected.name, selected]),
)

/** Parses a filter into a condition on journal rows under the alias `j`. */
export function journalFilter(text: string): Where {
  return whereOf(readFilter(text))
}

function whereOf(filter: Filter): Where {
  if (filter.kind === 'elements') return refuseNoList(filter)
  if (filter.kind !== 'comparison') {
    const parts = filter.parts.map(whereOf)
    return filter.kind === 'and' ? allOf(parts) : anyOf(parts)
  }
  const selected = SELECTORS.get(filter.selector)
  if (selected !== undefined) return filterSql(typedComparison(filter, selected), 'j')
  return refuseUnknown(filter.selector, SELECTORS.keys(), filter.at)
}
