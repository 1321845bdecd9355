import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { minuteText } from '../../../renderer/parts/text/clock-texts.ts'

/** How figures of the operations page are written in the language of the person. */
export interface FigureFormats {
  number(value: number): string
  /** In the unit that fits, from milliseconds to days. */
  seconds(value: number): string
  bytes(value: number): string
  instant(text: string): string
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
/** Each unit from twice its length on. */
const TIMES = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Hook: the formats of the current language. */
export function useFigureFormats(): FigureFormats {
  const { language } = useTranslation().i18n
  return useMemo(() => formatsOf(language), [language])
}

function formatsOf(language: string): FigureFormats {
  const plain = new Intl.NumberFormat(language)
  const unit = (name: string, value: number): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumSignificantDigits: 3 }).format(value)
  return {
    number: (value) => plain.format(value),
    seconds: (value) => {
      const short = value > 0 && value < 1 ? (['millisecond', 0.001] as const) : (['second', 1] as const)
      const [name, length] = TIMES.find(([, one]) => value >= 2 * one) ?? short
      return unit(name, value / length)
    },
    bytes: (value) => {
      const power = Math.min(SIZES.length - 1, Math.floor(Math.log(Math.max(1, value)) / Math.log(1024)))
      return unit(SIZES[power] ?? 'byte', value / 1024 ** power)
    },
    instant: (text) => minuteText(text, language),
  }
}
