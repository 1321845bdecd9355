import { useMemo, useState } from 'react'
import type { JournalEntry } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import { errorTexts } from '../data/error-texts.ts'
import { useJournalQuery } from '../data/queries/queries.ts'
import { useHost } from '../host.tsx'
import { actionLimit, type ActionOf, actionQuery } from './journal-state.ts'

/** The last action of a full page, as far as it is loaded. */
export interface WholeAction {
  entries: JournalEntry[] | undefined
  /** Loads the next thousand entries; `undefined` if there are none. */
  showMore: (() => Promise<void>) | undefined
}

/** Entries loaded after the first page of an action. */
interface Later {
  first: JournalEntry[]
  entries: JournalEntry[]
  isEnd: boolean
}

/** Sources with a single entry per action; others may have more entries than fit on a page. */
const alone: JournalEntry['source'][] = ['editor', 'inline']

/** Hook: the entries of a page's last action, a thousand at a time. `last` is the last entry of a full page. */
export function useWholeAction(last: JournalEntry | undefined, about: ActionOf): WholeAction {
  const host = useHost()
  const query = last === undefined || alone.includes(last.source) ? null : actionQuery(last.actionId, about)
  const { entries: answer, isStale } = useJournalQuery(query)
  const [known, setLater] = useState<Later>()
  const first = query && !isStale && answer?.[0]?.actionId === last?.actionId ? answer : undefined
  const later = known?.first === first ? known : undefined
  const entries = useMemo(() => first && [...first, ...(later?.entries ?? [])], [first, later])
  const end = entries?.at(-1)
  if (!query || !end || !first || first.length < actionLimit || later?.isEnd) return { entries, showMore: undefined }

  const showMore = async (): Promise<void> => {
    try {
      const { entries: next } = await host.source.journal({ ...query, after: end.id })
      setLater({ first, entries: [...(later?.entries ?? []), ...next], isEnd: next.length < actionLimit })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      host.toast('danger', errorTexts(host, error).join(' '))
    }
  }
  return { entries, showMore }
}
