import { orderKeySql } from '../entities/order-text.ts'
import type { Migration } from './migration.ts'
import { tenantSearch } from './0101-tenant-search.ts'

const search = tenantSearch.statements.map((statement) =>
  statement
    .replace('create function', 'create or replace function')
    .replace('order by lower(name) collate "C"', 'order by order_key collate "C"'),
)

/** Tenants are found in the order of lists, which knows neither case nor marks: the folded name is stored, for folding many takes long. */
export const tenantOrder: Migration = {
  id: 102,
  name: 'tenant order',
  statements: [
    `alter table tenant add column order_key text generated always as (${orderKeySql('name')}) stored`,
    `grant select (order_key) on tenant to sdwan_search`,
    ...search,
  ],
}
