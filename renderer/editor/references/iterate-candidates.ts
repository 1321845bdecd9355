import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { labelOf } from '../../data/filters/candidate-filter.ts'
import { iteratePages } from '../../data/queries/iterate.ts'
import { oneOf } from '../../data/filters/rsql.ts'
import type { RendererHost } from '../../host.tsx'
import type { MarkedCandidate } from '../../widgets/contract.ts'
import { referenceColumn } from '../../widgets/dual-list/rows.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import type { FieldLayout } from '../layout/layout.ts'

/** Maximum number of chosen records fetched separately, because a filter is limited in length; the others come with the full iteration. */
const namedFirst = 200

/**
 * Iterates over all records that the rows of a list may reference, by name, with the screen's note on those that cannot be chosen. Chosen
 * records come first, so that their names show at once.
 */
export async function iterateCandidates(
  { host, start, draft }: EditorEnvironment,
  { property, options, pointer }: FieldLayout,
  onSome: (some: readonly MarkedCandidate[]) => void,
): Promise<MarkedCandidate[]> {
  const column = referenceColumn(property) ?? ''
  const entity = property.items?.properties?.[column]?.['x-ref']?.entity ?? ''
  const label = labelOf(entity)
  const candidateOf = candidateMaker(host, { label, options, own: start['oid'] })
  const found: MarkedCandidate[] = []
  const query = { tenantOid: host.tenant.oid, sort: { by: label, order: 'asc' as const } }
  const rows = draft.value(pointer)
  const chosen = (Array.isArray(rows) ? (rows as Rec[]) : []).map((row) => String(row[column])).slice(0, namedFirst)
  if (chosen.length > 0)
    host.source.list(entity, { ...query, filter: oneOf('oid', chosen), page: 1, size: namedFirst }).then(
      ({ data }) => onSome(data.map(candidateOf)),
      // Their names come with the full iteration.
      () => undefined,
    )
  for await (const { records } of iteratePages(host.source, { entity, query })) found.push(...records.map(candidateOf))
  return found
}

/** Converts records to candidates. `own`: the record being edited, which may hold what it already holds. */
function candidateMaker(
  host: Pick<RendererHost, 't'>,
  { label, options, own }: { label: string; options: FieldLayout['options']; own: unknown },
): (record: Rec) => MarkedCandidate {
  const held = options.held as { by: string; name: string; text: string } | undefined
  const marks = Object.entries((options.marks ?? {}) as Record<string, string>)
  return (record) => {
    const mark = marks.find(([name]) => record[name] === true)
    const holder = held && record[held.by]
    const isTaken = typeof holder === 'string' && holder !== own
    return {
      value: String(record['oid']),
      label: String(record[label] ?? record['oid']),
      ...(mark && { mark: host.t(mark[1]) }),
      ...(held && isTaken && { held: host.t(held.text, { name: record[held.name] }) }),
    }
  }
}
