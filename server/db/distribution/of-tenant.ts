import pg from 'pg'
import { DISTRIBUTION_COLUMN, TENANT_TABLES } from './tables.ts'

/** Views, which name their tenant otherwise. */
const VIEWS = ['entity.tenant', 'entity."saas-application"', 'entity."overlay-appliance"']
/** A table in a list of what is read, and the word after it. */
const TABLE = new RegExp(
  `\\b(from|join)(\\s+)((?:entity\\.(?:"[\\w-]+"|\\w+)|${TENANT_TABLES.join('|')})(?![\\w("]))(\\s+(?:as\\s+)?\\w+)?`,
  'gi',
)
/** Words that follow a table without an alias. */
const NO_ALIAS = /^\s+(?:where|order|on|join|cross|left|inner|full|group|limit|union|for|offset|using|window|having|as\s+materialized)$/i

/**
 * A reading statement with each distributed table replaced by the rows that one tenant has in it. Citus follows a tenant's identifier into
 * no subquery: only where each table names it does the whole statement go to the one server that has the tenant.
 */
export function ofTenant(text: string, tenantOid: string): string {
  const tenant = pg.escapeLiteral(tenantOid)
  return text.replaceAll(
    TABLE,
    (whole: string, ...[word, space, table, after = '', at]: [string, string, string, string | undefined, number]) => {
      if (VIEWS.includes(table) || /\bdelete\s*$/i.test(text.slice(0, at))) return whole
      const alias = NO_ALIAS.test(after) || after === '' ? ` ${table.replace(/^entity\./, '')}${after}` : after
      return `${word}${space}(select * from ${table} where ${DISTRIBUTION_COLUMN} = ${tenant})${alias}`
    },
  )
}
