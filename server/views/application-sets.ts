import { sql } from 'kysely'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { readTable } from '../entities/records/own-records.ts'
import { completeRow, rowColumns, type StoredRow } from '../entities/records/served-record.ts'
import type { ViewContext } from './own-view.ts'

/** An application set as views show it. */
export interface ShownSet {
  oid: string
  name: string
  priority: number
  type: string
  /** Names, or protocols with their ports. */
  apps: string[]
  /** How many internet policies have which value; absent without the right to read them. */
  policies?: ReadonlyMap<string, number>
  /** Internet policies with an alarm. */
  alarms: number
}

type Reader = Pick<ViewContext, 'db' | 'caller' | 'overlay'>

/** The application sets of an overlay by priority; undefined for those who may not read them. */
export async function applicationSets({ db, caller, overlay }: Reader): Promise<ShownSet[] | undefined> {
  const rights = caller.rightsOn(overlay)
  const catalogue = catalogueOf(db)
  const [sets, policies] = [catalogue.model('application-set'), catalogue.model('internet-policy')]
  if (!rights.has(sets.meta.resource, 'read')) return undefined
  return db.withinTenant(caller.scopes(), overlay.oid, async (queries) => {
    const { rows } = await sql<StoredRow>`select ${sql.raw(rowColumns(sets, 's'))} from ${sql.raw(sets.table)} s
      where s.tenant_oid = ${overlay.oid} order by (s.data->>'priority')::integer, s.sort_keys->'name', s.oid`.execute(queries)
    const counted = new Map<string, Map<string, number>>()
    const alarms = new Map<string, number>()
    const isReadable = rights.has(policies.meta.resource, 'read')
    if (isReadable) {
      const found = await sql<{ of: string; policy: string; count: number; alarms: number }>`select p.data->>'appSet' as of,
        p.data->>'policy' as policy, count(*)::integer as count, (count(*) filter (where p.data->>'alarm' <> ''))::integer as alarms
        from ${readTable(policies)} p where p.tenant_oid = ${overlay.oid} group by 1, 2`.execute(queries)
      for (const { of, policy, count, alarms: more } of found.rows) {
        counted.set(of, (counted.get(of) ?? new Map<string, number>()).set(policy, count))
        alarms.set(of, (alarms.get(of) ?? 0) + more)
      }
    }
    return rows
      .map((row) => completeRow(sets, row, overlay))
      .map(({ oid, data, derived }) => ({
        oid,
        name: textOf(data['name']),
        priority: Number(data['priority']),
        type: textOf(data['type']),
        apps: textOf(derived['apps'])
          .split(', ')
          .filter((app) => app !== ''),
        ...(isReadable && { policies: counted.get(oid) ?? new Map<string, number>() }),
        alarms: alarms.get(oid) ?? 0,
      }))
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
