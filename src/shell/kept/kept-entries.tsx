import { useTranslation } from 'react-i18next'
import { iconOf } from '../../../renderer/parts/icons.ts'
import { NavigationEntry, NavigationGroup } from '../frame/navigation-entry.tsx'
import { iconNameOf, nameOf, openRecords, recordAddress } from '../palette/record-line.tsx'
import { otherRecent, useKeptRecords } from './use-kept-records.ts'

/** Entries of each kind; the search has more. */
const shown = { favourites: 8, recent: 4 }

/** The person's favourites and what they opened lately, in the menu on the left; nothing while it is folded, where they would look alike. */
export function KeptEntries({ isFolded }: { isFolded: boolean }) {
  const { t } = useTranslation()
  const { records } = useKeptRecords()
  if (records === undefined || isFolded) return null
  const groups = { favourites: records.favourites, recent: otherRecent(records) }
  return (['favourites', 'recent'] as const).map((kind) => {
    const open = openRecords(groups[kind].slice(0, shown[kind]))
    if (open.length === 0) return null
    return (
      <NavigationGroup key={kind} title={t(`palette.kept.${kind}`)} isFolded={false}>
        {open.map((one) => (
          <NavigationEntry
            key={`${one.record.entity} ${one.record.oid}`}
            to={recordAddress(one, one.record.tenantOid)}
            icon={iconOf(iconNameOf(one.entry))}
            text={nameOf(one.record, one.entry)}
            isFolded={false}
          />
        ))}
      </NavigationGroup>
    )
  })
}
