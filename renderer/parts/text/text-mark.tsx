import { chakra } from '@chakra-ui/react'

/** Characters that are shown before and after the marked place. */
const AROUND = 24

/** A part of a text with a mark where it goes wrong; `at`: position of the wrong word. */
export function TextMark({ text, at }: { text: string; at: number }) {
  const end = at + Math.max(1, /^[^\s;,()=!<>"']+/.exec(text.slice(at))?.[0].length ?? 1)
  return (
    <chakra.code fontFamily="mono" fontSize="xs" color="fg" overflowWrap="anywhere">
      {text.slice(Math.max(0, at - AROUND), at)}
      <chakra.mark bg="danger.subtle" color="danger.fg" borderBottomWidth="2px" borderColor="danger.solid">
        {text.slice(at, end) || '…'}
      </chakra.mark>
      {text.slice(end, end + AROUND)}
    </chakra.code>
  )
}
