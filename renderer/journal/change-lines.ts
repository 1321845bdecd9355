import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { JournalEntry } from '../../schemas/plan.ts'
import { differences, type Difference } from './differences.ts'
import { valueText, type ValueTexts } from './value-text.ts'
import { rowSchema } from '../../schemas/vocabulary/row-schema.ts'

/** One changed thing of a record, in words: which field, and its old and new value, or what came or went. */
export interface ChangeLine {
  field: string
  /** `set`: there was nothing before. `cleared`: there is nothing now. */
  kind: 'changed' | 'set' | 'cleared' | 'added' | 'removed'
  /** Empty for none. */
  before: string
  after: string
}

/** What change lines need of the application. */
export interface ChangeTexts extends ValueTexts {
  hasText: (key: string) => boolean
}

/** The changes of an entry, one line each, in the schema's order of fields. */
export function changeLines(
  texts: ChangeTexts,
  schema: EntitySchema,
  { entity, eventDetails }: Pick<JournalEntry, 'entity' | 'eventDetails'>,
): ChangeLine[] {
  const order = Object.keys(schema.properties)
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  return Object.entries(eventDetails.changes ?? {})
    .toSorted(([one], [other]) => place(one) - place(other))
    .flatMap(([field, { before, after, beforeName, afterName }]) => {
      const property = schema.properties[field]
      if (beforeName !== undefined || afterName !== undefined || !property || isPlain(property)) {
        const old = valueText(texts, { field, property, value: before, name: beforeName })
        const now = valueText(texts, { field, property, value: after, name: afterName })
        return [{ field: fieldName(texts, entity, [field]), ...plainChange(old, now) }]
      }
      return differences(before, after).map((difference) => lineOf(texts, { entity, field, property }, difference))
    })
}

const isPlain = ({ type, properties }: PropertySchema): boolean => type !== 'array' && type !== 'object' && !properties

function plainChange(before: string, after: string): Omit<ChangeLine, 'field'> {
  if (before === '') return { kind: 'set', before, after }
  return { kind: after === '' ? 'cleared' : 'changed', before, after }
}

function lineOf(
  texts: ChangeTexts,
  { entity, field, property }: { entity: string; field: string; property: PropertySchema },
  difference: Difference,
): ChangeLine {
  const name = fieldName(texts, entity, [field, ...difference.path])
  const inner = propertyAt(property, difference.path)
  const text = (value: unknown) => valueText(texts, { field: [field, ...difference.path].join('.'), property: inner, value })
  switch (difference.kind) {
    case 'changed':
      return { field: name, ...plainChange(text(difference.before), text(difference.after)) }
    case 'added':
      return { field: name, kind: 'added', before: '', after: text(difference.value) }
    case 'removed':
      return { field: name, kind: 'removed', before: text(difference.value), after: '' }
  }
}

/** The property that a path leads to; steps that name an element of a list or map stay where they are. */
function propertyAt(property: PropertySchema, path: readonly string[]): PropertySchema | undefined {
  return path.reduce<PropertySchema | undefined>((at, step) => {
    const inner = rowSchema(at) ?? at
    return inner?.properties?.[step] ?? inner
  }, property)
}

/** The field's name in the person's language; inner fields after the outer ones: "Subnets › 10.1.0.0 › Mask". */
function fieldName({ t, hasText }: ChangeTexts, entity: string, path: readonly string[]): string {
  const known: string[] = []
  return path
    .map((step) => {
      const key = `${entity}.field.${[...known, step].join('.')}`
      if (!hasText(key)) return step
      known.push(step)
      return t(key)
    })
    .join(' › ')
}
