import { chakra } from '@chakra-ui/react'
import type { CellProps } from './contract.ts'

/** Monospaced text in a line as high as one of plain text, whose baseline it keeps: on its own it would stand a pixel higher. */
export const monoLine = {
  textStyle: 'mono',
  lineHeight: 0,
  _before: { content: '"\\200b"', fontFamily: 'body', fontSize: 'sm', lineHeight: 'normal' },
} as const

const Line = chakra('span', {
  base: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  variants: { mono: { true: monoLine }, empty: { true: { color: 'fg.subtle' } } },
})

interface CellTextProps {
  /** Empty shows a dash. */
  text: string
  /** Addresses, prefixes, serial numbers, identifiers. */
  mono?: boolean
  /** What appears on hover. @default the text */
  title?: string
}

/** One line of a cell, cut at its edge; the whole text appears on hover. */
export function CellText({ text, mono = false, title = text }: CellTextProps) {
  if (text === '') {
    return (
      <Line empty aria-hidden>
        –
      </Line>
    )
  }
  return (
    <Line mono={mono} title={title}>
      {text}
    </Line>
  )
}

/** A stored value as plain text; empty for none. */
export function plainText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/** A text as it is, in one line: a mail address, which is no link because the row is one; several lines, which hover shows as they are. */
export function PlainCell({ value }: CellProps) {
  return <CellText text={plainText(value).trim()} />
}

/** An identifier or serial number, monospaced. */
export function MonoCell({ value }: CellProps) {
  return <CellText mono text={plainText(value)} />
}
