import { EVERYWHERE, forced, type Migration } from '../migration.ts'

/** Open invitations: people added by mail address who have not signed in yet. */
export const invitations: Migration = {
  id: 121,
  name: 'invitations',
  formerly: ['ef73cdfffe40631d1f6bae3489448a4f'],
  statements: [
    `create table invitation (
      person_oid text primary key, created_at timestamptz(3) not null default now(), completed_at timestamptz(3),
      token_hash text, expires_at timestamptz(3))`,
    `create unique index invitation_token on invitation (token_hash) where token_hash is not null`,
    ...forced('invitation'),
    `create policy service on invitation using (${EVERYWHERE})`,
    // Visible wherever the person has a role.
    `create policy seen on invitation for select using (exists (select from user_role u where u.person_oid = invitation.person_oid))`,
  ],
}
