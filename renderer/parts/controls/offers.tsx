import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { Popover } from '../overlays/popover.tsx'

/** What may be typed next. */
export interface Offer {
  text: string
  /** Further words about it; empty for none. */
  about: string
}

/** Where what is offered would go. */
export interface OfferedText {
  from: number
  to: number
  options: readonly Offer[]
}

/** The list of what is offered, and the keys that move in it. */
export interface Offers {
  isListed: boolean
  /** Position of the marked one. */
  at: number
  /** Opens or closes the list; the first one is marked. */
  setOpen: (isOpen: boolean) => void
  /** Whether it did what the key asks for. */
  press: (event: KeyboardEvent) => boolean
}

interface OffersOptions {
  onTake: (text: string) => void
  /** Whether arrows open the list, too. @default in boxes of one line they do */
  opensByArrows?: boolean
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Hook: arrows choose among what is offered, Tab and Enter take it, Escape closes the list. */
export function useOffers(options: readonly Offer[], { onTake, opensByArrows = true }: OffersOptions): Offers {
  const [isOpen, setOpen] = useState(false)
  const [marked, setAt] = useState(0)
  const at = Math.max(0, Math.min(marked, options.length - 1))
  const isListed = isOpen && options.length > 0
  const press = (event: KeyboardEvent): boolean => {
    const step = steps[event.key]
    const option = options[at]
    if (step !== undefined && options.length > 0 && (isListed || opensByArrows)) {
      if (isListed) setAt((options.length + at + step) % options.length)
      else setOpen(true)
    } else if (isListed && option && (event.key === 'Tab' || event.key === 'Enter')) onTake(option.text)
    else if (isListed && event.key === 'Escape') {
      setOpen(false)
      event.stopPropagation()
    } else return false
    event.preventDefault()
    return true
  }
  return {
    isListed,
    at,
    press,
    setOpen: (next) => {
      setOpen(next)
      setAt(0)
    },
  }
}

/** What ties a box of several lines, which stays a text box, to the list. */
export function linesOffersAttributes({ isListed, at }: Offers, id: string) {
  return {
    'aria-autocomplete': 'list',
    'aria-controls': isListed ? `${id}-list` : undefined,
    'aria-activedescendant': isListed ? `${id}-${at}` : undefined,
  } as const
}

/** What ties a box of one line to the list. */
export function offersAttributes(offers: Offers, id: string) {
  return { role: 'combobox', 'aria-expanded': offers.isListed, ...linesOffersAttributes(offers, id) } as const
}

const Option = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 3,
    px: 2,
    py: 1,
    fontSize: 'sm',
    borderRadius: 'sm',
    '&[aria-selected=true]': { bg: 'bg.muted' },
    '& > code': { fontFamily: 'mono', fontSize: 'xs', overflowWrap: 'anywhere' },
    '& > span': { color: 'fg.muted', textAlign: 'end' },
  },
})

interface OfferListProps {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  offers: Offers
  options: readonly Offer[]
  onTake: (text: string) => void
}

/** The list below the box, which keeps the focus. */
export function OfferList({ id, label, anchor, offers, options, onTake }: OfferListProps) {
  if (!offers.isListed) return null
  return (
    <Popover anchor={anchor} label={label} width="min(42rem, calc(100vw - 2rem))" onClose={() => offers.setOpen(false)}>
      <chakra.div id={`${id}-list`} role="listbox" aria-label={label} p={1} maxH="20rem" overflowY="auto">
        {options.map(({ text, about }, index) => (
          <Option
            key={text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === offers.at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(text)}
          >
            <code>{text}</code>
            {about !== '' && <span>{about}</span>}
          </Option>
        ))}
      </chakra.div>
    </Popover>
  )
}
