import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { iconOf } from '../../../renderer/parts/icons.ts'
import type { KeptRecord } from '../../../schemas/search.ts'
import { NavigationEntry } from '../frame/navigation-entry.tsx'
import { iconNameOf, nameOf, openRecords, recordAddress } from '../palette/record-line.tsx'
import { useKeptRecords } from './use-kept-records.ts'

/** Entries of each kind; the search has more. */
const shown = { favourites: 8, recent: 4 }

/** The person's favourites and what they opened lately, in the menu on the left; nothing while it is folded, where they would look alike. */
export function KeptEntries({ isFolded }: { isFolded: boolean }) {
  const { t } = useTranslation()
  const { records } = useKeptRecords()
  if (records === undefined || isFolded) return null
  const isFavourite = (one: KeptRecord): boolean => records.favourites.some(({ entity, oid }) => entity === one.entity && oid === one.oid)
  const groups = { favourites: records.favourites, recent: records.recent.filter((record) => !isFavourite(record)) }
  return (['favourites', 'recent'] as const).map((kind) => {
    const open = openRecords(groups[kind].slice(0, shown[kind]))
    if (open.length === 0) return null
    return (
      <chakra.div
        key={kind}
        role="group"
        aria-label={t(`palette.kept.${kind}`)}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap={0.5}
      >
        <chakra.div aria-hidden textStyle="caption" px={2.5} pb={1} whiteSpace="nowrap">
          {t(`palette.kept.${kind}`)}
        </chakra.div>
        {open.map((one) => (
          <NavigationEntry
            key={`${one.record.entity} ${one.record.oid}`}
            to={recordAddress(one, one.record.tenantOid)}
            icon={iconOf(iconNameOf(one.entry))}
            text={nameOf(one.record, one.entry)}
            isFolded={false}
          />
        ))}
      </chakra.div>
    )
  })
}
