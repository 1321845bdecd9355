import { useSnapshot } from 'valtio'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { Phase, Saver } from './saver.ts'

/** Shows the conflict dialog while any field was changed by others, too. */
export function ConflictQuestion({ saver }: { saver: Saver }) {
  const phase = useSnapshot(saver.state).phase as Phase
  if (phase.kind !== 'conflict') return null
  return (
    <ConflictDialog
      conflicts={phase.merge.conflicts}
      by={phase.current.lastModified?.user}
      thenSave={phase.thenSave}
      onClose={() => saver.resume()}
      onChoose={(choice) => void saver.settleConflicts(choice)}
    />
  )
}
