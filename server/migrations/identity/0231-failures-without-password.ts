import type { Migration } from '../migration.ts'

/** Wrong passwords are counted of people without a password of their own, too: accounts of the demo world. */
export const failuresWithoutPassword: Migration = {
  id: 231,
  name: 'failures without password',
  statements: ['alter table identity_credential alter column hash drop not null'],
}
