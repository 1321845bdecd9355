import { EVERYWHERE, forced, type Migration } from '../migration.ts'

const tables = [
  // The address that the person has proven to everybody; another address has no proof.
  `alter table person add column proven_mail text, add column generation integer not null default 0`,
  // Gives no right until the person has proven the address to those who could give the role.
  `alter table user_role add column pending boolean not null default false`,
  // To whom else the person has proven the address: whoever holds the role on the tenant.
  `create table address_proof (
    person_oid text not null, tenant_oid text not null, role text not null, mail text not null,
    proven_at timestamptz(3) not null default now(), primary key (person_oid, tenant_oid, role))`,
  ...forced('address_proof'),
  `create policy service on address_proof using (${EVERYWHERE})`,
  `create table invitation_link (
    token_hash text primary key, person_oid text not null, tenant_oid text not null, issuer_oid text not null, mail text not null,
    by_mail boolean not null, created_at timestamptz not null default now(), expires_at timestamptz not null)`,
  `create index invitation_link_role on invitation_link (person_oid, tenant_oid)`,
  `create index invitation_link_expiry on invitation_link (expires_at)`,
  ...forced('invitation_link'),
  `create policy service on invitation_link using (${EVERYWHERE})`,
  // Links of before carried whatever their person had: they end here.
  `drop index invitation_token`,
  `alter table invitation drop column token_hash, drop column expires_at`,
]

/** What was proven before anybody wrote it down (decision 0230). */
const before = [
  `select set_config('app.scope_from', '', true), set_config('app.scope_to', '~', true), set_config('app.scopes', '', true)`,
  `update person p set proven_mail = p.mail where p.subject is not null
     or not exists (select from invitation i where i.person_oid = p.oid)
     or p.oid = (select u.person_oid from user_role u where u.tenant_oid = 'platform' and u.role = 'sa' order by u.created_at, u.person_oid limit 1)`,
  `update user_role u set pending = true from person p join invitation i on i.person_oid = p.oid
     where p.oid = u.person_oid and p.proven_mail is null and i.completed_at is null
       and not exists (select from identity_credential c where c.person_oid = p.oid)`,
  `insert into address_proof (person_oid, tenant_oid, role, mail) select u.person_oid, u.tenant_oid, 'admin', p.mail
     from user_role u join person p on p.oid = u.person_oid where p.proven_mail is null and not u.pending`,
]

/** What opens a right is proven to whoever granted it: roles that wait, proofs of addresses, links of several issuers. */
export const provenAddresses: Migration = { id: 230, name: 'proven addresses', statements: [...tables, ...before] }
