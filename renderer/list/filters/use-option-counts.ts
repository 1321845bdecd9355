import useSWR from 'swr'
import type { ListAnswer } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { listKey, queryOptions } from '../../data/queries/queries.ts'
import { useHost } from '../../host.tsx'
import type { ListState } from '../list-state.ts'
import { optionQuery, optionTabs } from './option-counts.ts'

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
