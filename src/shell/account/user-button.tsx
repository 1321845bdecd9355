import { chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useDeferred } from '../../../renderer/parts/deferred.ts'
import { contextState } from '../../session/context-state.ts'
import { palette } from '../palette/palette-host.tsx'

const Initials = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '1.75rem',
    borderRadius: 'full',
    bg: 'accent.muted',
    color: 'accent.fg',
    fontSize: '2xs',
    fontWeight: 'semibold',
    // A picture of the name, not text: the button's name says it in full.
    _before: { content: 'attr(data-initials)' },
  },
})

const Trigger = chakra('button', {
  base: { p: 0.5, ml: 1, borderRadius: 'full', _hover: { bg: 'bg.muted' }, _expanded: { bg: 'bg.muted' } },
})

/** The first letters of the first and the last part of a name. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => part?.[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** Opens the menu of the person; what is in it comes behind the page. */
export function UserButton() {
  const { t } = useTranslation()
  const { user } = useSnapshot(contextState)
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const module = useDeferred(palette, isOpen)
  return (
    <>
      <Trigger
        ref={anchor}
        type="button"
        aria-label={`${t('shell.user')}: ${user?.name ?? ''}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Initials aria-hidden data-initials={initialsOf(user?.name ?? '')} />
      </Trigger>
      {module && <module.UserMenu anchor={anchor} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
