import { useCallback } from 'react'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'
import { type RendererHost, useHost, type ToastUndo } from '../host.tsx'
import { isInContext, useRefresh } from './changes.ts'

/** An applied change that may be taken back. */
export interface UndoableChange {
  /** Empty where a service names none. */
  actionId: string | undefined
  entity: EntityMeta
  /** Entities and themes to fetch again. */
  names: readonly string[]
}

/** How a change is taken back. */
export interface UndoOffer extends UndoableChange {
  actionId: string
  host: RendererHost
  refresh: ReturnType<typeof useRefresh>
  isInContext: boolean
}

/** Hook: a function that offers to take a change back, in its message and by Ctrl+Z on lists; undefined where that cannot be done. */
export function useUndoOffer(): (change: UndoableChange) => { undo: ToastUndo } | undefined {
  const host = useHost()
  const refresh = useRefresh()
  return useCallback(
    ({ actionId, entity, names }) => {
      // A command is undone by its opposite.
      if (!actionId || entity.command || entity.writtenByCommands || !host.source.abilities(entity.name).plans) return undefined
      const offer: UndoOffer = { actionId, entity, names, host, refresh, isInContext: isInContext(entity) }
      const loading = import('./undo-action.ts')
      void loading.then(({ remember }) => remember(offer)).catch(() => undefined)
      return { undo: { text: host.t('list.undo'), run: () => void loading.then(({ undo }) => undo(offer)) } }
    },
    [host, refresh],
  )
}
