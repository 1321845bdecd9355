import { operationsOn, permissionsOf, roles, tenantTypes } from '../../../schemas/rights/rights.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Block, Section } from './page.ts'
import type { Text } from './text.ts'

/** Documents the rights of each role by tenant type, from the same table that the service enforces. */
export function rightsSection(schema: EntitySchema, text: Text): Section {
  const { t } = text
  return { id: 'rights', title: t('docs.section.rights'), blocks: [{ paragraph: t('docs.rights.about') }, rightsTable(schema, text)] }
}

/** Table of allowed operations: a row per role, a column per tenant type. */
export function rightsTable(schema: EntitySchema, { t, maybe }: Text): Block {
  const { resource } = schema['x-entity']
  const types = tenantTypes.filter((type) => operationsOn(resource, type).length > 0)
  const rows = roles.map((role) => [
    { code: role },
    ...types.map((type) => {
      const granted = permissionsOf(role, type)
      const operations = operationsOn(resource, type).filter((operation) => granted.has(`${resource}:${operation}`))
      return operations.length ? operations.map((operation) => t(`docs.operation.${operation}`)).join(', ') : '–'
    }),
  ])
  const heads = [t('docs.head.role'), ...types.map((type) => maybe(`tenant.option.type.${type}`) ?? type)]
  return { table: { heads, rows } }
}
