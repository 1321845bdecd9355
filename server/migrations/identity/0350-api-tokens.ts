import { scopedByPath, type Migration } from '../migration.ts'

/**
 * What tokens are recognised by: the SHA-256 of each secret, never the secret. Beside it what decides whether and as whom it signs in, so that
 * one look answers it; what people see of a token is a record of the entity `api-token`. Accounts of machines are people of another kind.
 */
export const apiTokens: Migration = {
  id: 350,
  name: 'api tokens',
  statements: [
    `create table api_token (hash text primary key, oid text not null unique, tenant_oid text not null, tenant_path text collate "C" not null,
      person_oid text not null, name text not null, ending text not null, role text, created_at timestamptz not null default now(), expires_at timestamptz not null,
      last_used_at timestamptz)`,
    `create index api_token_person on api_token (person_oid)`,
    `create index api_token_tenant on api_token (tenant_oid)`,
    ...scopedByPath('api_token'),
    `alter table person add column kind text not null default 'person' check (kind in ('person', 'service'))`,
  ],
}
