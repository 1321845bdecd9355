import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { TextInput } from '../parts/controls/controls.tsx'
import { DateReading } from '../parts/controls/date-reading.tsx'
import type { Translate } from './contract.ts'

export interface Bounds {
  from?: string
  to?: string
}

interface RangeFilterProps {
  id: string
  label: string
  type: 'number' | 'date'
  /** Id for `aria-describedby` of the boxes. @default none */
  describedBy?: string
  value: Bounds
  language: string
  t: Translate
  onChange: (bounds: Bounds) => void
}

/** A lower and an upper bound, either of which may stay open; applied on Enter or on blur. */
export function RangeFilter({ id, label, type, describedBy, value, language, t, onChange }: RangeFilterProps) {
  const [bounds, setBounds] = useState(value)
  const apply = () => {
    if (bounds.from !== value.from || bounds.to !== value.to) onChange(bounds)
  }
  const set = (side: keyof Bounds, text: string) => {
    const { [side]: _old, ...rest } = bounds
    setBounds(text === '' ? rest : { ...rest, [side]: text })
  }
  return (
    <chakra.div role="group" aria-label={label} display="grid" gridTemplateColumns="1fr 1fr" gap={2}>
      {(['from', 'to'] as const).map((side) => (
        <chakra.label key={side} htmlFor={`${id}-${side}`} display="grid" gap={1} textStyle="hint">
          {t(`list.filter.${side}`)}
          <TextInput
            id={`${id}-${side}`}
            type={type}
            step="any"
            aria-describedby={describedBy}
            value={bounds[side] ?? ''}
            onChange={(event) => set(side, event.target.value)}
            onBlur={apply}
            onKeyDown={(event) => event.key === 'Enter' && apply()}
          />
          {type === 'date' && <DateReading value={bounds[side] ?? ''} language={language} />}
        </chakra.label>
      ))}
    </chakra.div>
  )
}
