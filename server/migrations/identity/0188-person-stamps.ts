import type { Migration } from '../migration.ts'

/**
 * A stamp of each person that is another one as soon as anything differs that a request asks of a person: the person, the roles, or the
 * tenants of these (triggers in `server/db/ddl/functions.ts`). Whoever remembers a person reads the stamp, whose cost does not grow with the roles.
 */
export const personStamps: Migration = {
  id: 188,
  name: 'person stamps',
  formerly: ['721bb7be8859b233bdbf230fcea45d63'],
  statements: [`alter table person add column stamp uuid not null default gen_random_uuid()`],
}
