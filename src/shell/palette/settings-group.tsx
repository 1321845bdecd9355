import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { iconOf } from '../../../renderer/parts/icons.ts'
import { MarkedText } from '../../../renderer/parts/text/marked-text.tsx'
import { searchLimits } from '../../../schemas/search.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'
import { matches } from './matches.ts'
import type { OptionGroup } from './option-list.tsx'
import { useSettingsFields } from './settings-fields.ts'

/** Fields shown at most. */
const maxFields = 8

/** Fields of the tenant's settings whose label the text finds; what is typed besides may be part of the page's name. */
export function useSettingsGroup(typed: string, onClose: () => void): OptionGroup {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tenant } = useCurrentTenant()
  const words = typed.trim().split(/\s+/)
  const isWanted = typed.trim().length >= searchLimits.minLetters
  const fields = useSettingsFields(tenant, usePermissions(), isWanted)
  const found = fields.filter(
    ({ label, place }) => words.some((word) => matches(label, word)) && matches(`${label} ${place}`, typed.trim()),
  )
  return {
    id: 'settings',
    heading: t('palette.settings'),
    options: (isWanted ? found.slice(0, maxFields) : []).map(({ id, label, place, icon, address }) => {
      const Icon = iconOf(icon ?? 'sliders')
      return {
        id: `field:${id}`,
        onChoose: () => {
          onClose()
          void navigate(address)
        },
        content: (
          <>
            <Icon aria-hidden />
            <chakra.span truncate>
              <MarkedText term={words[0] ?? ''}>{label}</MarkedText>
            </chakra.span>
            <chakra.span truncate ms="auto" color="fg.muted" fontSize="xs">
              {place}
            </chakra.span>
          </>
        ),
      }
    }),
  }
}
