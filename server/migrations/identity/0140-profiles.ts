import type { Migration } from '../migration.ts'

/** Profiles that people edit themselves; the revision detects concurrent changes. */
export const profiles: Migration = {
  id: 140,
  name: 'profiles',
  formerly: ['44b2ad1806a3a76d1710ad7eff72de9d'],
  statements: [`alter table person add column revision integer not null default 1`],
}
