import { chakra } from '@chakra-ui/react'
import { dateText } from '../text/date-texts.ts'
import { readerChoice } from '../text/reader.ts'

/** Whether the browser's own pickers, which write dates in its language and order and no other, write them as the reader does. */
export const isSpoken = (language: string): boolean =>
  navigator.language.split('-')[0] === language.split('-')[0] && readerChoice().arrange === undefined

interface DateReadingProps {
  /** For `aria-describedby` of the picker. */
  id?: string
  /** What the picker holds: `2026-05-04`; anything else for none. */
  value: string
  language: string
}

/** Below a picker of the browser: what stands in it, in the chosen language, where the browser writes it in another one. */
export function DateReading({ id, value, language }: DateReadingProps) {
  if (isSpoken(language)) return <span id={id} hidden />
  return (
    <chakra.span id={id} textStyle="hint" minH="1lh">
      {dateText(value, 'date', { language })}
    </chakra.span>
  )
}
