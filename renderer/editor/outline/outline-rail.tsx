import { chakra } from '@chakra-ui/react'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'
import { useEnvironment } from '../page/environment.tsx'
import { goToPlace } from './focus.ts'
import { useOutline } from './outline-state.ts'
import type { OutlineLine } from './outline-state.ts'
import { railFrom } from './outline-frame.tsx'
import type { Place } from './outline.ts'
import { ChangedMark } from '../layout/tab-label.tsx'

/** Space at the end of the rail, because at the top of the page the head pushes it behind the bar. */
const endRoomPx = 96

const Rail = chakra('nav', {
  base: {
    display: 'none',
    position: 'sticky',
    top: 0,
    alignSelf: 'start',
    // Header, bottom bar and margins.
    maxHeight: 'calc(100dvh - 10.5rem)',
    overflowY: 'auto',
    paddingBottom: `${endRoomPx / 16}rem`,
    [railFrom]: { display: 'block' },
  },
})

const Line = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    width: 'full',
    minHeight: 'rowCompact',
    paddingInlineEnd: 2,
    fontSize: 'sm',
    textAlign: 'start',
    color: 'fg.muted',
    borderRadius: 'md',
    outlineOffset: '-2px !important',
    transition: 'background-color {durations.fast}, color {durations.fast}',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-current]': { bg: 'accent.subtle', color: 'accent.fg', fontWeight: 'medium' },
  },
})

/** Each level is indented by 12 px. */
const indentOf = (level: number): number => 3 * level

const moves: Record<string, (index: number, length: number) => number> = {
  ArrowDown: (index, length) => Math.min(index + 1, length - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, length) => length - 1,
}

/** Arrow keys, Home and End move between lines; the rail is a single tab stop. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll('button')]
  const index = lines.findIndex((line) => line === document.activeElement)
  const next = index < 0 ? undefined : moves[event.key]?.(index, lines.length)
  if (next === undefined) return
  event.preventDefault()
  lines[next]?.focus()
}

/** Scrolls only the rail until its current line is visible. */
function showLine(rail: HTMLElement | null): void {
  const line = rail?.querySelector('[aria-current]')
  if (!rail || !line) return
  const { top, bottom } = line.getBoundingClientRect()
  const frame = rail.getBoundingClientRect()
  if (top < frame.top) rail.scrollTop -= frame.top - top
  else if (bottom > frame.bottom - endRoomPx) rail.scrollTop += bottom - frame.bottom + endRoomPx
}

function Details({ line: { count, marks } }: { line: OutlineLine }) {
  const { host } = useEnvironment()
  return (
    <>
      {marks.changes > 0 && <ChangedMark label={host.t('editor.tab.changed', { count: marks.changes })} />}
      {count !== undefined && (
        <chakra.span color="fg.subtle" fontWeight="normal" fontSize="xs" fontVariantNumeric="tabular-nums">
          {new Intl.NumberFormat(host.language).format(count)}
        </chakra.span>
      )}
      {marks.errors > 0 && (
        <chakra.span role="img" aria-label={host.t('editor.tab.invalid', { count: marks.errors })} color="danger.fg" display="inline-flex">
          <CircleAlert size={14} aria-hidden />
        </chakra.span>
      )}
    </>
  )
}

/** The outline as a sticky menu for narrow windows. */
function OutlineMenu({ lines, onGo }: { lines: readonly OutlineLine[]; onGo: (place: Place) => void }) {
  const { host } = useEnvironment()
  const { t } = host
  const current = lines.find(({ isCurrent }) => isCurrent)
  const errors = lines.filter(({ level }) => level === 0).reduce((sum, { marks }) => sum + marks.errors, 0)
  return (
    <chakra.div
      position="sticky"
      // Extends through the page's padding.
      top={-5}
      zIndex="sticky"
      bg="bg.canvas"
      paddingBlock={2}
      marginBlock={-2}
      css={{ [railFrom]: { display: 'none' } }}
    >
      <Menu
        label={t('editor.outline')}
        placement="bottom-start"
        width="20rem"
        groups={[
          {
            id: 'places',
            items: lines.map((line) => ({
              id: line.place.id,
              label: <chakra.span paddingInlineStart={indentOf(line.level)}>{line.title}</chakra.span>,
              hint: (
                <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
                  <Details line={line} />
                </chakra.span>
              ),
              checked: line.isCurrent,
              onSelect: () => onGo(line.place),
            })),
          },
        ]}
        trigger={(props) => (
          <Button {...props} maxWidth="full">
            <chakra.span truncate>{t('editor.outline.button', { place: current?.wholeTitle ?? '' })}</chakra.span>
            {errors > 0 && (
              <chakra.span role="img" aria-label={t('editor.tab.invalid', { count: errors })} color="danger.fg" display="inline-flex">
                <CircleAlert size={14} aria-hidden />
              </chakra.span>
            )}
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
    </chakra.div>
  )
}

/** Outline of a large editor: its cards and tabs, with marks for changes, errors and row counts. */
export function Outline({ places }: { places: readonly Place[] }) {
  const { host, view } = useEnvironment()
  const lines = useOutline(places)
  const rail = useRef<HTMLElement>(null)
  const current = lines.find(({ isCurrent }) => isCurrent)?.place.id
  useEffect(() => showLine(rail.current), [current])
  const go = (place: Place) => goToPlace(view, place)
  return (
    <>
      <Rail ref={rail} aria-label={host.t('editor.outline')}>
        <chakra.ul listStyleType="none" margin={0} padding={0} display="grid" gap={0.5} onKeyDown={moveAlong}>
          {lines.map((line) => (
            <li key={line.place.id}>
              <Line
                type="button"
                paddingInlineStart={2 + indentOf(line.level)}
                aria-current={line.isCurrent ? 'location' : undefined}
                tabIndex={line.isCurrent ? 0 : -1}
                onClick={() => go(line.place)}
              >
                <chakra.span flex={1} minWidth={0} overflowWrap="anywhere">
                  {line.title}
                </chakra.span>
                <Details line={line} />
              </Line>
            </li>
          ))}
        </chakra.ul>
      </Rail>
      <OutlineMenu lines={lines} onGo={go} />
    </>
  )
}
