import { chakra } from '@chakra-ui/react'
import type { InnerValue } from '../contract.ts'

/** What is wrong with the cell in which one is, or worth knowing of it. Its description says the same to those who listen. */
export function CellNote({ inner, path }: { inner: InnerValue; path: string }) {
  const { error, warning } = inner.useCell(path)
  const text = error ?? warning
  if (text === undefined) return null
  return (
    <chakra.span marginInlineStart="auto" color={error === undefined ? 'warning.fg' : 'danger.fg'} textAlign="end" aria-hidden>
      {text}
    </chakra.span>
  )
}
