import { useEffect, useEffectEvent, useState } from 'react'
import { useHost } from '../host.tsx'
import { Spinner } from '../parts/spinner.tsx'
import { AffectedList } from './affected-list.tsx'
import { findAffected, isTelling, isUsed } from './find-affected.ts'
import type { Affected, Touched } from './find-affected.ts'

interface AffectedNoteProps {
  entity: string
  touched: readonly Touched[]
  /** Called once where others are known to refer to it: the service would refuse to delete it. */
  onUsed?: () => void
}

/** Whom it affects, for a question that stands there already. Looks once, when the question comes. */
export function AffectedNote({ entity, touched, onUsed }: AffectedNoteProps) {
  const host = useHost()
  const [wanted] = useState(touched)
  const [affected, setAffected] = useState<Affected>()
  const show = useEffectEvent((found: Affected) => {
    setAffected(found)
    if (isUsed(found)) onUsed?.()
  })
  useEffect(() => {
    let isOver = false
    void findAffected(host, entity, wanted).then((found) => !isOver && show(found))
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a host that speaks another language does not change who is affected.
  }, [entity, wanted])
  const { t } = host
  if (!affected)
    return (
      <span role="status">
        <Spinner aria-hidden /> {t('affected.looking')}
      </span>
    )
  return isTelling(affected) ? <AffectedList affected={affected} /> : <p>{t('affected.nobody')}</p>
}
