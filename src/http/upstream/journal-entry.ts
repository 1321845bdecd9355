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
  const meta = Object.values(entityMeta).find((one) => one.theme === theme)
  return {
    actionId: entry.id,
    source: 'editor',
    entity: meta?.name ?? '',
    subject: { oid: '', name: nameIn(eventDetails, meta?.label) },
    tenant: { oid: '', name: '' },
    can: {},
    ...entry,
    principal: { oid: '', name: '', ...principal },
    eventDetails,
  }
}

/** What S0 section 3 prints of the details says what happened, not to whom. */
const notNames = new Set(['type', 'role', 'previousRole', 'status', 'owner'])

/** The name of the record among the details of an entry: its label, its name, or the first text that could be one. */
function nameIn(details: Readonly<Record<string, unknown>>, label = 'name'): string {
  const others = Object.entries(details).flatMap(([name, value]) => (notNames.has(name) ? [] : [value]))
  return [details[label], details['name'], ...others].find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}
