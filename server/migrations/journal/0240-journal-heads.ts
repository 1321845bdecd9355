import type { Migration } from '../migration.ts'

/** Finds the journals of a subtree. Writing an entry changes no path, so the index costs writers nothing. */
export const journalHeads: Migration = {
  id: 240,
  name: 'journal heads by path',
  statements: [`create index journal_head_path on journal_head (tenant_path)`],
}
