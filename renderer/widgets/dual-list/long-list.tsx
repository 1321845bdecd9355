import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useVirtualRows } from '../use-virtual-rows.ts'
import type { Line } from './rows.ts'

const rowPx = 32
/** Rows that show before the list scrolls. */
const inSight = 9

const Frame = chakra('div', {
  base: {
    position: 'relative',
    // The rows and its lines.
    height: `${inSight * rowPx + 2}px`,
    overflow: 'auto',
    bg: 'bg.surface',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border.control',
    borderRadius: 'md',
    fontSize: 'sm',
    '&[data-invalid]': { borderColor: 'danger.solid' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-1px' },
    '& [role=option]': {
      position: 'absolute',
      insetInline: 0,
      height: `${rowPx}px`,
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      paddingInline: 2.5,
      cursor: 'default',
      userSelect: 'none',
      whiteSpace: 'nowrap',
    },
    '& [role=option] > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& [role=option] > .hint': { marginInlineStart: 'auto', flexShrink: 1, color: 'fg.muted', fontSize: 'xs' },
    '& [role=option]:hover': { bg: 'bg.subtle' },
    '& [role=option][aria-selected=true]': { bg: 'bg.selected' },
    '& [role=option][aria-disabled=true]': { color: 'fg.muted', cursor: 'not-allowed' },
    '& [role=option][data-invalid]': { color: 'danger.fg' },
    '&:focus-visible [role=option][data-active]': { boxShadow: 'inset 0 0 0 1px var(--chakra-colors-accent-solid)' },
  },
})
const Note = chakra('p', { base: { padding: 3, color: 'fg.muted', textAlign: 'center', textWrap: 'balance' } })

interface LongListProps {
  label: string
  lines: readonly Line[]
  /** What shows where there are no lines. */
  nothing: string
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** Moves lines to the other list; absent: nothing can be moved. */
  onMove: ((values: readonly string[]) => void) | undefined
  describedBy?: string | undefined
  id?: string
  invalid?: boolean
  /** The line that is to take the keyboard; a new object for every request. */
  focusRequest?: { value: string } | undefined
}

const steps: Record<string, (active: number, count: number) => number> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active) => active + inSight,
  PageUp: (active) => active - inSight,
  Home: () => 0,
  End: (_active, count) => count - 1,
}

/** A list of any length from which several lines are chosen. Renders the visible rows and the active one. */
export function LongList(props: LongListProps) {
  const { lines, selected, onSelect, onMove, focusRequest } = props
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const id = useId()
  const [wanted, setWanted] = useState(0)
  const active = Math.max(Math.min(wanted, lines.length - 1), 0)
  const virtual = useVirtualRows({ count: lines.length, active, frame, rowPx, framePx: inSight * rowPx })
  const isOpen = (line: Line | undefined): line is Line => line !== undefined && line.held === undefined && onMove !== undefined

  useEffect(() => {
    if (frame) virtual.scrollToIndex(active)
  }, [active, frame, virtual])
  const granted = useRef<LongListProps['focusRequest']>(undefined)
  useEffect(() => {
    const at = focusRequest === granted.current ? -1 : lines.findIndex(({ value }) => value === focusRequest?.value)
    if (at < 0 || !frame) return
    granted.current = focusRequest
    setWanted(at)
    frame.focus()
  }, [focusRequest, lines, frame])

  const toggle = (index: number): void => {
    const line = lines[index]
    setWanted(index)
    if (!isOpen(line)) return
    const next = new Set(selected)
    if (!next.delete(line.value)) next.add(line.value)
    onSelect(next)
  }
  const move = (index: number): void => {
    const line = lines[index]
    if (!isOpen(line)) return
    onMove?.(selected.has(line.value) ? lines.flatMap(({ value }) => (selected.has(value) ? [value] : [])) : [line.value])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step) setWanted(Math.max(Math.min(step(active, lines.length), lines.length - 1), 0))
    else if (event.key === ' ') toggle(active)
    else if (event.key === 'Enter') move(active)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(new Set(lines.filter(isOpen).map(({ value }) => value)))
    else return
    event.preventDefault()
  }

  return (
    <Frame
      ref={setFrame}
      id={props.id}
      // A list box needs options; an empty list is a placeholder with a text.
      role={lines.length === 0 ? 'group' : 'listbox'}
      tabIndex={0}
      aria-multiselectable={lines.length > 0 || undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid === true || undefined}
      data-invalid={props.invalid === true ? '' : undefined}
      aria-activedescendant={lines.length === 0 ? undefined : `${id}-${active}`}
      onKeyDown={onKeyDown}
      onClick={({ target }) => onPlace(target, toggle)}
      onDoubleClick={({ target }) => onPlace(target, move)}
    >
      {lines.length === 0 && <Note role="presentation">{props.nothing}</Note>}
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index }) => {
          const line = lines[index]
          return (
            line && (
              <Option
                key={line.value}
                id={`${id}-${index}`}
                line={line}
                index={index}
                count={lines.length}
                isSelected={selected.has(line.value)}
                isActive={index === active}
                isOpen={isOpen(line)}
              />
            )
          )
        })}
      </div>
    </Frame>
  )
}

/** Does something with the line on which the pointer is. */
function onPlace(target: EventTarget, act: (index: number) => void): void {
  const line = target instanceof Element ? target.closest('[role=option]') : null
  if (line) act(Number(line.getAttribute('aria-posinset')) - 1)
}

interface OptionProps {
  id: string
  line: Line
  index: number
  count: number
  isSelected: boolean
  isActive: boolean
  isOpen: boolean
}

function Option({ id, line, index, count, isSelected, isActive, isOpen }: OptionProps) {
  const { label, mark, held, hint, error } = line
  const about = error ?? held ?? hint
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-disabled={!isOpen || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-active={isActive ? '' : undefined}
      data-invalid={error === undefined ? undefined : ''}
      title={[mark === undefined ? label : `${label} ${mark}`, about].filter(Boolean).join(' – ')}
      style={{ top: index * rowPx }}
    >
      <span>
        {label}
        {mark !== undefined && ` ${mark}`}
      </span>
      {about !== undefined && <span className="hint">{about}</span>}
    </div>
  )
}
