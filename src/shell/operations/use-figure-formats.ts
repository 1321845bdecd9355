import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** How figures of the operations page are written in the language of the person. */
export interface FigureFormats {
  number(value: number): string
  seconds(value: number): string
  ms(value: number): string
  bytes(value: number): string
  instant(text: string): string
}

const UNITS = ['megabyte', 'gigabyte', 'terabyte'] as const
const MEGABYTE = 1024 * 1024

/** Hook: the formats of the current language. */
export function useFigureFormats(): FigureFormats {
  const { language } = useTranslation().i18n
  return useMemo(() => formatsOf(language), [language])
}

function formatsOf(language: string): FigureFormats {
  const plain = new Intl.NumberFormat(language)
  const instants = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const unit = (name: string, value: number): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumSignificantDigits: 3 }).format(value)
  return {
    number: (value) => plain.format(value),
    seconds: (value) => unit('second', value),
    ms: (value) => unit('millisecond', value),
    bytes: (value) => {
      const power = Math.max(0, Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, value) / MEGABYTE) / Math.log(1024))))
      return unit(UNITS[power] ?? UNITS[0], value / MEGABYTE / 1024 ** power)
    },
    instant: (text) => instants.format(new Date(text)),
  }
}
