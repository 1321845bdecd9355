import { useState } from 'react'
import { newIdempotencyKey } from '../data/changes.ts'
import { RequestError } from '../data/data-source.ts'
import { useHost } from '../host.tsx'
import type { Preview, SetFieldsProps } from './contract.ts'
import { settingPlan, toBeChanged, type ChosenValues } from './setting-plan.ts'

/** Hook: asks the service what would become of each record. */
export function usePreview({ schema, records }: SetFieldsProps, onPreview: (preview: Preview) => void) {
  const { source, tenant } = useHost()
  const [error, setError] = useState<RequestError>()
  const [isRunning, setRunning] = useState(false)
  const run = async (values: ChosenValues) => {
    const concerned = toBeChanged(records, values)
    setRunning(true)
    setError(undefined)
    try {
      const plan = settingPlan(schema, concerned, { values, tenantOid: tenant.oid })
      const isAsked = concerned.length > 0 && source.abilities(schema['x-entity'].name).dryRun
      const items = isAsked ? (await source.plan(plan, { dryRun: true, idempotencyKey: newIdempotencyKey() })).items : []
      onPreview({ values, records: concerned, items })
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      setError(failure)
    } finally {
      setRunning(false)
    }
  }
  return { error, isRunning, run }
}
