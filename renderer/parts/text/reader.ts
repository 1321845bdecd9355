import { useSyncExternalStore } from 'react'
import type { Arrangement } from './arranged-format.ts'

/** What the reader chose about dates; what is left out is the browser's and the language's. */
export interface ReaderChoice {
  /** IANA name that the browser knows. */
  zone?: string
  /** Writes dates in the order that was chosen. */
  arrange?: (arrangement: Arrangement) => Pick<Intl.DateTimeFormat, 'format'>
}

let choice: ReaderChoice = {}
const listeners = new Set<() => void>()

export const readerChoice = (): ReaderChoice => choice

/** Every date is written by this from now on. */
export function setReaderChoice(next: ReaderChoice): void {
  choice = next
  for (const tell of listeners) tell()
}

function follow(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Hook: draws anew when the reader chooses another zone or date format; for what is kept between renders. */
export const useReaderChoice = (): ReaderChoice => useSyncExternalStore(follow, readerChoice)
