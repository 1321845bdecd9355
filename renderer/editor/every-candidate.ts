import type { Rec } from '../../schemas/vocabulary/types.ts'
import { labelOf } from '../data/candidate-filter.ts'
import { everyPage } from '../data/every-page.ts'
import type { MarkedCandidate } from '../widgets/contract.ts'
import { referenceColumn } from '../widgets/dual-list/rows.ts'
import type { EditorEnvironment } from './environment.tsx'
import type { FieldLayout } from './layout.ts'

/** Every record that the rows of a list may refer to, by name, with what the screen says of those that are not offered. */
export async function everyCandidate({ host, start }: EditorEnvironment, { property, options }: FieldLayout): Promise<MarkedCandidate[]> {
  const entity = property.items?.properties?.[referenceColumn(property) ?? '']?.['x-ref']?.entity ?? ''
  const label = labelOf(entity)
  const held = options.held as { by: string; name: string; text: string } | undefined
  const marks = Object.entries((options.marks ?? {}) as Record<string, string>)
  const candidateOf = (record: Rec): MarkedCandidate => {
    const mark = marks.find(([name]) => record[name] === true)
    const holder = held && record[held.by]
    const isTaken = typeof holder === 'string' && holder !== start['oid']
    return {
      value: String(record['oid']),
      label: String(record[label] ?? record['oid']),
      ...(mark && { mark: host.t(mark[1]) }),
      ...(held && isTaken && { held: host.t(held.text, { name: record[held.name] }) }),
    }
  }
  const found: MarkedCandidate[] = []
  const query = { tenantOid: host.tenant.oid, sort: { by: label, order: 'asc' as const } }
  for await (const { records } of everyPage(host.source, { entity, query })) found.push(...records.map(candidateOf))
  return found
}
