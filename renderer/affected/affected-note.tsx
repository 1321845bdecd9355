import { useHost } from '../host.tsx'
import { Spinner } from '../parts/spinner.tsx'
import { AffectedList } from './affected-list.tsx'
import { isReportable, isUsed } from './find-affected.ts'
import type { TargetRecord } from './find-affected.ts'
import { useAffected } from './use-affected.ts'

interface AffectedNoteProps {
  entity: string
  touched: readonly TargetRecord[]
  /** Called once where others are known to refer to it: the service would refuse to delete it. */
  onUsed?: () => void
}

/** Whom it affects, for a question that stands there already. Looks once, when the question comes. */
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
