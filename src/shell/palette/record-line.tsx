import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { recordPath } from '../../../renderer/descriptor/record-pages.ts'
import { MarkedText } from '../../../renderer/parts/text/marked-text.tsx'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { SearchHit } from '../../../schemas/search.ts'
import { matchPlace } from './match-place.ts'
import { allTenants } from '../../session/permissions.ts'
import { listAddress, listOf, navigationScreens, type NavigationScreen } from '../../screen-addresses.ts'

/** A record of any entity, as a search or the person's favourites have it; `match` of a search. */
type PlacedRecord = Omit<SearchHit, 'match'> & Partial<Pick<SearchHit, 'match'>>

/** One whose entity has a page to open. */
export interface OpenRecord<T extends PlacedRecord = PlacedRecord> {
  record: T
  entry: NavigationScreen
}

/** The records that can be opened. */
export function openRecords<T extends PlacedRecord>(records: readonly T[]): OpenRecord<T>[] {
  return records.flatMap((record) => {
    const entry = isEntityName(record.entity) ? navigationScreens.find(({ entity }) => entity === record.entity) : undefined
    return entry?.screen.editor === undefined ? [] : [{ record, entry }]
  })
}

/**
 * Where a record is opened: in a tenant from which it is reached, except for what belongs to a customer's overlay. In all tenants together
 * not every entity has a page, so from there it is opened in its own.
 */
export function recordAddress({ record: { tenantOid, oid, record, can }, entry: { entity, screen } }: OpenRecord, fromOid: string): string {
  const at = entityMeta[entity].scope === 'overlay' || fromOid === allTenants ? tenantOid : fromOid
  return recordPath(listAddress(at, entity), screen, { record: { ...record, oid }, link: can['update'] === true ? 'edit' : 'consult' })
}

/** Name, what else matched, state and tenant of a record, in one line. `term`: what was searched for. */
export function RecordLine({ open: { record, entry }, term = '' }: { open: OpenRecord; term?: string }) {
  const { t, i18n } = useTranslation()
  const { entity } = entry
  const name = nameOf(record, entry)
  const state = stateOf(record, entry)
  const stateKey = `${entity}.option.${state?.field}.${state?.value}`
  const { match, tenantName } = record
  const place = match ? matchPlace(entity, match.field, { has: (key) => i18n.exists(key), text: (key) => t(key) }) : ''
  return (
    <>
      <chakra.span truncate flexShrink={0} minW={0} maxW={{ base: '50%', md: '60%' }}>
        <MarkedText term={term}>{name}</MarkedText>
      </chakra.span>
      {match && !name.includes(match.value) && (
        <chakra.span truncate flexShrink={{ base: 0, md: 2 }} minW={0} maxW={{ base: '40%', md: 'none' }} color="fg.muted" fontSize="xs">
          {place !== '' && <chakra.span display={{ base: 'none', md: 'inline' }}>{place} </chakra.span>}
          <MarkedText term={term}>{match.value}</MarkedText>
        </chakra.span>
      )}
      <chakra.span
        ms="auto"
        display="flex"
        alignItems="center"
        gap={3}
        flexShrink={{ base: 9, md: 0 }}
        minW={0}
        maxW={{ base: '45%', md: '50%' }}
        color="fg.muted"
        fontSize="xs"
      >
        {state && <span>{i18n.exists(stateKey) ? t(stateKey) : state.value}</span>}
        <chakra.span truncate maxW="20ch" title={tenantName}>
          {tenantName}
        </chakra.span>
      </chakra.span>
    </>
  )
}

/** As pages call the record, and at least by what matched. */
export function nameOf({ record, match, oid }: PlacedRecord, { entity, screen }: NavigationScreen): string {
  const values = (screen.title ?? [entityMeta[entity].label]).map((field) => record[field])
  const parts = values.filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? (match?.value ?? oid) : parts.join(' ')
}

/** What the list shows as the record's state. */
function stateOf({ record }: PlacedRecord, { screen }: NavigationScreen): { field: string; value: string } | undefined {
  for (const column of screen.list?.columns ?? []) {
    if (typeof column === 'string' || column.use !== 'status') continue
    const value = record[column.field]
    if (typeof value === 'string') return { field: column.field, value }
  }
  return undefined
}

/** Name of the icon of an entity's records: that of their screen, else of the list in which they stand. */
export function iconNameOf({ entity, screen }: NavigationScreen): string {
  return screen.icon ?? navigationScreens.find((each) => each.entity === listOf(entity))?.screen.icon ?? 'document'
}
