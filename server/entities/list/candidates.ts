import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { isIndexedWithin, NESTED_PARAMETERS, nestedOf } from '../../db/ddl/nested-functions.ts'
import type { TenantNode } from '../../policies/caller.ts'
import { indexedCondition } from '../filter/indexed-condition.ts'
import { isOfOneTenant, type EntityModel } from '../model/entity-model.ts'
import { filterOf, isLong, type ListRowsParts } from './list-rows.ts'

/** Rows that the index may answer with: more are soon found in the order of the list. */
const CANDIDATES = 10_000

/** Identifiers among which all rows of a long list are that a filter finds, by an index; undefined if they are many, or if no index tells. */
export async function candidatesOf(queries: Queries, model: EntityModel, parts: ListRowsParts): Promise<string[] | undefined> {
  const filter = filterOf(model, parts)
  if (filter === undefined || !isIndexedWithin(model)) return undefined
  const { tenant } = parts.request
  const tenantOid = isOfOneTenant(model, tenant) ? tenant.oid : null
  const condition = await indexedCondition(queries, filter, tenantOid)
  if (condition === undefined || !(await isWorthIt(queries, model, tenant))) return undefined
  const { rows } = await sql<{
    oid: string | null
  }>`select ${sql.raw(nestedOf(model.search))}(${condition}::jsonpath, ${tenantOid}::text, ${CANDIDATES}) as oid`.execute(queries)
  const oids = rows.flatMap(({ oid }) => oid ?? [])
  return oids.length < rows.length ? undefined : oids
}

/**
 * Whether the index, which has the records of all tenants, is there, and is asked sooner than the records are read: where the list goes over so many.
 */
async function isWorthIt(queries: Queries, model: EntityModel, tenant: TenantNode | 'all'): Promise<boolean> {
  const long = isOfOneTenant(model, tenant) ? isLong(model, tenant) : sql<boolean>`true`
  const { rows } = await sql<{
    is: boolean
  }>`select to_regprocedure(${`${nestedOf(model.search)}(${NESTED_PARAMETERS})`}) is not null and ${long} as is`.execute(queries)
  return rows[0]?.is === true
}
