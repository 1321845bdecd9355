import { FilterError, isGroup, parseFilter, type Filter } from '../../schemas/filter/parse-filter.ts'
import { hintFor } from '../../schemas/vocabulary/names.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../host.tsx'
import { elementFields, fieldBySelector, type FilterField } from './filter-fields.ts'

/** What is wrong with a filter, in words, and where. */
export interface FilterProblem {
  text: string
  /** Position in the filter, from 0; undefined where it is about the whole. */
  at?: number | undefined
}

/**
 * What the console can tell of a filter before the service reads it: its form, and fields that the schema does not have. What a reference leads to
 * is up to the service.
 */
export function problemOf(
  text: string,
  { t }: Pick<RendererHost, 't'>,
  known: { fields: readonly FilterField[]; schema: EntitySchema },
): FilterProblem | undefined {
  try {
    const unknown = unknownIn(parseFilter(text), known.fields, known.schema)
    if (unknown === undefined) return undefined
    const { nearest } = hintFor(unknown.selector, unknown.names)
    const sentence = t('service.field.unknown', { field: unknown.selector })
    return { text: nearest === undefined ? sentence : `${sentence} ${t('filter.nearest', { field: nearest })}`, at: unknown.at }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const { position } = error.params
    return { text: t(`service.filter.${error.reason}`, error.params), ...(typeof position === 'number' && { at: position }) }
  }
}

interface Unknown {
  selector: string
  names: string[]
  at: number
}

/** The first selector whose beginning no field has. */
function unknownIn(filter: Filter, fields: readonly FilterField[], schema: EntitySchema): Unknown | undefined {
  if (isGroup(filter)) {
    for (const part of filter.parts) {
      const found = unknownIn(part, fields, schema)
      if (found !== undefined) return found
    }
    return undefined
  }
  const { selector, at } = filter
  const [first] = selector.split('.')
  if (!fields.some((field) => field.selector.split('.')[0] === first)) {
    return mayBeElsewhere(first, schema) ? undefined : { selector, names: [...new Set(fields.map((field) => field.selector))], at }
  }
  if (filter.kind !== 'elements') return undefined
  const list = fieldBySelector(fields, selector, 'elements')
  return list && unknownIn(filter.filter, elementFields(list), schema)
}

/** Fields that people do not choose by, as identifiers, are fields all the same. */
function mayBeElsewhere(first: string | undefined, schema: EntitySchema): boolean {
  return (
    first === undefined ||
    ['oid', 'revision', 'createdAt', 'createdBy', 'updatedBy'].includes(first) ||
    Object.hasOwn(schema.properties, first)
  )
}
