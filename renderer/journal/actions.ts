import type { JournalEntry } from '../../schemas/plan.ts'

/** What one person did at once: the entries of one plan that stand together in the journal. */
export interface JournalAction {
  id: string
  entries: [JournalEntry, ...JournalEntry[]]
  /** It has more entries than these. */
  isOpenEnded?: boolean
}

/** Neighbouring entries of the same plan as one action, in the order of the journal. */
export function actionsOf(entries: readonly JournalEntry[]): JournalAction[] {
  const actions: JournalAction[] = []
  for (const entry of entries) {
    const last = actions.at(-1)
    if (last && last.entries[0].actionId === entry.actionId) last.entries.push(entry)
    else actions.push({ id: `${entry.actionId} ${entry.id}`, entries: [entry] })
  }
  return actions
}
