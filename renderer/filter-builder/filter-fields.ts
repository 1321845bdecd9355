import { typeOf } from '../../schemas/filter/field-type.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import { segmentsOf } from '../../schemas/vocabulary/paths/field-path.ts'
import { entrySchema } from '../../schemas/vocabulary/schema/property-schema.ts'
import { hasUniformChildren, textPathOf } from '../../schemas/vocabulary/schema/uniform-children.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import { labelOf } from '../data/filters/candidate-filter.ts'
import { mayRead, mayReadRecords } from '../data/filters/readable.ts'
import type { RendererHost } from '../host.tsx'

/** What kind of condition a field takes; `list` knows emptiness only, `elements` a filter on one element. */
export type FieldKind = 'options' | 'text' | 'number' | 'moment' | 'day' | 'month' | 'reference' | 'list' | 'elements'

/** Something that a condition can be about. */
export interface FilterField {
  kind: FieldKind
  /** As filters name it; of a reference the name of the record that it leads to. */
  selector: string
  /** The words of its path: `WAN 2`, `State`. */
  words: readonly string[]
  property: PropertySchema
  /** The entity whose texts name its options, and its path in their keys. */
  entity: string
  textPath: string
  /** Segments from the record on; `*` for an element. */
  path: readonly string[]
  /** What fields of its elements are read from. */
  of: Walk
  /** The entity that a reference leads to, and the reference itself, for conditions on whether there is one. */
  reference?: { entity: string; selector: string }
  /** Further fields of the record that a reference leads to. */
  inner?: readonly FilterField[]
}

type Texts = Pick<RendererHost, 't' | 'hasText'>

/** What fields are read from. */
export interface Walk {
  schema: EntitySchema
  texts: Texts
  /** Whether the person may see a field, by the segments of its path. */
  readable: (path: readonly string[], property: PropertySchema) => boolean
  /** Whether the records of an entity may be asked for. */
  canFollow: (entity: string) => boolean
  /** All that conditions on the records of an entity that references lead to can be about. @default their names alone */
  fieldsOf?: (entity: string) => readonly FilterField[]
}

/** What the person of a host may read of records, and of those that references lead to as far as their schemas are known. */
export function walkOf(
  schema: EntitySchema,
  host: RendererHost,
  schemaAt: (entity: string) => EntitySchema | undefined = () => undefined,
): Walk {
  const context = host.ruleContext(schema['x-entity'].name)
  const known = new Map<string, readonly FilterField[]>()
  const fieldsOf = (entity: string): readonly FilterField[] => {
    const target = schemaAt(entity)
    if (target === undefined) return []
    // One step from the record: a menu of everything that can be reached would be endless.
    const fields = known.get(entity) ?? recordFields(walkOf(target, host))
    known.set(entity, fields)
    return fields
  }
  return {
    schema,
    texts: host,
    readable: (_path, property) => mayRead(property, context),
    canFollow: (entity) => {
      const [context, target] = [host.ruleContext(entity), schemaAt(entity)]
      return isFollowed(entity) && (target === undefined ? context.can['read'] === true : mayReadRecords(target, context))
    },
    fieldsOf,
  }
}

/** Whether the service follows references to records of an entity: those of an overlay that lie in a table of their own. */
function isFollowed(entity: string): boolean {
  if (!isEntityName(entity)) return false
  const { scope, singleton, pairs, shared, readOnly } = entityMeta[entity]
  return scope === 'overlay' && singleton !== true && pairs === undefined && shared !== true && readOnly !== true
}

/** The entities that references of a record lead to, and whose records the person may read. */
export function followedEntities(schema: EntitySchema, { ruleContext }: Pick<RendererHost, 'ruleContext'>): string[] {
  const found = new Set<string>()
  const look = (property: PropertySchema): void => {
    const entity = property['x-ref']?.entity
    if (entity !== undefined && isFollowed(entity)) found.add(entity)
    for (const part of [...Object.values(property.properties ?? {}), ...(elementOf(property) ? [elementOf(property) ?? {}] : [])])
      look(part)
  }
  if (schema['x-entity'].scope === 'overlay') look(schema)
  return [...found].filter((entity) => ruleContext(entity).can['read'] === true)
}

/** Where fields are taken from: the record, or an element of a list. */
interface From {
  path: readonly string[]
  words: readonly string[]
  /** Segments that selectors leave out, because they begin at the element. */
  base: number
}

const MOST_DEEP = 6

/** All that conditions on a record can be about, in the schema's order. */
export function recordFields(walk: Walk): FilterField[] {
  return fieldsBelow(walk.schema, { path: [], words: [], base: 0 }, walk)
}

/** The same of records that rows stand for, whose names begin with that of the entity. */
export function fieldsOfRows(walk: Walk): FilterField[] {
  const { name } = walk.schema['x-entity']
  return behind(recordFields(walk), { selector: name, words: [walk.texts.t(`${name}.one`)] })
}

/** Fields of a record that something else leads to. */
function behind(fields: readonly FilterField[], way: Pick<FilterField, 'selector' | 'words'>): FilterField[] {
  const prefixed = (selector: string): string => `${way.selector}.${selector}`
  return fields.map((field) => ({
    ...field,
    selector: prefixed(field.selector),
    words: [...way.words, ...field.words],
    ...(field.reference && { reference: { ...field.reference, selector: prefixed(field.reference.selector) } }),
    ...(field.inner && { inner: behind(field.inner, way) }),
  }))
}

/** Fields, and those of the records that they lead to. */
export function withInner(fields: readonly FilterField[]): FilterField[] {
  return [...fields, ...fields.flatMap(({ inner = [] }) => inner)]
}

/** All that conditions on one element of a list can be about. */
export function elementFields(field: FilterField): FilterField[] {
  const walk = field.of
  const element = elementOf(field.property)
  if (element === undefined) return []
  const from = { path: [...field.path, '*'], words: [], base: field.path.length + 1 }
  return element.properties ? fieldsBelow(element, from, walk) : fieldOf(element, from, walk)
}

/** The schema of what a list has several of. */
function elementOf(property: PropertySchema): PropertySchema | undefined {
  return property.items ?? entrySchema(property) ?? (hasUniformChildren(property) ? Object.values(property.properties ?? {})[0] : undefined)
}

function fieldsBelow({ properties = {} }: PropertySchema, from: From, walk: Walk): FilterField[] {
  if (from.path.length > MOST_DEEP) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...from.path, name]
    if (isHidden(property) || !walk.readable(path, property)) return []
    return fieldOf(property, { ...from, path, words: [...from.words, wordOf(path, walk)] }, walk)
  })
}

function fieldOf(property: PropertySchema, from: From, walk: Walk): FilterField[] {
  const { path, words, base } = from
  const own = {
    selector: path.slice(base).join('.') || '*',
    words,
    property,
    entity: walk.schema['x-entity'].name,
    textPath: textPath(path, walk.schema),
    path,
    of: walk,
  }
  const element = elementOf(property)
  if (element !== undefined) return listFields({ ...own, element }, from, walk)
  if (property.properties) return fieldsBelow(property, from, walk)
  const entity = property['x-ref']?.entity
  if (entity !== undefined) return referenceField(own, entity, walk)
  const kind = kindOf(property)
  return kind === undefined ? [] : [{ ...own, kind }]
}

function listFields(own: Omit<FilterField, 'kind'> & { element: PropertySchema }, from: From, walk: Walk): FilterField[] {
  const { element, ...field } = own
  const { t } = walk.texts
  const [last = '', ...before] = own.words.toReversed()
  const any = { ...from, path: [...from.path, '*'], words: [...before.toReversed(), t('filter.anyOf', { list: last })] }
  const parts = own.property.properties
  const single = element.properties ? fieldsBelow(element, any, walk) : fieldOf(element, any, walk)
  const together: FilterField[] = element.properties ? [{ ...field, kind: 'elements', words: [...own.words, t('filter.oneWith')] }] : []
  if (parts === undefined) return [...together, ...single, { ...field, kind: 'list' }]
  // Parts that are alike have names of their own, which tell enough.
  const each = Object.entries(parts).flatMap(([name, part]) => {
    const path = [...from.path, name]
    if (!walk.readable(path, part)) return []
    return fieldsBelow(part, { ...from, path, words: [...from.words.slice(0, -1), wordOf(path, walk)] }, walk)
  })
  return [...each, ...together, ...single]
}

function propertyOf(schema: PropertySchema, path: readonly string[]): PropertySchema {
  return path.reduce<PropertySchema>(
    (around, step) => (step === '*' ? elementOf(around) : (around.properties?.[step] ?? entrySchema(around))) ?? {},
    schema,
  )
}

function referenceField(own: Omit<FilterField, 'kind'>, entity: string, { canFollow, fieldsOf, schema }: Walk): FilterField[] {
  if (schema['x-entity'].scope !== 'overlay' || !canFollow(entity)) return []
  const label = labelOf(entity)
  const others = fieldsOf?.(entity).filter((field, _, all) => field.selector !== label && !repeatsReference(field, all)) ?? []
  return [
    {
      ...own,
      kind: 'reference',
      selector: `${own.selector}.${label}`,
      reference: { entity, selector: own.selector },
      ...(others.length > 0 && { inner: behind(others, own) }),
    },
  ]
}

/** Whether a field only shows the name that a reference beside it is found by. */
function repeatsReference({ property: { 'x-derived': derived } }: FilterField, all: readonly FilterField[]): boolean {
  if (derived === undefined || !('ref' in derived)) return false
  return all.some(({ reference }) => reference?.selector === derived.ref && labelOf(reference.entity) === derived.field)
}

function isHidden(property: PropertySchema): boolean {
  const { writeOnly, 'x-secret': secret, 'x-transient': transient, 'x-removed': removed, 'x-derived': derived } = property
  return (
    writeOnly === true || secret === true || transient === true || removed !== undefined || (derived !== undefined && 'compute' in derived)
  )
}

function kindOf(property: PropertySchema): FieldKind | undefined {
  if (property['x-kind'] === 'identifier') return undefined
  const type = typeOf(property)
  if (property.enum || type === 'boolean') return 'options'
  if (property.format === 'date-time') return 'moment'
  if (property.format === 'date') return 'day'
  if (property.format === 'month') return 'month'
  if (type === 'json') return undefined
  return type === 'number' ? 'number' : 'text'
}

/** `*` has the words of any of the parts, or of a row. */
function textPath(path: readonly string[], schema: EntitySchema): string {
  const given = path.map((step, index) => {
    if (step !== '*') return step
    const around = propertyOf(schema, path.slice(0, index))
    return around.items ? '0' : (Object.keys(around.properties ?? {})[0] ?? step)
  })
  return textPathOf(schema, given)
}

function wordOf(path: readonly string[], { schema, texts: { t, hasText } }: Walk): string {
  const key = `${schema['x-entity'].name}.field.${textPath(path, schema)}`
  return hasText(key) ? t(key) : (path.at(-1) ?? '')
}

/** The field that a selector is about, also by the reference itself. */
export function fieldBySelector(fields: readonly FilterField[], selector: string, kind?: 'elements'): FilterField | undefined {
  const plain = segmentsOf(selector.replace(kind === 'elements' ? /\.\*$/ : /$^/, '')).join('.')
  return withInner(fields).find(
    (field) => (field.kind === 'elements') === (kind === 'elements') && (field.selector === plain || field.reference?.selector === plain),
  )
}
