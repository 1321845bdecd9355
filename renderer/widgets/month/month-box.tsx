import { chakra } from '@chakra-ui/react'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { monthAfter, monthNumber, monthOf } from '../../../schemas/vocabulary/months.ts'
import { IconButton } from '../../parts/button.tsx'
import { TypedTextInput } from '../../parts/controls.tsx'
import { Popover } from '../../parts/popover.tsx'
import type { EditProps } from '../contract.ts'
import { controlAttributes } from '../single-line.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { monthText } from './month-text.ts'
import { readMonth } from './read-month.ts'

const Frame = chakra('div', { base: { position: 'relative', display: 'flex', alignItems: 'center' } })
const End = chakra('span', { base: { position: 'absolute', insetInlineEnd: '1px', display: 'flex' } })

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 12, PageDown: -12 }

/** A box that shows a month in the reader's language and reads what is typed; arrows step by months, page keys by years. */
export function MonthBox(props: EditProps<string>) {
  const { language, t } = props
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const value = props.value ?? ''
  const isLocked = props.readOnly === true || !props.state.enabled

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
        {...controlAttributes(props)}
        type="text"
        autoComplete="off"
        spellCheck={false}
        readOnly={props.readOnly}
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
