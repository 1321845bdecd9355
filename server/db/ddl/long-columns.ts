import { fieldAt } from '../../entities/model/field-at.ts'
import { indexName, type EntityModel } from '../../entities/model/entity-model.ts'
import { orderExpression } from '../../entities/model/record-texts.ts'
import { tabsOf } from '../../entities/list/tabs.ts'
import { RANK_KEY } from './rank-triggers.ts'
import { INDEXED_TEXT, searchedText, SMALL_TEXT } from './search-functions.ts'

/**
 * Columns of their own for what a long list (`x-entity.ranked`) orders, counts and searches by: row-level security keeps expressions over
 * JSON from being read from an index, so without them every skipped row costs a heap access.
 */
interface LongColumns {
  /** By field of `x-sort`. */
  order: ReadonlyMap<string, string>
  /** By column of `Tabs`. */
  tabs: ReadonlyMap<string, string>
  /** Statement that adds what is missing. */
  add: string[]
  /** Indexes from which a list is read: one in every order, and one tenant by tenant. */
  indexes: { columns: string; include: string }[]
}

/** Assumed length of a searched field without `maxLength`, e.g. an enum or a timestamp. */
const MEASURED = 50
/** Maximum length of a search text that still fits into an index entry next to the sort key. */
const LONGEST = 400

const known = new WeakMap<EntityModel, LongColumns>()

/** Columns of a ranked entity; empty for others. */
export function longColumns(model: EntityModel): LongColumns {
  const columns = known.get(model) ?? createColumns(model)
  known.set(model, columns)
  return columns
}

function createColumns(model: EntityModel): LongColumns {
  const { table, meta, schema } = model
  const added: string[] = []
  const generated = (kind: 'sort' | 'tab', value: string): string => {
    // Named after a hash of the expression: a changed schema gets a new column.
    const name = `${kind}_${indexName('ix', value).slice('ix_'.length)}`
    const type = kind === 'sort' ? 'text collate "C"' : 'text'
    added.push(`add column if not exists ${name} ${type} generated always as (${value.replaceAll(/\br\./g, '')}) stored`)
    return name
  }
  if (meta.ranked === undefined) return { order: new Map(), tabs: new Map(), add: [], indexes: [] }
  const order = new Map<string, string>()
  for (const name of schema['x-sort']) {
    const field = fieldAt(model, name)
    if (field?.sql === undefined) throw new Error(`entity '${model.name}' cannot be ordered by '${name}'`)
    if (name === meta.ranked) order.set(name, RANK_KEY)
    else if (field.type === 'text') order.set(name, generated('sort', orderExpression(model, field, 'r').replace(/ collate "C"$/, '')))
    else if (!field.stored) order.set(name, field.sql('r').replace(/^r\./, ''))
  }
  const tabs = new Map(tabsOf(model).values.map(({ value, column }) => [column, generated('tab', `(${value})::text`)]))
  const longest = schema['x-search'].reduce((sum, path) => sum + (schema.properties[path]?.maxLength ?? MEASURED), 0)
  if (longest > LONGEST) throw new Error(`entity '${model.name}' searches more text than an index of its lists holds`)
  for (const [column, value] of [
    [SMALL_TEXT, 'lower(search_text)'],
    [INDEXED_TEXT, searchedText('lower(search_text)')],
  ] as const)
    added.push(`add column if not exists ${column} text collate "C" generated always as (${value}) stored`)
  const others = [...order.values()].filter((column) => column !== RANK_KEY)
  return {
    order,
    tabs,
    // In one statement, because each one rewrites the table.
    add: [`alter table ${table} ${added.join(', ')}`],
    indexes: [
      ...[...order.values()].map((column) => ({
        columns: `${column}, oid`,
        include: ['tenant_oid', 'tenant_path', ...tabs.values(), SMALL_TEXT].join(', '),
      })),
      { columns: `tenant_oid, ${RANK_KEY}, oid`, include: ['tenant_path', ...others, ...tabs.values()].join(', ') },
    ],
  }
}

/** The values that tabs ask for, of a row under the alias `r`, each after a comma. */
export function keptTabs(model: EntityModel): string {
  return [...longColumns(model).tabs].map(([name, column]) => `, r.${column} as ${name}`).join('')
}
