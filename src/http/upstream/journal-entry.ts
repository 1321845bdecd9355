import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { JournalEntry } from '../../../schemas/plan.ts'

/** What S0 section 3 prints of an entry. */
type PrintedEntry = Pick<JournalEntry, 'id' | 'creationDate' | 'theme' | 'eventType'> &
  Partial<Omit<JournalEntry, 'principal'>> & {
    principal?: Partial<JournalEntry['principal']>
  }

/** An entry with what services of the specifications do not say: what nobody knows of it stays empty, and nothing can be taken back. */
export function completeEntry(entry: PrintedEntry): JournalEntry {
  const { principal, theme, eventDetails = {} } = entry
  const entity = Object.values(entityMeta).find((meta) => meta.theme === theme)?.name ?? ''
  return {
    actionId: entry.id,
    source: 'editor',
    entity,
    subject: { oid: '', name: String(eventDetails['name'] ?? '') },
    tenant: { oid: '', name: '' },
    can: {},
    ...entry,
    principal: { oid: '', name: '', ...principal },
    eventDetails,
  }
}
