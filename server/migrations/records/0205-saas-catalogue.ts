import type { Migration } from '../migration.ts'

/** The SaaS applications that the platform knows: once, for all overlays. What left the catalogue stays, for sets that hold it. */
export const saasCatalogue: Migration = {
  id: 205,
  name: 'saas catalogue',
  formerly: ['d70f42e399cb3d5f6837bb117962c127'],
  statements: [
    `create table saas_application (
      oid text primary key, name text not null, category text, disabled boolean, deleted boolean,
      search_text text not null, sort_keys jsonb not null, created_at timestamptz(3) not null default now())`,
    `create index saas_application_search on saas_application using gin (search_text gin_trgm_ops)`,
  ],
}
