import { orderKeySql } from '../../entities/model/record-texts.ts'
import type { Migration } from '../migration.ts'

/** Tenants are found in the order of lists, which knows neither case nor marks: the folded name is stored, for folding many takes long. */
export const tenantOrder: Migration = {
  id: 102,
  name: 'tenant order',
  formerly: ['b30cff2b159715bca60cd2a17f7336d9'],
  statements: [`alter table tenant add column order_key text generated always as (${orderKeySql('name')}) stored`],
}
