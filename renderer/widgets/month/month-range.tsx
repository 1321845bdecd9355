import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { monthNumber } from '../../../schemas/vocabulary/months.ts'
import type { FilterProps } from '../contract.ts'
import { MonthBox } from './month-box.tsx'

type Bounds = { from?: string; to?: string }

/** Two boxes of months, either of which may stay empty; applied when chosen from the calendar, on Enter, or on blur. */
export function MonthRange({ id, label, value, language, t, onChange }: FilterProps) {
  const { from, to } = value?.kind === 'months' ? value : {}
  const [bounds, setBounds] = useState<Bounds>({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
  const frame = useRef<HTMLDivElement>(null)
  // It loads after the panel has looked for its first input.
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])

  const apply = (next: Bounds) => {
    const known = Object.fromEntries(Object.entries(next).filter(([, month]) => monthNumber(month) !== undefined)) as Bounds
    if (known.from === from && known.to === to) return
    onChange(known.from === undefined && known.to === undefined ? undefined : { kind: 'months', ...known })
  }
  return (
    <chakra.div ref={frame} role="group" aria-label={label} display="grid" gap={2}>
      {(['from', 'to'] as const).map((side) => (
        <chakra.div
          key={side}
          display="grid"
          gap={1}
          textStyle="hint"
          onKeyDown={({ key, target }) => key === 'Enter' && target instanceof HTMLInputElement && apply(bounds)}
        >
          <label htmlFor={`${id}-${side}`}>{t(`list.filter.${side}`)}</label>
          <MonthBox
            attributes={{ id: `${id}-${side}`, name: side }}
            label={t(`list.filter.${side}`)}
            value={bounds[side]}
            language={language}
            t={t}
            onChange={(month) => {
              const { [side]: _before, ...rest } = bounds
              const next = month === undefined ? rest : { ...rest, [side]: month }
              setBounds(next)
              // Typing is not finished yet; a choice from the calendar is.
              if (document.activeElement?.id !== `${id}-${side}`) apply(next)
            }}
            onBlur={() => apply(bounds)}
          />
        </chakra.div>
      ))}
    </chakra.div>
  )
}
