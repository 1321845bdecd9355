import type { EarlierListNames } from '../../schemas/evolution/earlier-lists.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'

const known = new WeakMap<EntitySchema, EarlierListNames>()

/** Loads what reads the earlier names of a schema, if it declares some: hardly any list needs it. To be awaited before a list opens. */
export async function learnEarlierNames(schema: EntitySchema): Promise<void> {
  if (known.has(schema) || !/"x-(?:was|former)":/.test(JSON.stringify(schema))) return
  const { earlierListNames } = await import('../../schemas/evolution/earlier-lists.ts')
  known.set(schema, earlierListNames(schema))
}

/** What reads the earlier names of a list; undefined if it never had others. */
export const earlierNames = (schema: EntitySchema): EarlierListNames | undefined => known.get(schema)
