import { RequestError, type DataSource, type ListQuery } from '../../../renderer/data/data-source.ts'
import type { ListAnswer, Plan, PlanResult } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { entityShape } from './entity-shape.ts'
import { matrixOfLists } from './matrix-of-lists.ts'
import { UpstreamReader, type UpstreamPorts } from './reader.ts'
import { flatRows, withNamedIdentifiers } from './plain-rows.ts'
import { matcherOf } from './select-rows.ts'
import { UpstreamWriter } from './writer.ts'

/** What reads and writes entities of services that offer less than this product's own. */
export type UpstreamSource = Pick<DataSource, 'list' | 'one' | 'related' | 'rows' | 'matrix' | 'plan' | 'planBytes'>

/**
 * A data source by nothing but the calls of the specifications' sections 7. `own` is the source of this product's service, for what a service
 * can do nevertheless (`filters`).
 */
export function createUpstreamSource(ports: UpstreamPorts, own: DataSource, api: string): UpstreamSource {
  const reader = new UpstreamReader(ports)
  const writer = new UpstreamWriter(reader)
  const plan = async (wanted: Plan, { dryRun, idempotencyKey, signal }: Parameters<DataSource['plan']>[1]): Promise<PlanResult> =>
    dryRun === true ? unchecked(wanted) : writer.apply({ plan: wanted, idempotencyKey, signal })
  return {
    list: (entity, query, signal) =>
      // A walk is a call of ours.
      ports.abilitiesOf(entity).filters && query.after === undefined
        ? complete(reader, { entity, query }, own.list(entity, query, signal))
        : reader.list(entity, query),
    one: async (entity, oid, tenantOid) => (await reader.one(entity, oid, tenantOid)).record,
    related: async (of, signal) => {
      try {
        return flatRows(await own.related(of, signal))
      } catch (error) {
        // What refers to a record is a call of ours.
        if (of.name === 'dependents' && error instanceof RequestError && (error.status === 404 || error.status === 405)) return []
        throw error
      }
    },
    rows: async ({ entity, path }, { page, size, filter }) => {
      const [{ rows }, { wire = {} }] = await Promise.all([reader.lists.of(`${api}/${path}`, {}), entityShape(entity)])
      const rowsOf = (named: string) => reader.referenced(named, ports.overlayOid() ?? '')
      const complete = await withNamedIdentifiers(flatRows(rows), wire, rowsOf)
      const from = (page - 1) * size
      return complete.filter(matcherOf(filter)).slice(from, from + size)
    },
    matrix: (entity, tenantOid) => matrixOfLists(reader, entity, tenantOid),
    plan,
    planBytes: async (_entity, body, options) => {
      const result = await plan(JSON.parse(await body.text()) as Plan, options)
      return new TextEncoder().encode(JSON.stringify(result)).buffer
    },
  }
}

/** The answer to a preview that nobody can make: no verdict speaks against the change. */
function unchecked({ items }: Plan): PlanResult {
  const results = items.map(({ oid }, index) => ({ index, verdict: 'applied' as const, ...(oid !== undefined && { oid }) }))
  return { applied: true, dryRun: true, actionId: '', counts: { applied: items.length, unchanged: 0, refused: 0 }, items: results }
}

/** A page that the service filtered itself, with what its answer lacks: rights, and counts under the names of the tabs. */
async function complete(
  reader: UpstreamReader,
  { entity, query }: { entity: string; query: ListQuery },
  asked: Promise<ListAnswer>,
): Promise<ListAnswer> {
  const [{ data, meta }, { meta: own }] = await Promise.all([asked, entityShape(entity)])
  const said = (meta as ListAnswer['meta'] | undefined) ?? ({} as Partial<ListAnswer['meta']> & Rec)
  const printed = Object.entries(own.counts ?? {}).flatMap(([name, tab]) => {
    const count = (said as Rec)[name]
    return typeof count === 'number' ? [[tab, count] as const] : []
  })
  const records = await reader.recordsOf(entity, data, query.tenantOid)
  const { page, size, tenantOid } = query
  const counts = { ...Object.fromEntries(printed), ...said.counts }
  const totalCount = said.totalCount ?? counts[query.condition ?? 'all'] ?? data.length
  return { data: records, meta: { totalCount, page, size, counts, can: await reader.collectionCan(entity, tenantOid) } }
}
