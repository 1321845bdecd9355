import type { Migration } from '../migration.ts'

/**
 * How far a large table is with new columns and counts, which are made while others write, and what its rights and triggers were made by, so
 * that they are not made again: see `server/db/ddl/entity-versions.ts`.
 */
export const tablesInMaking: Migration = {
  id: 331,
  name: 'tables in making',
  statements: [
    `alter table entity_version add column filling jsonb, add column counting jsonb, add column counted text, add column rights text`,
  ],
}
