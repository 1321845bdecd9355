import { fieldAt } from '../../entities/model/field-at.ts'
import { indexName, type EntityModel } from '../../entities/model/entity-model.ts'
import { orderExpression } from '../../entities/model/record-texts.ts'
import { tabsOf } from '../../entities/list/tabs.ts'
import type { Column } from './columns.ts'
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
  /** The column that rows are ranked by; undefined for other lists. */
  rank: string | undefined
  /** All of them, with what they hold. */
  columns: Column[]
  /** Indexes from which a list is read: one in every order, and one tenant by tenant. */
  indexes: { columns: string; include: string }[]
}

/** Assumed length of a searched field without `maxLength`, e.g. an enum or a timestamp. */
const MEASURED = 50
/** Maximum length of a search text that still fits into an index entry next to the sort key. */
const LONGEST = 400

const SORTED_TEXT = 'text collate "C"'

const known = new WeakMap<EntityModel, LongColumns>()

/** Columns of a ranked entity; empty for others. */
export function longColumns(model: EntityModel): LongColumns {
  const columns = known.get(model) ?? createColumns(model)
  known.set(model, columns)
  return columns
}

function createColumns(model: EntityModel): LongColumns {
  const { meta, schema } = model
  const columns: Column[] = []
  const column = (kind: 'rank' | 'sort' | 'tab', value: string): string => {
    // Named after a hash of the expression: a changed schema gets a new column, and copies of the version before keep theirs.
    const name = `${kind}_${indexName('ix', value).slice('ix_'.length)}`
    columns.push({ name, type: kind === 'tab' ? 'text' : SORTED_TEXT, value })
    return name
  }
  if (meta.ranked === undefined) return { order: new Map(), tabs: new Map(), rank: undefined, columns: [], indexes: [] }
  const order = new Map<string, string>()
  for (const name of schema['x-sort']) {
    const field = fieldAt(model, name)
    if (field?.sql === undefined) throw new Error(`entity '${model.name}' cannot be ordered by '${name}'`)
    const value = orderExpression(model, field, 'r').replace(/ collate "C"$/, '')
    if (name === meta.ranked) order.set(name, column('rank', `coalesce(${value}, '')`))
    else if (field.type === 'text') order.set(name, column('sort', value))
    else if (!field.stored) order.set(name, field.sql('r').replace(/^r\./, ''))
  }
  const rank = order.get(meta.ranked)
  if (rank === undefined) throw new Error(`entity '${model.name}' is ranked by '${meta.ranked}', which is not in x-sort`)
  const tabs = new Map(tabsOf(model).values.map(({ value, column: name }) => [name, column('tab', `(${value})::text`)]))
  const longest = schema['x-search'].reduce((sum, path) => sum + (schema.properties[path]?.maxLength ?? MEASURED), 0)
  if (longest > LONGEST) throw new Error(`entity '${model.name}' searches more text than an index of its lists holds`)
  columns.push(
    { name: SMALL_TEXT, type: SORTED_TEXT, value: 'lower(r.search_text)' },
    { name: INDEXED_TEXT, type: SORTED_TEXT, value: searchedText('lower(r.search_text)') },
  )
  const others = [...order.values()].filter((name) => name !== rank)
  return {
    order,
    tabs,
    rank,
    columns,
    indexes: [
      ...[...order.values()].map((name) => ({
        columns: `${name}, oid`,
        include: ['tenant_oid', 'tenant_path', ...tabs.values(), SMALL_TEXT].join(', '),
      })),
      { columns: `tenant_oid, ${rank}, oid`, include: ['tenant_path', ...others, ...tabs.values()].join(', ') },
    ],
  }
}

/** The column that rows of a ranked list are ordered by. */
export function rankKey(model: EntityModel): string {
  const { rank } = longColumns(model)
  if (rank === undefined) throw new Error(`the list of '${model.name}' is not ranked`)
  return rank
}

/** The values that tabs ask for, of a row under the alias `r`, each after a comma. */
export function keptTabs(model: EntityModel): string {
  return [...longColumns(model).tabs].map(([name, column]) => `, r.${column} as ${name}`).join('')
}
