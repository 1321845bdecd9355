import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Blocker } from 'react-router-dom'
import { useHost } from '../../host.tsx'
import { useLeaveGuard } from '../save/use-leave-guard.ts'
import { useOpenRecord } from './use-open-record.ts'
import type { EditorProps, OpenRecord } from './use-open-record.ts'

/** State and actions of the editor page. */
export interface Editor extends OpenRecord {
  blocker: Blocker
  /** Goes back to the previous page. */
  leave: () => void
  leaveAnyway: () => void
}

/**
 * Hook: navigates back to the previous page, or to `otherwise` if this is the first page of the window; also returns whether it is, for a
 * page that replaces this one.
 */
export function useGoBack(otherwise: string): [goBack: () => void, isFirst: boolean] {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const isFirst = key === 'default' || (state as { isFirst?: boolean } | null)?.isFirst === true
  return [useCallback(() => void (isFirst ? navigate(otherwise) : navigate(-1)), [isFirst, otherwise, navigate]), isFirst]
}

/** Hook: the headless editor. Handles one record per lifetime: give the component a key that changes with the record. */
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
