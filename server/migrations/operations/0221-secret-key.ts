import { EVERYWHERE, forced, type Migration } from '../migration.ts'

/** Which secret key everything is under, by an identifier that tells nothing of it; and which it is about to be. Seen in every scope. */
export const secretKey: Migration = {
  id: 221,
  name: 'secret key',
  statements: [
    `create table secret_key (only_row boolean primary key default true check (only_row), key_id text not null, next_id text)`,
    ...forced('secret_key'),
    `create policy service on secret_key using (${EVERYWHERE})`,
    `create policy seen on secret_key for select using (true)`,
  ],
}
