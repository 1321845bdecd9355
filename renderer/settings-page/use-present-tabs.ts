import { useMemo } from 'react'
import useSWR from 'swr'
import { RequestError } from '../data/data-source.ts'
import { queryOptions } from '../data/query-options.ts'
import type { SettingsPage } from '../descriptor/settings-page.ts'
import { useHost } from '../host.tsx'

/**
 * Hook: names of the tabs that a person has, in order: those whose entity they may read, those that always stand there, and none of
 * which the service says that the tenant lacks them. Undefined until it has said so; a failure to say it is shown by the tab itself.
 */
export function usePresentTabs(page: SettingsPage): readonly string[] | undefined {
  const { ruleContext, source, tenant } = useHost()
  const readable = useMemo(
    () => Object.entries(page.tabs).filter(([, { entity, always }]) => always === true || ruleContext(entity).can.read === true),
    [page, ruleContext],
  )
  const asked = readable.flatMap(([, { entity, absentAt }]) => (absentAt === undefined ? [] : [{ entity, absentAt }]))
  const { data } = useSWR(
    ['absent', page.name, tenant.oid],
    () =>
      Promise.all(
        asked.map(async ({ entity, absentAt }) => {
          const error: unknown = await source.one(entity, tenant.oid, tenant.oid).then(
            () => undefined,
            (failure: unknown) => failure,
          )
          return error instanceof RequestError && error.status === absentAt ? [entity] : []
        }),
      ).then((entities) => entities.flat()),
    { ...queryOptions, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  return useMemo(
    () => data && readable.filter(([, { entity }]) => !data.some((absent) => absent === entity)).map(([name]) => name),
    [data, readable],
  )
}
