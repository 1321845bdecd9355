import { chakra } from '@chakra-ui/react'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { monoLine } from '../../parts/theme/mono-line.ts'
import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** One line of text; `with` appends further fields of the record, and shows each missing one as unknown. */
export function TextCell({ value, record, options = {}, t }: CellProps) {
  const text = plainText(value)
  const isMono = options['monospace'] === true
  const others = Array.isArray(options['with']) ? options['with'] : []
  if (others.length === 0 || text === '') return <CellText text={text} mono={isMono} />
  const further = others.map((field) => plainText(fieldValue(record, String(field))) || (t?.('list.unknown') ?? ''))
  return (
    <chakra.span display="flex" alignItems="baseline" gap={2} overflow="hidden" whiteSpace="nowrap" title={[text, ...further].join(' · ')}>
      <chakra.span css={isMono ? monoLine : undefined}>{text}</chakra.span>
      <chakra.span color="fg.muted" truncate>
        {further.join(' · ')}
      </chakra.span>
    </chakra.span>
  )
}
