import { chakra } from '@chakra-ui/react'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** An address, a prefix or a port range, monospaced. `below` puts a second one under it where the record has it. */
export function AddressCell({ value, record, options = {} }: CellProps) {
  const first = plainText(value)
  const second = typeof options['below'] === 'string' ? plainText(fieldValue(record, options['below'])) : ''
  if (second === '') return <CellText mono text={first} />
  return (
    <chakra.span display="block" textStyle="mono" fontSize="xs" lineHeight="14px" title={`${first} · ${second}`}>
      <chakra.span display="block" truncate>
        {first}
      </chakra.span>
      <chakra.span display="block" color="fg.muted" truncate>
        {second}
      </chakra.span>
    </chakra.span>
  )
}
