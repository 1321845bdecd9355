import { chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { Popover } from '../parts/overlays/popover.tsx'
import type { ExplainedReason } from './explain.ts'

const Opener = chakra('button', {
  base: {
    paddingInline: 1,
    marginInline: -1,
    fontSize: 'xs',
    color: 'fg.subtle',
    textDecoration: 'underline',
    textDecorationStyle: 'dotted',
    textUnderlineOffset: '3px',
    borderRadius: 'xs',
    _hover: { color: 'accent.fg' },
    '&[aria-expanded=true]': { color: 'accent.fg' },
  },
  variants: {
    /** Shows itself when its field has the pointer or the focus. */
    shy: { true: { opacity: 0, '[data-pointer]:is(:hover, :focus-within) &, &[aria-expanded=true]': { opacity: 1 } } },
  },
})
const List = chakra('ul', { base: { display: 'grid', gap: 3, margin: 0, padding: 3, listStyle: 'none', fontSize: 'sm' } })
const Facts = chakra('ul', {
  base: {
    display: 'grid',
    gap: 1,
    marginTop: 1.5,
    padding: 0,
    listStyle: 'none',
    fontSize: 'xs',
    color: 'fg.muted',
    // Names of the context are written as inside a sentence.
    '& li::first-letter': { textTransform: 'uppercase' },
  },
})

interface WhyProps {
  /** Name of the opener, naming the control. */
  name: string
  /** The word that is shown. */
  word: string
  title: string
  /** Visible only while the field has the pointer or the focus. @default false */
  shy?: boolean
  /** False: F1 in the field opens it. @default it is one */
  isTabStop?: boolean
  /** Called when it is opened. */
  reasons: () => readonly ExplainedReason[]
}

/** The small "why" next to a label: shows which rules decide and what would change the result. */
export function Why({ name, word, title, shy = false, isTabStop = true, reasons }: WhyProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Opener
        ref={opener}
        type="button"
        shy={shy}
        data-why=""
        tabIndex={isTabStop ? undefined : -1}
        aria-label={name}
        aria-expanded={open}
        aria-keyshortcuts="F1"
        onClick={() => setOpen(!open)}
      >
        {word}
      </Opener>
      {open && (
        <Popover anchor={opener} label={title} width="22rem" onClose={() => setOpen(false)}>
          <List>
            {reasons().map((reason) => (
              <li key={reason.rule}>
                {reason.text}
                {reason.facts.length > 0 && (
                  <Facts>
                    {reason.facts.map((fact) => (
                      <chakra.li key={fact.text} color={fact.holds ? 'success.fg' : 'fg.muted'}>
                        {fact.text}
                      </chakra.li>
                    ))}
                  </Facts>
                )}
              </li>
            ))}
          </List>
        </Popover>
      )}
    </>
  )
}
