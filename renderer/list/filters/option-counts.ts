import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { allOf, oneOf } from '../../data/filters/rsql.ts'
import type { ListQuery } from '../../data/data-source.ts'
import { listQuery, type ListState } from '../list-state.ts'
import useSWR from 'swr'
import type { ListAnswer } from '../../../schemas/plan.ts'
import { listKey, queryOptions } from '../../data/queries/queries.ts'
import { useHost } from '../../host.tsx'

type Option = string | number | boolean

const isOption = (value: unknown): value is Option => ['string', 'number', 'boolean'].includes(typeof value)

/** The tab that counts each option of a field: the condition that asks for that value of that field and for nothing else. */
export function optionTabs({ 'x-conditions': conditions = {} }: Pick<EntitySchema, 'x-conditions'>, field: string): Map<Option, string> {
  const found = Object.entries(conditions).flatMap(([name, condition]): [Option, string][] => {
    const [[path, value] = [], ...others] = Object.entries(condition)
    return path === field && others.length === 0 && isOption(value) ? [[value, name]] : []
  })
  return new Map(found)
}

/** A tab as a filter, as far as it asks for values of fields; undefined for `all`, and for what filters cannot say. */
function tabFilter({ 'x-conditions': conditions = {} }: EntitySchema, tab: string): string | undefined {
  const tests = Object.entries(conditions[tab] ?? {})
  const parts = tests.map(([field, value]) => {
    const values = [value].flat()
    return values.every(isOption) && !field.startsWith('$') ? oneOf(field, values) : undefined
  })
  return parts.includes(undefined) ? undefined : allOf(parts)
}

/** What to ask of the service to count the options of a field: among the rows that tab, search and the other filters leave. */
export function optionQuery(
  state: ListState,
  { schema, field, tenantOid }: { schema: EntitySchema; field: string; tenantOid: string },
): ListQuery {
  const { [field]: _own, ...filters } = state.filters
  const { filter } = listQuery({ ...state, filters }, { schema, screen: { group: '' } }, tenantOid)
  const narrowed = allOf([filter, tabFilter(schema, state.tab)])
  return { tenantOid, page: 1, size: 1, ...(narrowed !== undefined && { filter: narrowed }) }
}

/** Hook: how many rows each option of a field would leave; undefined for fields whose options no tab counts, and until they are counted. */
export function useOptionCounts(
  schema: EntitySchema,
  field: string,
  state: ListState,
): ((option: unknown) => number | undefined) | undefined {
  const { source, tenant } = useHost()
  const tabs = optionTabs(schema, field)
  const query = optionQuery(state, { schema, field, tenantOid: tenant.oid })
  const { data } = useSWR<ListAnswer, unknown, ReturnType<typeof listKey> | null>(
    tabs.size === 0 ? null : listKey(schema['x-entity'].name, query),
    ([, name, wanted]) => source.list(name, wanted),
    { ...queryOptions, keepPreviousData: true },
  )
  if (!data) return undefined
  return (option) => data.meta.counts[tabs.get(option as string) ?? '']
}
