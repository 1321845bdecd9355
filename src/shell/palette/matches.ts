import { fold } from '../../../renderer/parts/text/fold.ts'

/** Whether every typed word is in the text. */
export function matches(text: string, typed: string): boolean {
  const haystack = fold(text)
  return fold(typed)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}
