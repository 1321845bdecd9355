import type { JournalEntry } from '../../schemas/plan.ts'

/** A journal entry of the invented entity; `n` makes it distinct, higher is older. */
export function entry(n: number, change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: `acme.${n}`,
    creationDate: new Date(Date.UTC(2025, 5, 1, 12, 0, -n)).toISOString(),
    principal: { oid: 'marie', name: 'Marie Dupont' },
    theme: 'Berths',
    eventType: 'update',
    actionId: `action${n}`,
    source: 'editor',
    entity: 'berth',
    subject: { oid: `b${n}`, name: `A${n}` },
    tenant: { oid: 'acme', name: 'Acme' },
    eventDetails: { changes: { holder: { before: 'Ann', after: 'Bob' } } },
    can: { restore: true },
    ...change,
  }
}
