import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { ColumnChoice, FittedWidths } from './columns/kept-choice.ts'

/** Reads what people kept of a list before its fields and tabs were renamed. */
export interface EarlierListNames {
  /** An address or a remembered state with the present names of tab and fields; those of options are up to the filters. */
  params: (params: URLSearchParams) => URLSearchParams
  /** The columns that a person chose, by the present names of their fields. */
  choice: (choice: ColumnChoice) => ColumnChoice
  /** Widths that the grid fitted, likewise. */
  widths: (widths: FittedWidths) => FittedWidths
}

const known = new WeakMap<EntitySchema, EarlierListNames>()

/** Loads what reads the earlier names of a schema, if it declares some: hardly any list needs it. To be awaited before a list opens. */
export async function learnEarlierNames(schema: EntitySchema): Promise<void> {
  if (known.has(schema) || !/"x-(?:was|former)":/.test(JSON.stringify(schema))) return
  const { earlierListNames } = await import('./earlier-state.ts')
  known.set(schema, earlierListNames(schema))
}

/** What reads the earlier names of a list; undefined if it never had others. */
export const earlierNames = (schema: EntitySchema): EarlierListNames | undefined => known.get(schema)
