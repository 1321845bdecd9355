import { chakra } from '@chakra-ui/react'
import { useState, type KeyboardEvent } from 'react'
import { Radio, TextInput } from '../../parts/controls/controls.tsx'
import { isSpoken } from '../../parts/controls/date-reading.tsx'
import { ZoneLine } from '../../parts/controls/zone-line.tsx'
import { minuteText, wallClockText } from '../../parts/text/clock-texts.ts'
import { instantsOfWall, wallTime, type WallInstants } from '../../../schemas/vocabulary/wall-clock.ts'
import { offsetText, readerZone } from '../../parts/text/time-zone.ts'
import type { Translate } from '../contract.ts'

export interface MomentBoxProps {
  /** Attributes of the box: its id, its name, what describes it. */
  attributes: Readonly<Record<string, unknown>> & { id: string; 'aria-describedby'?: string | undefined }
  /** ISO 8601. */
  value: string | undefined
  /** @default minutes */
  step?: 'seconds'
  language: string
  t: Translate
  /** Gets ISO 8601 in UTC; undefined for an empty or unfinished box. */
  onChange: (iso: string | undefined) => void
  onBlur?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

const isoOf = (instant: number | undefined): string | undefined => (instant === undefined ? undefined : new Date(instant).toISOString())

const isSameInstant = (one: string | undefined, other: string | undefined): boolean =>
  one === other || Date.parse(one ?? '') === Date.parse(other ?? '')

/**
 * The browser's picker of a date with time by the reader's clock. Below it stands the zone; where clocks were put back and show a time
 * twice, which one is meant, and where they skip it, which one holds instead.
 */
export function MomentBox({ attributes, value, step, language, t, onChange, onBlur, onKeyDown }: MomentBoxProps) {
  const zone = readerZone()
  const [typed, setTyped] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  const instant = Date.parse(value ?? '')
  const shown = wallTime(instant, zone).slice(0, step === 'seconds' ? 19 : 16)
  const read = typed === undefined ? undefined : instantsOfWall(typed, zone)
  // What was typed counts until the value becomes another one.
  const isTyped = typed !== undefined && (read ? read.instants.some((one) => isSameInstant(isoOf(one), value)) : value === undefined)
  const text = isTyped && isEditing ? typed : shown
  const meaning = isTyped ? read : instantsOfWall(shown, zone)
  const ids = { zone: `${attributes.id}-zone`, clocks: `${attributes.id}-clocks` }
  return (
    <>
      <TextInput
        {...attributes}
        aria-describedby={[attributes['aria-describedby'], ids.zone, ids.clocks].filter(Boolean).join(' ')}
        type="datetime-local"
        step={step === 'seconds' ? 1 : undefined}
        value={text}
        onChange={({ target: { value: next } }) => {
          setEditing(true)
          setTyped(next)
          onChange(isoOf(instantsOfWall(next, zone)?.instants[0]))
        }}
        onBlur={() => {
          setEditing(false)
          onBlur?.()
        }}
        onKeyDown={onKeyDown}
      />
      <ZoneLine id={ids.zone} label={t('editor.time.zone')} instant={instant}>
        {!isSpoken(language) && !Number.isNaN(instant) && `${minuteText(instant, language)} · `}
      </ZoneLine>
      <chakra.div id={ids.clocks} role="status" textStyle="hint" color="fg" _empty={{ position: 'absolute' }}>
        {meaning?.kind === 'skipped' &&
          t('editor.time.skipped', { time: wallClockText(typed ?? '', language), valid: minuteText(instant, language) })}
        {meaning?.kind === 'twice' && t('editor.time.twice', { time: wallClockText(shown, language) })}
      </chakra.div>
      {meaning?.kind === 'twice' && (
        <Twice id={attributes.id} meaning={meaning} value={value} zone={zone} t={t} onChange={(one) => onChange(isoOf(one))} />
      )}
    </>
  )
}

interface TwiceProps {
  id: string
  meaning: WallInstants
  value: string | undefined
  zone: string
  t: Translate
  onChange: (instant: number) => void
}

/** Which of two instants is meant that clocks show alike. */
function Twice({ id, meaning, value, zone, t, onChange }: TwiceProps) {
  return (
    <chakra.div role="radiogroup" aria-labelledby={`${id}-clocks`} display="flex" flexWrap="wrap" columnGap={4} rowGap={1} mt={1}>
      {meaning.instants.map((instant, index) => (
        <chakra.label key={instant} display="flex" alignItems="center" gap={1.5} fontSize="sm">
          <Radio type="radio" name={`${id}-which`} checked={Date.parse(value ?? '') === instant} onChange={() => onChange(instant)} />
          {t(index === 0 ? 'editor.time.first' : 'editor.time.second', { offset: offsetText(instant, zone) })}
        </chakra.label>
      ))}
    </chakra.div>
  )
}
