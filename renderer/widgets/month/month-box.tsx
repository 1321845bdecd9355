import { chakra } from '@chakra-ui/react'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { monthAfter, monthNumber, monthOf } from '../../../schemas/vocabulary/months.ts'
import { IconButton } from '../../parts/controls/button.tsx'
import { TypedTextInput } from '../../parts/controls/controls.tsx'
import { Popover } from '../../parts/overlays/popover.tsx'
import type { Translate } from '../contract.ts'
import { MonthCalendar } from './month-calendar.tsx'
import { monthText } from '../../parts/text/date-texts.ts'
import { readMonth } from './read-month.ts'

const Frame = chakra('div', { base: { position: 'relative', display: 'flex', alignItems: 'center' } })
const End = chakra('span', { base: { position: 'absolute', insetInlineEnd: '1px', display: 'flex' } })

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 12, PageDown: -12 }

export interface MonthBoxProps {
  /** Attributes of the box: its id, its name, whether it is disabled, what describes it. */
  attributes: Readonly<Record<string, unknown>>
  label: string
  value: string | undefined
  /** Shown and not to be changed. @default false */
  readonly?: boolean | undefined
  language: string
  t: Translate
  /** Why a month would be refused, in words. @default none is */
  refusal?: ((month: unknown) => string | undefined) | undefined
  onChange: (month: string | undefined) => void
  onBlur: () => void
}

/** A box that shows a month in the reader's language and reads what is typed; arrows step by months, page keys by years. */
export function MonthBox(props: MonthBoxProps) {
  const { attributes, language, t, readonly = false } = props
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const value = props.value ?? ''
  const isLocked = readonly || attributes['disabled'] === true

  const focusBox = () => box.current?.querySelector('input')?.focus()
  const choose = (month: string) => {
    setTyped(undefined)
    props.onChange(month)
  }
  const press = (event: KeyboardEvent) => {
    if (isLocked) return
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      return setOpen(true)
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = monthNumber(value) === undefined ? monthOf(new Date()) : monthAfter(value, step)
    if (next !== undefined) choose(next)
  }
  return (
    // What gives the focus back gives it to the box.
    <Frame ref={box} tabIndex={-1} outline="none" onFocus={({ target, currentTarget }) => target === currentTarget && focusBox()}>
      <TypedTextInput
        {...attributes}
        type="text"
        autoComplete="off"
        spellCheck={false}
        readOnly={readonly}
        value={typed ?? monthText(value, language)}
        endRoom={isLocked ? undefined : '2.25rem'}
        onKeyDown={press}
        onChange={({ target: { value: text } }) => {
          setTyped(text)
          props.onChange(readMonth(text, language) ?? (text.trim() || undefined))
        }}
        onBlur={() => {
          setTyped(undefined)
          props.onBlur()
        }}
      />
      {!isLocked && (
        <End>
          <IconButton
            small
            label={t('editor.month.open', { field: props.label })}
            icon={<CalendarDays aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </End>
      )}
      {isOpen && (
        <Popover anchor={box} label={props.label} width="17rem" onClose={() => setOpen(false)}>
          <MonthCalendar
            value={value}
            language={language}
            t={t}
            refusal={props.refusal}
            onPick={(month) => {
              choose(month)
              setOpen(false)
              focusBox()
            }}
          />
        </Popover>
      )}
    </Frame>
  )
}
