import { forced, type Migration } from '../migration.ts'

/**
 * Whether anything in a table has changed: each statement that writes to it adds a random mark, and as long as the marks that a transaction
 * sees add up to the same, it sees the same rows. Nobody waits for anybody, as nothing is counted or overwritten. They say nothing of what changed,
 * so everybody may see them.
 */
export const listChanges: Migration = {
  id: 271,
  name: 'list changes',
  statements: [
    `create table list_change (source text not null, mark bigint not null default ('x' || left(md5(gen_random_uuid()::text), 16))::bit(64)::bigint)`,
    `create index list_change_source on list_change (source)`,
    // Of databases that nobody writes to any more, too.
    `insert into list_change (source) values ('tenant')`,
    ...forced('list_change'),
    `create policy everybody on list_change using (true) with check (true)`,
  ],
}
