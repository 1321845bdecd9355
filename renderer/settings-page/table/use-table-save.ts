import { useState } from 'react'
import type { FieldError, Plan } from '../../../schemas/plan.ts'
import { RequestError } from '../../data/data-source.ts'
import type { ListQuery } from '../../data/data-source.ts'
import { inOneLine, keyedTexts, placedTexts, refusalKey } from '../../data/error-texts.ts'
import { recordName } from '../../data/labels.ts'
import { useRefresh } from '../../data/changes.ts'
import { PlanKeys } from '../../editor/save/send-plan.ts'
import { useHost } from '../../host.tsx'
import type { PageProps, RendererHost } from '../../host.tsx'
import type { TabOutcome } from '../contract.ts'
import type { TableModel } from './table-model.ts'

/** Maximum number of automatic merges before the person is asked to retry. */
const mergeRounds = 3

interface Saving extends PageProps {
  query: ListQuery
}

/** Alerts for refusals without a cell; for a record to be deleted, with its name. */
function alertsOf(
  host: RendererHost,
  { schema, screen, query: _query }: Saving,
  { error, model }: { error: RequestError; model: TableModel },
) {
  const { plan, rows } = model.plan(schema['x-entity'].name, host.tenant.oid)
  const others = model.refuse(error.errors, rows)
  if (error.errors.length > 0 && others.length === 0) return []
  if (error.status === 0) return [[host.t('error.unexpected'), ...keyedTexts(host, error.errors), host.t('editor.noAnswer')].join(' ')]
  const nameOf = ({ pointer }: FieldError): string[] => {
    const item = plan.items[Number(/^\/items\/(\d+)/.exec(pointer)?.[1])]
    const record = model.removed.find(({ oid }) => oid === item?.oid)
    return record ? [recordName({ schema, screen }, record)] : []
  }
  return [
    host.t(refusalKey(schema), {
      status: error.status,
      messages: inOneLine(placedTexts(host, error, { errors: others, placeOf: nameOf })),
    }),
  ]
}

/** Hook: saves all differences as one plan, all or nothing, then restarts with the stored records. */
export function useTableSave(model: TableModel, saving: Saving) {
  const host = useHost()
  const refresh = useRefresh()
  const [keys] = useState(() => new PlanKeys())
  const [alerts, say] = useState<readonly string[]>([])
  const { name, theme } = saving.schema['x-entity']
  const stored = async () => (await host.source.list(name, saving.query)).data

  const send = async (plan: Plan): Promise<RequestError | undefined> => {
    try {
      await host.source.plan(plan, { idempotencyKey: keys.keyOf(plan) })
      keys.settle()
      return undefined
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.status >= 400 && error.status < 500 && error.status !== 401) keys.settle()
      return error
    }
  }

  const rounds = async (): Promise<TabOutcome> => {
    for (let round = 0; round < mergeRounds; round += 1) {
      const { plan } = model.plan(name, host.tenant.oid)
      // Others may already have made the same changes.
      const error = plan.items.length === 0 ? undefined : await send(plan)
      if (!error) {
        model.restart(await stored())
        void refresh({ names: [name, theme] })
        return 'saved'
      }
      if (error.status !== 409 && error.status !== 404) {
        say(alertsOf(host, saving, { error, model }))
        return 'refused'
      }
      if (model.takeOver(await stored())) break
    }
    say([host.t('settings-page.table.others')])
    return 'refused'
  }

  const apply = async (): Promise<TabOutcome> => {
    say([])
    try {
      return await rounds()
    } catch (error) {
      console.error(error)
      say([host.t('error.unexpected')])
      return 'refused'
    }
  }
  return { alerts, apply, say }
}
