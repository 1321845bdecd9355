import { chakra } from '@chakra-ui/react'
import { StatusMark } from '../../parts/text/status-dot.tsx'
import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** How many rows a list has; with `marks` each row as a mark, its name and a text: what is there is in use. */
export function TableCell({ value, language, options }: CellProps) {
  const rows = Array.isArray(value) ? (value as Record<string, unknown>[]) : []
  const marks = options?.['marks']
  if (!Array.isArray(marks)) return <CellText text={Array.isArray(value) ? new Intl.NumberFormat(language).format(rows.length) : ''} />
  if (rows.length === 0) return <CellText text="" />
  const [name, text] = marks.map(String)
  const parts = rows.map((row) => [plainText(row[name ?? '']), plainText(row[text ?? ''])] as const)
  return (
    <chakra.span display="block" truncate title={parts.map((part) => part.join(' ')).join('\n')}>
      {parts.map(([label, about], index) => (
        <chakra.span key={label} ms={index === 0 ? undefined : 2} css={{ '& svg': { display: 'inline', marginInlineEnd: 2 } }}>
          {index > 0 && ' '}
          <StatusMark kind="success" />
          {label} <chakra.span color="fg.muted">{about}</chakra.span>
        </chakra.span>
      ))}
    </chakra.span>
  )
}
