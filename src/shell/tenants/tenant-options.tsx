import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../../renderer/parts/controls/controls.tsx'
import { OptionList, optionId, useActiveOption } from '../palette/option-list.tsx'
import type { OptionGroup } from '../palette/option-list.tsx'
import type { TenantSearch } from './tenant-search.ts'

interface TenantOptionsProps {
  text: string
  onText: (text: string) => void
  /** What was found for the text. */
  search: TenantSearch
  groups: readonly OptionGroup[]
  /** Key and parameters of what stands there where no tenant was found. @default that no name matches */
  none?: { key: string; params: Record<string, string> } | undefined
  /** What was chosen is under way. @default false */
  isBusy?: boolean
}

/** A search box and the tenants that it finds, for keyboard and pointer. */
export function TenantOptions({ text, onText, search: { found, isLoading, hasFailed }, groups, none, isBusy = false }: TenantOptionsProps) {
  const { t } = useTranslation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { active, setActive, onKeyDown } = useActiveOption(groups)
  useEffect(() => input.current?.focus(), [])
  const note = noteKey({
    isLoading: isLoading && !found,
    hasFailed,
    isEmpty: found?.tenants.length === 0 && !found.hasMore,
    hasMore: found?.hasMore === true,
  })
  return (
    <>
      <chakra.div p={2} borderBottomWidth="1px" borderColor="border" position="sticky" top={0} bg="bg.raised">
        <SearchInput
          ref={input}
          data-autofocus=""
          label={t('header.tenant.search')}
          clearLabel={t('header.tenant.clear')}
          value={text}
          onChange={onText}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active)}
          aria-busy={isLoading || isBusy}
        />
      </chakra.div>
      <chakra.div p={1} minH="8rem" opacity={(isLoading && found) || isBusy ? 0.6 : 1} transition="opacity {durations.fast}">
        <OptionList id={listId} label={t('header.tenant.choose')} groups={groups} active={active} onPoint={setActive} />
        {note && (
          <chakra.p role="status" px={2} py={2} textStyle="hint">
            {none !== undefined && note === 'header.tenant.noResult' ? t(none.key, none.params) : t(note)}
          </chakra.p>
        )}
      </chakra.div>
    </>
  )
}

/** What stands below the list (S0 section 8). */
function noteKey(now: { isLoading: boolean; hasFailed: boolean; isEmpty: boolean; hasMore: boolean }): string | undefined {
  if (now.isLoading) return 'header.loading'
  if (now.hasFailed) return 'header.tenant.failed'
  if (now.isEmpty) return 'header.tenant.noResult'
  return now.hasMore ? 'header.teannt.moreResults' : undefined
}
