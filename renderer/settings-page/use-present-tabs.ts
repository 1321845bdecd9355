import { useMemo } from 'react'
import useSWR from 'swr'
import { compileCondition } from '../../schemas/vocabulary/condition.ts'
import { RequestError } from '../data/data-source.ts'
import { queryOptions } from '../data/queries/query-options.ts'
import type { SettingsPage, SettingsTab } from '../descriptor/settings-page.ts'
import { useHost } from '../host.tsx'
import type { PageProps, RendererHost } from '../host.tsx'

interface Question {
  host: RendererHost
  load: (entity: string) => Promise<PageProps>
}

/** Whether the tenant lacks what a tab shows: by what its schema asks of the context, else by the answer of the service. */
async function isAbsent({ entity, absentAt }: SettingsTab, { host, load }: Question): Promise<boolean> {
  const { source, tenant, ruleContext } = host
  const { schema } = await load(entity)
  const context = ruleContext(entity)
  const needs = [schema['x-operations']?.read ?? []].flat()
  const isRefused = needs.some(({ when }) => !compileCondition(when, schema, { where: 'x-operations read' }).holds({ record: {}, context }))
  // Nobody asks for what is known not to be there: a refusal would stand in the browser's log.
  if (isRefused) return true
  try {
    await source.one(entity, tenant.oid, tenant.oid)
    return false
  } catch (error) {
    return error instanceof RequestError && error.status === absentAt
  }
}

/**
 * Hook: names of the tabs that a person has, in order: those whose entity they may read, those that always stand there, and none of
 * which the service says that the tenant lacks them. Undefined until it has said so; a failure to say it is shown by the tab itself.
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
