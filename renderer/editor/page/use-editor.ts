import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Blocker } from 'react-router-dom'
import { useHost } from '../../host.tsx'
import { useLeaveGuard } from '../save/use-leave-guard.ts'
import { useOpenRecord } from './use-open-record.ts'
import type { EditorProps, OpenRecord } from './use-open-record.ts'

/** Everything that the editor's page shows and does. */
export interface Editor extends OpenRecord {
  blocker: Blocker
  /** Back to where one came from. */
  leave: () => void
  leaveAnyway: () => void
}

/**
 * Hook: the way back, to the page before, or to `otherwise` when the window was opened at the page; and whether it was,
 * for the page that takes its place.
 */
export function useGoBack(otherwise: string): [goBack: () => void, isFirst: boolean] {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const isFirst = key === 'default' || (state as { isFirst?: boolean } | null)?.isFirst === true
  return [useCallback(() => void (isFirst ? navigate(otherwise) : navigate(-1)), [isFirst, otherwise, navigate]), isFirst]
}

/** Hook: the editor without its looks. One record per life: give the component a key that changes with the record. */
export function useEditor(props: EditorProps): Editor {
  const host = useHost()
  const { name, singleton } = props.schema['x-entity']
  const [goBack, isFirst] = useGoBack(host.listPath(host.listOf(name)))
  const open = useOpenRecord(props, {
    isFirst,
    onDone: () => {
      if (singleton !== true) goBack()
    },
  })
  const { saver, work } = open
  const blocker = useLeaveGuard(useCallback(() => saver.hasWork(), [saver]))
  return {
    ...open,
    blocker,
    leave: goBack,
    leaveAnyway: () => {
      work.finish()
      blocker.proceed?.()
    },
  }
}
