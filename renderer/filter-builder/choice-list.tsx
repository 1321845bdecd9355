import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TextInput } from '../parts/controls/controls.tsx'

/** One line to choose. */
export interface Choice {
  id: string
  text: string
  /** Further words, which stand before the text and are searched, too. */
  before?: string
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: 'controlSmall',
    px: 2,
    py: 1,
    fontSize: 'sm',
    borderRadius: 'sm',
    overflowWrap: 'anywhere',
    cursor: 'default',
    '&[aria-selected=true]': { bg: 'bg.muted' },
  },
})

interface ChoiceListProps {
  label: string
  term: string
  onTerm: (term: string) => void
  choices: readonly Choice[]
  /** What stands in place of the choices where there are none. */
  nothing: string
  onPick: (choice: Choice) => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** A search box above the lines that it leaves; arrows move, Enter chooses. It takes the focus. */
export function ChoiceList({ label, term, onTerm, choices, nothing, onPick }: ChoiceListProps) {
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const active = Math.min(at, choices.length - 1)
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const chosen = choices[active]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setAt(Math.max(0, Math.min(choices.length - 1, active + step)))
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onPick(chosen)
    }
  }
  return (
    <chakra.div display="grid" gap={1} minW={0}>
      <TextInput
        ref={box}
        size="sm"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={choices[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={250}
        value={term}
        onChange={(event) => {
          onTerm(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <chakra.div ref={list} id={listId} role="listbox" aria-label={label} maxH="18rem" overflowY="auto" tabIndex={-1}>
        {choices.map((choice, index) => (
          <Row
            key={choice.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            // The box keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== active && setAt(index)}
            onClick={() => onPick(choice)}
          >
            <span>
              {choice.before && <chakra.span color="fg.muted">{`${choice.before} › `}</chakra.span>}
              {choice.text}
            </span>
          </Row>
        ))}
      </chakra.div>
      {choices.length === 0 && (
        <chakra.p px={2} pb={1} fontSize="sm" color="fg.muted" role="status">
          {nothing}
        </chakra.p>
      )}
    </chakra.div>
  )
}

/** Most lines that are drawn; a search leaves fewer. */
const MOST_SHOWN = 100

/** The choices that have all words of a search text, those that begin with it first. */
export function narrowed(choices: readonly Choice[], term: string): Choice[] {
  const words = term
    .toLowerCase()
    .split(/[\s›]+/)
    .filter((word) => word !== '')
  const found = choices.filter(({ before = '', text }) => {
    const whole = `${before} ${text}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
  const wanted = words.join(' ')
  const rank = ({ before, text }: Choice): number =>
    Number(!`${before === undefined ? '' : `${before} `}${text}`.toLowerCase().startsWith(wanted))
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_SHOWN)
}
