import type { CellProps } from './contract.ts'

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
      <span className="cell-line cell-line-empty" aria-hidden>
        –
      </span>
    )
  }
  return (
    <span className={mono ? 'cell-line cell-line-mono' : 'cell-line'} title={title}>
      {text}
    </span>
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
