import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { iconOf } from '../../../renderer/parts/icons.ts'
import type { KeptRecord } from '../../../schemas/search.ts'
import { openRecords, RecordLine, iconNameOf, recordAddress } from '../palette/record-line.tsx'
import type { OptionGroup } from '../palette/option-list.tsx'
import { otherRecent, useKeptRecords } from './use-kept-records.ts'

/** Records shown of each kind. */
const shown = 8

/** Hook: favourites and records opened lately, for who has typed nothing yet. */
export function useKeptGroups(isWanted: boolean, onClose: () => void): OptionGroup[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { records } = useKeptRecords(isWanted)
  if (!isWanted || records === undefined) return []
  const toGroup = (id: 'favourites' | 'recent', of: readonly KeptRecord[]): OptionGroup => ({
    id,
    heading: t(`palette.kept.${id}`),
    options: openRecords(of.slice(0, shown)).map((open) => {
      const Icon = iconOf(iconNameOf(open.entry))
      return {
        id: `${id}:${open.record.entity}:${open.record.oid}`,
        onChoose: () => {
          onClose()
          void navigate(recordAddress(open, open.record.tenantOid))
        },
        content: (
          <>
            <Icon aria-hidden />
            <RecordLine open={open} />
          </>
        ),
      }
    }),
  })
  return [toGroup('favourites', records.favourites), toGroup('recent', otherRecent(records))]
}
