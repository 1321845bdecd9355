import { chakra, defineRecipe } from '@chakra-ui/react'
import { ExternalLink } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { Tooltip } from '../../../renderer/parts/overlays/tooltip.tsx'

const look = defineRecipe({
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    h: 'control',
    px: 2.5,
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderRadius: 'md',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    transition: 'background-color {durations.fast}, color {durations.fast}',
    '& svg': { boxSize: '4', flexShrink: 0, strokeWidth: 1.75 },
    '&:hover:not([aria-current=page])': { bg: 'bg.muted', color: 'fg' },
    _currentPage: { bg: 'bg.selected', color: 'accent.fg' },
  },
})
const Entry = chakra(NavLink, look)
const ForeignEntry = chakra('a', look)

interface NavigationEntryProps {
  to: string
  /** Current only at exactly this address. */
  end?: boolean
  icon: LucideIcon
  text: string
  /** Of another site: it opens in a window of its own. */
  isForeign?: boolean
  isFolded: boolean
}

interface NavigationGroupProps {
  title: string
  /** The title takes its room but is not seen. */
  isFolded: boolean
  children: ReactNode
}

/** Lines of the menu on the left under a title. */
export function NavigationGroup({ title, isFolded, children }: NavigationGroupProps) {
  return (
    <chakra.div role="group" aria-label={title} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={0.5}>
      <chakra.div aria-hidden textStyle="caption" px={2.5} pb={1} visibility={isFolded ? 'hidden' : undefined} whiteSpace="nowrap">
        {title}
      </chakra.div>
      {children}
    </chakra.div>
  )
}

/** One line of the menu on the left; folded, its icon alone. */
export function NavigationEntry({ to, end = false, icon: Icon, text, isForeign = false, isFolded }: NavigationEntryProps) {
  const { t } = useTranslation()
  const label = isFolded ? text : undefined
  const content = (
    <>
      <Icon aria-hidden />
      {!isFolded && <chakra.span truncate>{text}</chakra.span>}
    </>
  )
  return (
    <Tooltip text={label} as="label" placement="right">
      {isForeign ? (
        <ForeignEntry href={to} target="_blank" rel="noreferrer" aria-label={t('shell.place.newWindow', { text })}>
          {content}
          {!isFolded && <ExternalLink aria-hidden />}
        </ForeignEntry>
      ) : (
        <Entry to={to} end={end} aria-label={label}>
          {content}
        </Entry>
      )}
    </Tooltip>
  )
}
