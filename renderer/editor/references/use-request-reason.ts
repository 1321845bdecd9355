import { useCallback, useSyncExternalStore } from 'react'
import useSWRImmutable from 'swr/immutable'
import { subscribe } from 'valtio'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { EditorEnvironment } from '../page/environment.tsx'

/** Hook: the person's rights in the chosen parent tenant, if it is not the current one. */
function useRightsElsewhere({ schema, draft, host }: EditorEnvironment, isWanted: boolean): RuleContext['can'] | undefined {
  const { name, parent } = schema['x-entity']
  const listen = useCallback((onChange: () => void) => subscribe(draft.pulse, onChange), [draft])
  const tenantOid = useSyncExternalStore(listen, () => (isWanted && parent !== undefined ? draft.value(`/${parent}`) : undefined))
  const isElsewhere = typeof tenantOid === 'string' && tenantOid !== '' && tenantOid !== host.tenant.oid
  const { data } = useSWRImmutable<RuleContext['can'], Error, readonly [string, string, string] | null>(
    isElsewhere ? ['can', name, tenantOid] : null,
    ([, entity, oid]) => host.canIn(entity, oid),
    { shouldRetryOnError: false },
  )
  return isElsewhere ? data : undefined
}

/** Hook: why saving a new record raises a request; undefined if it creates the record. Depends on the parent tenant. */
export function useRequestReason(environment: EditorEnvironment, record: ServedRecord | null): string | undefined {
  const { schema, host } = environment
  const asks = record === null ? schema['x-requests']?.create : undefined
  const can = useRightsElsewhere(environment, asks !== undefined)
  if (!asks) return undefined
  const context = host.ruleContext(schema['x-entity'].name)
  const condition = compileCondition(asks.when, schema, { where: 'x-requests create' })
  return condition.holds({ record: {}, context: can ? { ...context, can } : context }) ? host.t(asks.because) : undefined
}
