import { useMemo } from 'react'
import useSWR from 'swr'
import { compileCondition } from '../../schemas/vocabulary/operators/condition.ts'
import { RequestError } from '../data/data-source.ts'
import { queryOptions } from '../data/queries/queries.ts'
import type { SettingsPage, SettingsTab } from '../descriptor/settings-page.ts'
import { useHost } from '../host.tsx'
import type { PageProps, RendererHost } from '../host.tsx'

interface Question {
  host: RendererHost
  load: (entity: string) => Promise<PageProps>
}

/** Whether the tenant does not have a tab's record: according to the schema's condition, else to the service. */
async function isAbsent({ entity, absentAt }: SettingsTab, { host, load }: Question): Promise<boolean> {
  const { source, tenant, ruleContext } = host
  const { schema } = await load(entity)
  const context = ruleContext(entity)
  const needs = [schema['x-operations']?.read ?? []].flat()
  const isRefused = needs.some(({ when }) => !compileCondition(when, schema, { where: 'x-operations read' }).holds({ record: {}, context }))
  // Skips the request if the answer is known: a refusal would show up in the browser's log.
  if (isRefused) return true
  try {
    await source.one(entity, tenant.oid, tenant.oid)
    return false
  } catch (error) {
    return error instanceof RequestError && error.status === absentAt
  }
}

/**
 * Hook: the available tabs in order: those whose entity the person may read, except those that the tenant does not have according to the
 * service. Undefined until known; if the request fails, the tab itself shows the failure.
 */
export function usePresentTabs(page: SettingsPage, load: Question['load']): readonly string[] | undefined {
  const host = useHost()
  const { ruleContext, tenant } = host
  const readable = useMemo(
    () => Object.entries(page.tabs).filter(([, { entity, always }]) => always === true || ruleContext(entity).can.read === true),
    [page, ruleContext],
  )
  const { data: absent } = useSWR(
    ['absent', page.name, tenant.oid],
    async () => {
      const doubtful = readable.filter(([, { absentAt }]) => absentAt !== undefined)
      const answers = await Promise.all(doubtful.map(([, tab]) => isAbsent(tab, { host, load }).catch(() => false)))
      return doubtful.filter((_tab, index) => answers[index]).map(([name]) => name)
    },
    { ...queryOptions, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  return useMemo(() => absent && readable.map(([name]) => name).filter((name) => !absent.includes(name)), [absent, readable])
}
