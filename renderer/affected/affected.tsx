import { useEffect, useEffectEvent, useState } from 'react'
import { useHost } from '../host.tsx'
import { Spinner } from '../parts/page/spinner.tsx'
import { AffectedList } from './affected-list.tsx'
import { type Affected, findAffected, isReportable, isUsed, type TargetRecord } from './find-affected.ts'

interface AffectedNoteProps {
  entity: string
  touched: readonly TargetRecord[]
  /** Called once where others are known to refer to it: the service would refuse to delete it. */
  onUsed?: () => void
}

/** The affected records, for a dialog that is already open. Loads them once, when the dialog opens. */
export function AffectedNote({ entity, touched, onUsed }: AffectedNoteProps) {
  const { t } = useHost()
  const affected = useAffected(entity, touched, (found) => isUsed(found) && onUsed?.())
  if (!affected)
    return (
      <span role="status">
        <Spinner aria-hidden /> {t('affected.looking')}
      </span>
    )
  return isReportable(affected) ? <AffectedList affected={affected} /> : <p>{t('affected.nobody')}</p>
}

/** Hook: whom it affects, looked for once; undefined until that is known, which `onFound` hears first. */
export function useAffected(
  entity: string,
  touched: readonly TargetRecord[],
  onFound?: (affected: Affected) => void,
): Affected | undefined {
  const host = useHost()
  const [affected, setAffected] = useState<Affected>()
  const look = useEffectEvent(() => findAffected(host, entity, touched))
  const show = useEffectEvent((found: Affected) => {
    onFound?.(found)
    setAffected(found)
  })
  useEffect(() => {
    let isOver = false
    void look().then((found) => !isOver && show(found))
    return () => {
      isOver = true
    }
  }, [])
  return affected
}
