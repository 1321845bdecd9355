import { sql } from 'kysely'
import { isGroupable } from '../../../schemas/filter/groupable.ts'
import { maxListGroups, type ListGroups } from '../../../schemas/list-groups.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { Database, Queries } from '../../db/database.ts'
import { isDistributed, withinTenant } from '../../db/distribution/connections.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller } from '../../policies/caller.ts'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import { includesSubtenants, type EntityModel } from '../model/entity-model.ts'
import type { ListRequest } from '../http/read-query.ts'
import { refuseUnreadable } from '../records/served-record.ts'
import { ruleContext } from '../records/tenant-context.ts'
import { mayList } from './list-records.ts'
import { selectionOf, type ListParts } from './list-statement.ts'
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
    const count = (): Promise<ListGroups> => counted(queries, { model, by, parts: { caller, rights, request, distributed } })
    return tenant === 'all' || includesSubtenants(model.meta, tenant) ? count() : withinTenant(queries, tenant.oid, count)
  })
}

interface Counted {
  groups: ListGroups['data'] | null
  total: number
  groupCount: number
}

async function counted(queries: Queries, { model, by, parts }: Omit<GroupedList, 'request'> & { parts: ListParts }): Promise<ListGroups> {
  const { from, where, tab, select } = selectionOf(model, parts)
  const field = select(by)
  const property = fieldAt(model.schema, field.name)
  if (property === undefined || !isGroupable(property)) throw new HttpProblem(400, `Lists cannot be grouped by '${truncated(by)}'.`)
  const value = sql.raw(field.sql('r'))
  const { rows } =
    await sql<Counted>`with found as (select ${value} as value${sql.raw(tabsOf(model).columns)} from ${from} r where ${where}),
    groups as materialized (select f.value, count(*)::integer as count from found f where ${sql.raw(tab)} group by f.value)
    select (select json_agg(json_build_object('value', g.value, 'count', g.count)) from (select * from groups order by count desc, value limit ${maxListGroups}) g) as groups,
      (select coalesce(sum(count), 0)::float8 from groups) as total, (select count(*)::float8 from groups) as "groupCount"`.execute(queries)
  const [{ groups, total, groupCount } = { groups: null, total: 0, groupCount: 0 }] = rows
  return { data: groups ?? [], meta: { totalCount: total, groupCount } }
}
