import { sql, type RawBuilder } from 'kysely'
import { isGroupable } from '../../../schemas/filter/groupable.ts'
import { maxListGroups, type ListGroups } from '../../../schemas/list-groups.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import { Cache } from '../../cache/cache.ts'
import { keysOf } from '../../cache/keys-of.ts'
import { databaseKeys } from '../../db/connections/database-keys.ts'
import type { Database, Queries } from '../../db/database.ts'
import { changeMark } from '../../db/ddl/change-marks.ts'
import { markedTables } from '../../db/ddl/marked-tables.ts'
import { isDistributed, withinTenant } from '../../db/distribution/connections.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller } from '../../policies/caller.ts'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import { catalogueOf } from '../model/catalogue.ts'
import { includesSubtenants, isOfOneTenant, type Catalogue, type EntityModel } from '../model/entity-model.ts'
import type { ListRequest } from '../http/read-query.ts'
import { refuseUnreadable } from '../records/served-record.ts'
import { ruleContext } from '../records/tenant-context.ts'
import { mayList } from './list-records.ts'
import { listKey } from './known-counts.ts'
import { conditionOf } from './list-rows.ts'
import { selectionOf, type ListParts, type Selection } from './list-statement.ts'
import { tabsOf } from './tabs.ts'

/** A list that is counted by the values of a field. */
interface GroupedList {
  model: EntityModel
  request: ListRequest
  /** Field. */
  by: string
}

/** How many of a list's records have each value of a field, counted by the database; tab, search and filters hold as in the list. */
export async function listGroups(database: Database, caller: Caller, { model, request, by }: GroupedList): Promise<ListGroups> {
  const { tenant } = request
  const rights = tenant === 'all' ? caller.rightsOnAll() : caller.rightsOn(tenant)
  if (!mayList(model, { caller, rights, request })) throw new HttpProblem(403, `You may not list ${model.meta.plural} here.`)
  refuseUnreadable(model, ruleContext(tenant, { user: caller.oid, rights, resource: model.meta.resource }))
  return database.withScope(caller.scopes(), async (queries) => {
    const distributed = isDistributed(queries)
    const list = { model, by, parts: { caller, rights, request, distributed } }
    if (!distributed) return keptGroups(queries, { ...list, catalogue: catalogueOf(database) })
    const count = (): Promise<ListGroups> => counted(queries, list)
    return tenant === 'all' || includesSubtenants(model.meta, tenant) ? count() : withinTenant(queries, tenant.oid, count)
  })
}

type Grouping = Omit<GroupedList, 'request'> & { parts: ListParts }

/** Groups of lists of this many rows and more are remembered. */
const LONG = 500
const kept = new Cache<{ groups: ListGroups; mark: string }>('list_groups')

/** Counts a long list only when the tables that it reads have changed since this copy of the service counted it by the same field. */
async function keptGroups(queries: Queries, { catalogue, ...list }: Grouping & { catalogue: Catalogue }): Promise<ListGroups> {
  const { model, by, parts } = list
  const { tenant, condition } = parts.request
  const { value } = groupedBy(list)
  const rows = sql`select ${value}${sql.raw(`${tabsOf(model).columns} from ${model.table} r`)} where ${conditionOf(model, parts)}`.compile(
    queries,
  )
  const tables = markedTables(rows.sql, catalogue, isOfOneTenant(model, tenant) ? tenant.oid : undefined)
  if (tables === undefined) return counted(queries, list)
  const key = databaseKeys(queries) + keysOf(model) + listKey(rows, [parts.caller.scopes(), by, condition])
  const known = kept.get(key)
  const marked = async (): Promise<string | null> =>
    (await sql<{ mark: string | null }>`select ${changeMark(tables)} as mark`.execute(queries)).rows[0]?.mark ?? null
  if (known !== undefined && known.mark === (await marked())) return known.groups
  const groups = await counted(queries, list)
  if (groups.meta.totalCount < LONG) return groups
  const mark = await marked()
  if (mark !== null) kept.set(key, { groups, mark })
  return groups
}

/** The value that a list is grouped by; throws a 400 for a field that no list can be grouped by. */
function groupedBy({ model, by, parts }: Grouping): { value: RawBuilder<unknown>; selection: Selection } {
  const selection = selectionOf(model, parts)
  const field = selection.select(by)
  const property = fieldAt(model.schema, field.name)
  if (property === undefined || !isGroupable(property)) throw new HttpProblem(400, `Lists cannot be grouped by '${truncated(by)}'.`)
  return { value: sql.raw(field.sql('r')), selection }
}

interface Counted {
  groups: ListGroups['data'] | null
  total: number
  groupCount: number
}

async function counted(queries: Queries, list: Grouping): Promise<ListGroups> {
  const { model } = list
  const { value, selection } = groupedBy(list)
  const { from, where, tab } = selection
  const { rows } =
    await sql<Counted>`with found as (select ${value} as value${sql.raw(tabsOf(model).columns)} from ${from} r where ${where}),
    groups as materialized (select f.value, count(*)::integer as count from found f where ${sql.raw(tab)} group by f.value)
    select (select json_agg(json_build_object('value', g.value, 'count', g.count)) from (select * from groups order by count desc, value limit ${maxListGroups}) g) as groups,
      (select coalesce(sum(count), 0)::float8 from groups) as total, (select count(*)::float8 from groups) as "groupCount"`.execute(queries)
  const [{ groups, total, groupCount } = { groups: null, total: 0, groupCount: 0 }] = rows
  return { data: groups ?? [], meta: { totalCount: total, groupCount } }
}
