import { Star } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../renderer/parts/controls/button.tsx'
import type { RecordMarkProps } from '../../../renderer/host.tsx'
import { useKeptRecords } from './use-kept-records.ts'

/** Whether a record is a favourite, and a button to make it one; whoever sees it has opened the record. */
export function RecordMark({ entity, oid }: RecordMarkProps) {
  const { t } = useTranslation()
  const { records, keep, forget } = useKeptRecords()
  useEffect(() => void keep('recent', entity, oid), [keep, entity, oid])
  if (records === undefined) return null
  const isFavourite = records.favourites.some((record) => record.entity === entity && record.oid === oid)
  return (
    <IconButton
      label={t(isFavourite ? 'palette.kept.remove' : 'palette.kept.add')}
      icon={<Star fill={isFavourite ? 'currentColor' : 'none'} />}
      aria-pressed={isFavourite}
      css={{ '&[aria-pressed=true]': { color: 'accent.fg' } }}
      onClick={() => void (isFavourite ? forget : keep)('favourite', entity, oid)}
    />
  )
}
