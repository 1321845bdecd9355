import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { EntryChange, JournalEntry } from '../../schemas/plan.ts'
import { parsePointer } from '../../schemas/vocabulary/paths/pointer.ts'
import { rowSchema } from '../../schemas/vocabulary/schema/property-schema.ts'
import { differences, type Difference } from './differences.ts'
import { elementText, SECRET, valueText, type ValueTexts } from './value-text.ts'

/** One change of a record in words: the field with its old and new value, or an added or removed element. */
export interface ChangeLine {
  /** The field's name with those of its ancestors: "LAN › Subnets › 10.1.0.0/24 › Mask". */
  field: string
  /** The name for use in a sentence, without the outermost ancestor if there are several. */
  inSentence: string
  /** `set`: there was no value before. `cleared`: there is none now. `secret`: values are never shown. */
  kind: 'changed' | 'set' | 'cleared' | 'added' | 'removed' | 'secret'
  /** Empty for none. */
  before: string
  after: string
}

/** Dependencies of change lines. */
export interface ChangeTexts extends ValueTexts {
  hasText: (key: string) => boolean
}

/** A changed property of an entry. */
interface Changed {
  entity: string
  field: string
  property: PropertySchema
  change: EntryChange
}

/** The changes of an entry, one line each, in schema order. */
export function changeLines(
  texts: ChangeTexts,
  schema: EntitySchema,
  { entity, eventDetails }: Pick<JournalEntry, 'entity' | 'eventDetails'>,
): ChangeLine[] {
  const order = Object.keys(schema.properties)
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  return Object.entries(eventDetails.changes ?? {})
    .toSorted(([one], [other]) => place(one) - place(other))
    .flatMap(([field, change]) => {
      const property = schema.properties[field]
      const { before, after, beforeName, afterName } = change
      if (beforeName !== undefined || afterName !== undefined || !property || isPlain(property)) {
        const old = valueText(texts, { field, property, value: before, name: beforeName })
        const now = valueText(texts, { field, property, value: after, name: afterName })
        const kind =
          property?.['x-secret'] && old !== '' && now !== '' ? { kind: 'secret' as const, before: old, after: now } : plainChange(old, now)
        return [{ ...fieldNames(texts, entity, [field]), ...kind }]
      }
      return innerLines(texts, { entity, field, property, change })
    })
}

const isPlain = ({ type, properties }: PropertySchema): boolean => type !== 'array' && type !== 'object' && !properties

type Plain = Omit<ChangeLine, 'field' | 'inSentence'>

function plainChange(before: string, after: string): Plain {
  if (before === '') return { kind: 'set', before, after }
  return { kind: after === '' ? 'cleared' : 'changed', before, after }
}

/** Changes within an object, list or map. */
function innerLines(texts: ChangeTexts, changed: Changed): ChangeLine[] {
  const { entity, field, property, change } = changed
  const { before, after, names, secrets = [] } = change
  const nameOf = (element: unknown, list: readonly string[]): string =>
    elementText(texts, {
      field: textPath(texts, entity, [field, ...list]),
      property: rowSchema(propertyAt(property, list)),
      value: element,
      names,
    })
  return [
    ...differences(before, after, nameOf).map((difference) => lineOf(texts, changed, difference)),
    ...secrets.map((pointer): ChangeLine => {
      const path = namedPath(after, parsePointer(pointer), nameOf)
      return { ...fieldNames(texts, entity, [field, ...path]), kind: 'secret', before: SECRET, after: SECRET }
    }),
  ]
}

/** The path to a place, with names of elements instead of indexes. */
function namedPath(value: unknown, steps: readonly string[], nameOf: (element: unknown, list: readonly string[]) => string): string[] {
  const path: string[] = []
  let at = value
  for (const step of steps) {
    const next = (at as Record<string, unknown> | undefined)?.[step]
    path.push(Array.isArray(at) ? nameOf(next, path) : step)
    at = next
  }
  return path
}

function lineOf(texts: ChangeTexts, { entity, field, property, change }: Changed, difference: Difference): ChangeLine {
  const path = [field, ...difference.path]
  const name = fieldNames(texts, entity, path)
  const inner = propertyAt(property, difference.path)
  const about = { field: textPath(texts, entity, path), names: change.names }
  const text = (value: unknown) => valueText(texts, { ...about, property: inner, value })
  const element = (value: unknown) => elementText(texts, { ...about, property: rowSchema(inner), value })
  switch (difference.kind) {
    case 'changed':
      return { ...name, ...plainChange(text(difference.before), text(difference.after)) }
    case 'added':
      return { ...name, kind: 'added', before: '', after: element(difference.value) }
    case 'removed':
      return { ...name, kind: 'removed', before: element(difference.value), after: '' }
  }
}

/** The property at a path; segments that name elements of a list or map are skipped. */
function propertyAt(property: PropertySchema, path: readonly string[]): PropertySchema | undefined {
  return path.reduce<PropertySchema | undefined>((at, step) => {
    const row = rowSchema(at)
    return row ?? at?.properties?.[step] ?? at
  }, property)
}

/** Path segments with their localized names, if they have any. */
function steps(
  { hasText }: ChangeTexts,
  entity: string,
  path: readonly string[],
): { step: string; key: string | undefined; known: string }[] {
  const known: string[] = []
  return path.map((step) => {
    // Inside uniform children the key is left out: `wans.mtu`, not `wans.wan1.mtu`.
    const names = [known, known.slice(0, -1)].map((around) => [...around, step]).find((one) => hasText(`${entity}.field.${one.join('.')}`))
    if (names) known.splice(0, known.length, ...names)
    return { step, key: names && `${entity}.field.${names.join('.')}`, known: known.join('.') }
  })
}

/** The field's path without element names: `lan.subnets.mask`. */
function textPath(texts: ChangeTexts, entity: string, path: readonly string[]): string {
  const last = steps(texts, entity, path).at(-1)
  return last?.known || path.join('.')
}

/** The localized name of the field with its ancestors: "Subnets › 10.1.0.0/24 › Mask". */
function fieldNames(texts: ChangeTexts, entity: string, path: readonly string[]): Pick<ChangeLine, 'field' | 'inSentence'> {
  const all = steps(texts, entity, path)
  const names = all.map(({ step, key }) => (key === undefined ? step : texts.t(key)))
  // "WAN 1 › Transport network" says it all without "WANs" before it.
  const isWithin = all.length > 2 && all[1]?.key !== undefined
  return { field: names.join(' › '), inSentence: (isWithin ? names.slice(1) : names).join(' › ') }
}
