import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { storageOf, tableOf } from './field.ts'

/** The two sides of a pair, in the order of its oid. */
export interface PairSides {
  /** Properties that refer to the records. */
  names: readonly [string, string]
  entities: readonly [string, string]
  /** Quoted tables of the records. */
  tables: readonly [string, string]
  /** Both sides are records of one entity, so that a pair has no direction. */
  isOfOne: boolean
}

/** The sides of an entity's pairs (`x-entity.pairs`); undefined for other entities. */
export function pairSidesOf(
  { properties, 'x-entity': meta }: EntitySchema,
  schemaOf: (entity: string) => EntitySchema,
): PairSides | undefined {
  if (meta.pairs === undefined) return undefined
  const { of } = meta.pairs
  const [one, other] = of.map((name) => properties[name]?.['x-ref']?.entity)
  if (one === undefined || other === undefined) throw new Error(`entity '${meta.name}': pairs are of what its references name`)
  const table = (entity: string): string => tableOf(storageOf(schemaOf(entity)))
  return { names: of, entities: [one, other], tables: [table(one), table(other)], isOfOne: one === other }
}
