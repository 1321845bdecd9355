import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { monthAfter, monthNumber, monthOf } from '../../../schemas/vocabulary/months.ts'
import { IconButton } from '../../parts/controls/button.tsx'
import type { Translate } from '../contract.ts'
import { monthParts, monthText } from '../../parts/text/date-texts.ts'

const Month = chakra('button', {
  base: {
    h: 'control',
    fontSize: 'sm',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    _hover: { bg: 'bg.muted' },
    '&[aria-current]': { borderColor: 'border.control' },
    '&[aria-selected=true]': { bg: 'accent.solid', color: 'accent.contrast' },
    '&[aria-disabled=true]': { opacity: 0.45, cursor: 'not-allowed', bg: 'transparent' },
  },
})

const columns = 3
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
  PageUp: -12,
  PageDown: 12,
}

interface MonthCalendarProps {
  language: string
  t: Translate
  /** `2026-05`, or anything else for no month. */
  value: string
  /** Why a month cannot be chosen; undefined where it can. */
  refusal: ((month: unknown) => string | undefined) | undefined
  onPick: (month: string) => void
}

/** The months of a year. Arrows go from month to month, page keys from year to year; a month that cannot be chosen shows why. */
export function MonthCalendar({ value, language, t, refusal, onPick }: MonthCalendarProps) {
  const [today] = useState(() => monthOf(new Date()))
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(monthNumber(value) === undefined ? today : value)
  const year = at.slice(0, 4)
  const months = useMemo(
    () =>
      Array.from({ length: 12 }, (_month, index) => {
        const month = `${year}-${String(index + 1).padStart(2, '0')}`
        return { month, because: refusal?.(month) }
      }),
    [year, refusal],
  )
  useEffect(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [at])

  const go = (month: string | undefined) => {
    if (monthNumber(month) !== undefined && month !== undefined) setAt(month)
  }
  const press = (event: KeyboardEvent) => {
    const ends: Record<string, string> = { Home: `${year}-01`, End: `${year}-12` }
    const step = steps[event.key]
    const next = step === undefined ? ends[event.key] : monthAfter(at, step)
    if (next === undefined) return
    event.preventDefault()
    go(next)
  }
  const because = months.find(({ month }) => month === at)?.because
  return (
    <chakra.div p={2} display="grid" gap={2}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between">
        <IconButton small label={t('editor.month.previous')} icon={<ChevronLeft aria-hidden />} onClick={() => go(monthAfter(at, -12))} />
        <chakra.span fontWeight="medium" fontSize="sm" fontVariantNumeric="tabular-nums" aria-live="polite">
          {year}
        </chakra.span>
        <IconButton small label={t('editor.month.next')} icon={<ChevronRight aria-hidden />} onClick={() => go(monthAfter(at, 12))} />
      </chakra.div>
      <chakra.div
        ref={grid}
        role="listbox"
        aria-label={year}
        display="grid"
        gridTemplateColumns={`repeat(${columns}, 1fr)`}
        gap={1}
        onKeyDown={press}
      >
        {months.map(({ month, because: refused }) => (
          <Month
            key={month}
            type="button"
            role="option"
            aria-label={monthText(month, language)}
            aria-selected={month === value}
            aria-current={month === today ? 'date' : undefined}
            aria-disabled={refused === undefined ? undefined : true}
            aria-describedby={month === at && refused !== undefined ? `${id}-because` : undefined}
            title={refused}
            tabIndex={month === at ? 0 : -1}
            onClick={() => (refused === undefined ? onPick(month) : go(month))}
          >
            {monthParts(month, language)[0]}
          </Month>
        ))}
      </chakra.div>
      {because !== undefined && (
        <chakra.p id={`${id}-because`} role="status" textStyle="hint" px={1}>
          {because}
        </chakra.p>
      )}
    </chakra.div>
  )
}
