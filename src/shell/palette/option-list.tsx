import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

/** One line to choose. */
export interface Option {
  id: string
  content: ReactNode
  onChoose: () => void
}

/** Lines under an optional heading. */
export interface OptionGroup {
  id: string
  heading?: string
  options: Option[]
}

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    minH: 'row',
    px: 2,
    py: 1,
    fontSize: 'sm',
    borderRadius: 'md',
    cursor: 'pointer',
    '& > svg': { boxSize: '4', flexShrink: 0, color: 'fg.subtle', strokeWidth: 1.75 },
    _selected: { bg: 'bg.muted' },
  },
})

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

interface ActiveOption {
  active: string | undefined
  setActive: (id: string) => void
  /** Arrows move, Enter chooses; the keyboard stays in the search box. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** Keyboard of a search box with a list below it: which line Enter would choose. */
export function useActiveOption(groups: readonly OptionGroup[]): ActiveOption {
  const options = groups.flatMap((group) => group.options)
  const [wanted, setActive] = useState<string>()
  const active = options.some(({ id }) => id === wanted) ? wanted : options[0]?.id
  return {
    active,
    setActive,
    onKeyDown: (event) => {
      const index = options.findIndex(({ id }) => id === active)
      const step = steps[event.key]
      if (step !== undefined && options.length > 0) {
        event.preventDefault()
        const next =
          Math.abs(step) === 1 ? (index + step + options.length) % options.length : Math.max(0, Math.min(options.length - 1, index + step))
        setActive(options[next]?.id ?? '')
      }
      if (event.key === 'Enter' && !event.nativeEvent.isComposing && options[index]) {
        event.preventDefault()
        options[index].onChoose()
      }
    },
  }
}

interface OptionListProps {
  id: string
  label: string
  groups: readonly OptionGroup[]
  active: string | undefined
  onPoint: (id: string) => void
}

/** The lines below a search box; the box points at the active one with `aria-activedescendant`. */
export function OptionList({ id, label, groups, active, onPoint }: OptionListProps) {
  return (
    <chakra.div id={id} role="listbox" aria-label={label}>
      {groups
        .filter(({ options }) => options.length > 0)
        .map((group) => (
          <div key={group.id} role="group" aria-label={group.heading}>
            {group.heading && (
              <chakra.div aria-hidden textStyle="caption" px={2} pt={2} pb={1}>
                {group.heading}
              </chakra.div>
            )}
            {group.options.map((option) => (
              <OptionLine key={option.id} listId={id} option={option} isActive={option.id === active} onPoint={onPoint} />
            ))}
          </div>
        ))}
    </chakra.div>
  )
}

/** DOM id of a line, for `aria-activedescendant`. */
export const optionId = (listId: string, id: string): string => `${listId}-${id}`

interface OptionLineProps {
  listId: string
  option: Option
  isActive: boolean
  onPoint: (id: string) => void
}

function OptionLine({ listId, option, isActive, onPoint }: OptionLineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <Line
      ref={line}
      id={optionId(listId, option.id)}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => {
        if (!isActive) onPoint(option.id)
      }}
      // The keyboard's way stands in the search box, which keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={option.onChoose}
    >
      {option.content}
    </Line>
  )
}
