import { chakra } from '@chakra-ui/react'
import { fold } from './fold.ts'

interface MarkedTextProps {
  children: string
  /** What is marked, whatever its case and diacritics: its first place, at the beginning of a word if there is one. */
  term: string
}

/** A text in which what was searched for stands out. */
export function MarkedText({ children, term }: MarkedTextProps) {
  const place = placeOf(children, term)
  if (place === undefined) return children
  return (
    <>
      {children.slice(0, place.from)}
      <chakra.mark color="accent.fg" bg="transparent" fontWeight="semibold">
        {children.slice(place.from, place.to)}
      </chakra.mark>
      {children.slice(place.to)}
    </>
  )
}

/** Where a term stands in a text, in characters of the text itself; `undefined`: nowhere. */
export function placeOf(text: string, term: string): { from: number; to: number } | undefined {
  const wanted = fold(term)
  if (wanted === '') return undefined
  // Folding may change the number of characters, so each one keeps where it is from.
  const letters = [...text].reduce<{ folded: string; from: number; to: number }[]>((known, letter) => {
    const from = known.at(-1)?.to ?? 0
    return [...known, { folded: fold(letter), from, to: from + letter.length }]
  }, [])
  const folded = letters.map((letter) => letter.folded).join('')
  const at = beginningOf(folded, wanted)
  if (at < 0) return undefined
  const origin = letters.flatMap(({ folded: part, from, to }) => Array.from({ length: part.length }, () => ({ from, to })))
  const [first, last] = [origin[at], origin[at + wanted.length - 1]]
  return first && last && { from: first.from, to: last.to }
}

function beginningOf(folded: string, wanted: string): number {
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return at
  return folded.indexOf(wanted)
}
