import { propertiesAt, EVERY } from '../../../schemas/vocabulary/paths/find-paths.ts'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { keyColumns } from '../../domain/entity-sql.ts'
import { indexName, type EntityModel } from '../../entities/model/entity-model.ts'
import { jsonSql } from '../../entities/model/versioned-sql.ts'
import { constant } from '../constant.ts'
import type { Column } from './columns.ts'

/** A name of another record by which records are found (`x-find`). */
interface FoundName {
  /** The property that holds it, and the reference that it is derived from. */
  name: string
  ref: string
  /** The entity that is referred to. */
  entity: string
}

/** Names of other records in `x-find`. */
export function foundNames({ schema }: EntityModel): FoundName[] {
  return (schema['x-find'] ?? []).flatMap((name) => {
    const derived = schema.properties[name]?.['x-derived']
    const entity = derived !== undefined && 'ref' in derived ? schema.properties[derived.ref]?.['x-ref']?.entity : undefined
    return derived === undefined || !('ref' in derived) || entity === undefined ? [] : [{ name, ref: derived.ref, entity }]
  })
}

/** Properties with a column and an index of their own: what statements join by, and references by whose names records are found. */
export function keysOf(model: EntityModel): string[] {
  return [...new Set([...(keyColumns[model.name] ?? []), ...foundNames(model).map(({ ref }) => ref)])]
}

/** What stands around and between values in JSON, and the spaces for it. */
export const NESTED = { from: '[]",\\', to: '    ' }

/**
 * A text with what JSON puts around and between values as spaces: two at least before and behind each value. A pattern goes through the
 * same, so what it finds may be too much, never too little.
 */
export function plainList(text: string): string {
  return `translate(lower(${text}), '${NESTED.from}', '${NESTED.to}')`
}

const known = new WeakMap<EntityModel, Column | undefined>()

/** The column with the nested texts of `x-find`; undefined if the entity has none. Named after a hash: other paths get another column. */
export function findColumn(model: EntityModel): Column | undefined {
  if (!known.has(model)) known.set(model, createColumn(model))
  return known.get(model)
}

function createColumn(model: EntityModel): Column | undefined {
  const names = new Set(foundNames(model).map(({ name }) => name))
  const lists = (model.schema['x-find'] ?? []).filter((path) => !names.has(path)).map((path) => valuesSql(model, path))
  if (lists.length === 0) return undefined
  const value = plainList(`(${lists.join(' || ')})::text`)
  return { name: `find_${indexName('ix', value).slice('ix_'.length)}`, type: 'text', value }
}

/** The values at a path, as a JSON array. */
function valuesSql({ schema }: EntityModel, path: string): string {
  const [top = '', ...inner] = path.split('/')
  const { steps } = inner.reduce(into, { steps: '$', around: schema.properties[top] })
  return `coalesce(jsonb_path_query_array(${jsonSql({ schema }, top)('r')}, ${constant(steps)}), '[]')`
}

interface Walk {
  steps: string
  around: PropertySchema | undefined
}

function into({ steps, around = {} }: Walk, step: string): Walk {
  const [trail] = propertiesAt(around, [step]) ?? []
  const names = step === EVERY ? '.*' : `.${JSON.stringify(step)}`
  return { steps: `${steps}${step === EVERY && around.items !== undefined ? '[*]' : names}`, around: trail?.[0] }
}
