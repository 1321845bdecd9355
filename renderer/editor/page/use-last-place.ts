import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import useSWRImmutable from 'swr/immutable'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { equals } from '../../data/filters/rsql.ts'
import { useHost } from '../../host.tsx'

const nowhere: Rec = {}

/**
 * Hook: the place that the service gives to a new record of an ordered list (`x-entity.order`), as the list stands when the form opens;
 * undefined until it is known. Where it cannot be had, the form begins without one.
 */
export function useLastPlace(schema: EntitySchema, isNew: boolean, prefill: Rec | undefined): Rec | undefined {
  const { source, tenant } = useHost()
  const { name, order } = schema['x-entity']
  const { key: visit } = useLocation()
  const lane = useMemo(
    () => (order?.within === undefined ? undefined : { ...defaultsOf(schema), ...prefill }[order.within]),
    [schema, order, prefill],
  )
  const { data, error } = useSWRImmutable<number, Error>(isNew && order ? ['place', tenant.oid, name, lane, visit] : null, async () => {
    const filter = order?.within === undefined ? {} : { filter: equals(order.within, String(lane)) }
    return (await source.list(name, { tenantOid: tenant.oid, page: 1, size: 1, ...filter })).meta.totalCount
  })
  return useMemo(() => {
    if (!isNew || !order || error) return nowhere
    return data === undefined ? undefined : { [order.by]: Math.max(data + (order.plus ?? 0), 1) }
  }, [isNew, order, error, data])
}
