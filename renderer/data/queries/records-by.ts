import type { ServedRecord } from '../../../schemas/plan.ts'
import type { DataSource } from '../data-source.ts'
import { labelOf } from '../filters/candidate-filter.ts'
import { anyOf, is, oneOf } from '../filters/rsql.ts'
import { iteratePages } from './iterate.ts'

/** Records asked for together. */
const perCall = 50

interface Asked {
  entity: string
  tenantOid: string
  signal?: AbortSignal | undefined
}

type Source = Pick<DataSource, 'list' | 'one'>

/** Whole records in the order of their identifiers, without those that are gone. Rejects with the call's `RequestError`. */
export async function recordsByOid(source: Source, { oids, ...asked }: Asked & { oids: readonly string[] }): Promise<ServedRecord[]> {
  const [only] = oids
  if (only !== undefined && oids.length === 1) return [await source.one(asked.entity, only, asked.tenantOid, asked.signal)]
  const found = new Map<string, ServedRecord>()
  for (const record of await matching(source, asked, { values: oids, filterOf: (some) => oneOf('oid', some) }))
    found.set(record.oid, record)
  return oids.flatMap((oid) => found.get(oid) ?? [])
}

/** Records that have one of the names, whatever its case. Rejects with the call's `RequestError`. */
export async function recordsByName(source: Source, { names, ...asked }: Asked & { names: readonly string[] }): Promise<ServedRecord[]> {
  const label = labelOf(asked.entity)
  return matching(source, asked, { values: names, filterOf: (some) => anyOf(some.map((name) => is(label, name))) })
}

async function matching(
  source: Source,
  { entity, tenantOid, signal }: Asked,
  { values, filterOf }: { values: readonly string[]; filterOf: (some: readonly string[]) => string | undefined },
): Promise<ServedRecord[]> {
  const found: ServedRecord[] = []
  for (let at = 0; at < values.length; at += perCall) {
    const filter = filterOf(values.slice(at, at + perCall))
    const query = { tenantOid, ...(filter !== undefined && { filter }) }
    for await (const { records } of iteratePages(source, { entity, query, signal })) found.push(...records)
  }
  return found
}
