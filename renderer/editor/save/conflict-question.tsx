import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { deferred, loadWhenIdle, useDeferred } from '../../parts/deferred.ts'
import type { Phase, Saver } from './saver.ts'

const dialog = deferred(() => import('./conflict-dialog.tsx'))

/** Asks what to keep while there are conflicts. The dialog is fetched behind the page. */
export function ConflictQuestion({ saver }: { saver: Saver }) {
  const phase = useSnapshot(saver.state).phase as Phase
  const loaded = useDeferred(dialog, phase.kind === 'conflict')
  useEffect(() => loadWhenIdle(dialog), [])
  if (phase.kind !== 'conflict' || !loaded) return null
  return (
    <loaded.ConflictDialog
      conflicts={phase.merge.conflicts}
      by={phase.current.lastModified?.user}
      thenSave={phase.thenSave}
      onClose={() => saver.resume()}
      onChoose={(choice) => void saver.settleConflicts(choice)}
    />
  )
}
