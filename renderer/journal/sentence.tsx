import { chakra } from '@chakra-ui/react'
import type { SentencePart } from './sentences.ts'

const Part = chakra('span', {
  variants: {
    kind: {
      plain: {},
      subject: { fontWeight: 'semibold', color: 'fg' },
      field: { color: 'fg' },
      before: { color: 'fg.muted', textDecoration: 'line-through', textDecorationColor: '{colors.border.control}' },
      after: { color: 'fg', fontWeight: 'medium' },
    },
  },
})

/** A sentence of the journal; the record and the new value stand out. */
export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return (
    <>
      {parts.map(({ kind, text }, index) => (
        <Part key={index} kind={kind}>
          {text}
        </Part>
      ))}
    </>
  )
}
