import type { Migration } from '../migration.ts'

/** How a person wants to see the console: what they chose of time zone, date format and theme. The function got a parameter for it. */
export const preferences: Migration = {
  id: 380,
  name: 'preferences',
  statements: [
    `alter table person add column preferences jsonb not null default '{}'`,
    `drop function if exists save_profile(text, integer, text, text)`,
  ],
}
