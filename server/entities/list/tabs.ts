import { conditionSql } from '../filter/condition-sql.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { constant } from '../../db/constant.ts'

/** The tabs of a list (`x-conditions`) in SQL: each value that the conditions read is computed once per row. */
export interface Tabs {
  /** Columns of row `r`, each after a comma. */
  columns: string
  /** The values that the conditions read, with their columns. */
  values: readonly { value: string; column: string }[]
  /** Expressions that sum `n` per tab, for rows that each represent `n` rows. */
  sums: string
  /** A query that counts the rows of the named query per tab, as one JSON object `value`. */
  counts(rows: string): string
  /** Condition of a tab over those columns; undefined for an unknown name. */
  where(name: string | undefined): string | undefined
  names: readonly string[]
}

/** Up to this many tabs are evaluated per row; with more, rows with the same values are grouped first. */
const FEW = 6

const known = new WeakMap<EntityModel, Tabs>()

export function tabsOf(model: EntityModel): Tabs {
  const tabs = known.get(model) ?? createTabs(model)
  known.set(model, tabs)
  return tabs
}

function createTabs(model: EntityModel): Tabs {
  const columns = new Map<string, string>()
  const columnOf = (value: string): string => {
    const column = columns.get(value) ?? `tab_value_${columns.size}`
    columns.set(value, column)
    return column
  }
  const conditions = new Map<string, string>([['all', 'true']])
  for (const [name, condition] of Object.entries(model.schema['x-conditions'] ?? {})) {
    conditions.set(name, conditionSql(condition, { model, valueOf: (field) => columnOf(field.sql('r')) }))
  }
  const sums = `json_build_object(${[...conditions].map(([name, where]) => `${constant(name)}, coalesce(sum(n)${where === 'true' ? '' : ` filter (where ${where})`}, 0)`).join(', ')})`
  return {
    columns: [...columns].map(([value, column]) => `, ${value} as ${column}`).join(''),
    values: [...columns].map(([value, column]) => ({ value, column })),
    sums,
    counts: (rows) => {
      if (conditions.size <= FEW)
        return `select json_build_object(${[...conditions].map(([name, where]) => `${constant(name)}, count(*)${where === 'true' ? '' : ` filter (where ${where})`}`).join(', ')}) as value from ${rows}`
      const names = [...columns.values()].join(', ')
      return `select ${sums} as value from (select ${names}, count(*) as n from ${rows} group by ${names}) g`
    },
    where: (name) => conditions.get(name ?? 'all'),
    names: [...conditions.keys()],
  }
}
