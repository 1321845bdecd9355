import { chakra } from '@chakra-ui/react'

/** Whether the browser's own pickers, which speak its language and no other, speak the one that is chosen. */
const isSpoken = (language: string): boolean => navigator.language.split('-')[0] === language.split('-')[0]

interface DateReadingProps {
  /** For `aria-describedby` of the picker. */
  id?: string
  /** What the picker holds: `2026-05-04`, with a time or without; anything else for none. */
  value: string
  language: string
}

/** Below a picker of the browser: what stands in it, in the chosen language, where the browser writes it in another one. */
export function DateReading({ id, value, language }: DateReadingProps) {
  if (isSpoken(language)) return <span id={id} hidden />
  const hasTime = value.includes('T')
  const date = new Date(hasTime ? value : `${value}T00:00`)
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...(hasTime && { timeStyle: 'short' as const }) })
  return (
    <chakra.span id={id} textStyle="hint" minH="1lh">
      {Number.isNaN(date.getTime()) ? '' : format.format(date)}
    </chakra.span>
  )
}
