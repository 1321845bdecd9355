import { useEffect, useState } from 'react'
import type { PlanResult } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import { isInContext, newIdempotencyKey, useRefresh } from '../data/changes.ts'
import { useHost } from '../host.tsx'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'

/** Steps of undoing a change. */
export type TakeBack =
  | { step: 'checking' }
  /** The service would accept it; `preview` is the dry-run result. */
  | { step: 'ready'; preview: PlanResult }
  | { step: 'applying'; preview: PlanResult }
  /** Later changes, a rule or a missing right prevent it. */
  | { step: 'refused'; result: PlanResult }
  | { step: 'failed'; error: RequestError }

/** The request that undoes one change or a whole action. */
export type TakeBackCall = (options: { dryRun?: boolean; idempotencyKey: string }) => Promise<PlanResult>

/** Hook: dry-runs the undo, then carries it out on confirmation. `call` must be stable. */
export function useTakeBack(
  entities: readonly EntityMeta[],
  call: TakeBackCall,
  onDone: () => void,
): { state: TakeBack; confirm: () => void } {
  const host = useHost()
  const refresh = useRefresh()
  const [state, setState] = useState<TakeBack>({ step: 'checking' })

  useEffect(() => {
    let isCurrent = true
    const show = (next: TakeBack) => isCurrent && setState(next)
    call({ dryRun: true, idempotencyKey: newIdempotencyKey() }).then(
      (preview) => show(isRefused(preview) ? { step: 'refused', result: preview } : { step: 'ready', preview }),
      (error: unknown) => show({ step: 'failed', error: asRequestError(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [call])

  const [idempotencyKey] = useState(newIdempotencyKey)
  const apply = async (preview: PlanResult) => {
    setState({ step: 'applying', preview })
    try {
      const result = await call({ idempotencyKey })
      if (isRefused(result)) {
        setState({ step: 'refused', result })
        return
      }
      host.toast('success', host.t('journal.takeBack.done'))
      onDone()
      await refresh({ names: entities.flatMap(({ name, theme }) => [name, theme]) })
      if (entities.some((entity) => isInContext(entity))) host.contextDirty()
    } catch (error) {
      setState({ step: 'failed', error: asRequestError(error) })
    }
  }
  return { state, confirm: () => state.step === 'ready' && void apply(state.preview) }
}

const isRefused = (result: PlanResult): boolean => result.counts.refused > 0

function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  throw error
}
