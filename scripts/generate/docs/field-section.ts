import { hasUniformChildren } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { allNodes, schemaTree } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { compileWire } from '../../../schemas/wire/compile-wire.ts'
import type { ObjectWire, PropertyWire } from '../../../schemas/wire/object-wire.ts'
import { earlierNotes, releaseFinder } from './earlier-notes.ts'
import type { Inline, Section } from './page.ts'
import type { Text } from './text.ts'

interface Row {
  path: string
  property: PropertySchema
  required: boolean
  /** How it travels in the calls of the specifications, where that differs from how it is stored. */
  wire: PropertyWire | undefined
}

/** Where the rows of an object are: the prefix of their paths, and how its properties travel. */
interface Around {
  prefix: string
  wire: ObjectWire
}

function rows(parent: PropertySchema, { prefix, wire }: Around): Row[] {
  const isUniform = hasUniformChildren(parent)
  return Object.entries(parent.properties ?? {}).flatMap(([name, property], index) => {
    const path = `${prefix}${name}`
    const row = { path, property, required: parent.required?.includes(name) ?? false, wire: wire[name] }
    if (isUniform && index > 0) return [row]
    const below = { prefix: isUniform ? prefix : `${path}.`, wire: wire[name]?.within ?? {} }
    return [row, ...rows(property, below), ...rows(rowSchema(property) ?? {}, below)]
  })
}

/** How the field travels, in words, e.g. "In calls: site.id". */
function wireNotes({ path, wire }: Row, { t }: Text): string[] {
  if (wire === undefined) return []
  const place = wire.at.join('.')
  const isElsewhere = place !== path.split('.').at(-1)
  return [
    ...(isElsewhere && wire.as !== 'member' ? [t('docs.wire.at', { name: place })] : []),
    ...(wire.as === undefined ? [] : [t(`docs.wire.${wire.as}`, { name: place })]),
    ...(wire.null === true ? [t('docs.wire.null')] : []),
  ]
}

function typeText(schema: EntitySchema, { path, property }: Row, { t, maybe }: Text): string[] {
  const options = property.enum ?? rowSchema(property)?.enum
  if (options) {
    const choices = options
      .filter((value) => value !== null)
      .map((value) => `${maybe(`${schema.$id}.option.${path}.${String(value)}`) ?? String(value)} (${String(value)})`)
    return [t('docs.type.enum'), ...choices]
  }
  if (property['x-ref']) return [t('docs.type.reference', { name: t(`${property['x-ref'].entity}.one`) })]
  if (property.format === 'date-time') return [t('docs.type.date-time')]
  const type = [property.type].flat().find((name) => name !== 'null') ?? (property.properties ? 'object' : 'string')
  return [t(`docs.type.${type}`)]
}

/** The bounds in the schema, in words; omits a minimum length of 1, since "required" implies it. */
function bounds({ property }: Row, { t }: Text): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = property
  const hasBoth = minimum !== undefined && maximum !== undefined
  return [
    ...(hasBoth ? [t('docs.limit.between', { minimum, maximum })] : []),
    ...(minimum !== undefined && !hasBoth ? [t('docs.limit.minimum', { minimum })] : []),
    ...(maximum !== undefined && !hasBoth ? [t('docs.limit.maximum', { maximum })] : []),
    ...(minLength !== undefined && minLength > 1 ? [t('docs.limit.minLength', { limit: minLength })] : []),
    ...(maxLength !== undefined ? [t('docs.limit.maxLength', { limit: maxLength })] : []),
    ...(minItems !== undefined ? [t('docs.limit.minItems', { limit: minItems })] : []),
    ...(maxItems !== undefined ? [t('docs.limit.maxItems', { limit: maxItems })] : []),
  ]
}

function flags({ property }: Row, { t, maybe }: Text): string[] {
  const access = Object.values(property['x-access'] ?? {}).map((rule) => rule.because)
  return [
    ...(property.format && property.format !== 'date-time' ? [t('docs.limit.is', { what: t(`rule.format.${property.format}`) })] : []),
    ...(property.readOnly ? [t('docs.limit.readOnly')] : []),
    ...(property['x-frozen'] ? [t('docs.limit.createOnly')] : []),
    ...(property.writeOnly && !property['x-secret'] ? [t('docs.limit.writeOnly')] : []),
    ...(property['x-secret'] ? [t('docs.limit.secret')] : []),
    ...(property['x-ref']?.creates ? [t('docs.limit.creates')] : []),
    ...(isWrittenThrough(property) ? [t('docs.limit.writtenThrough')] : []),
    ...access.map((because) => t('docs.limit.access', { reason: maybe(because) ?? because })),
  ]
}

function isWrittenThrough({ 'x-derived': derived }: PropertySchema): boolean {
  return derived !== undefined && 'ref' in derived && derived.write === true
}

/** Dotted paths of the fields that a rule of the record or of a nested object may require. */
export function requiredByRules(schema: EntitySchema): Set<string> {
  const paths = [...allNodes(schemaTree(schema))].flatMap(({ property, textPath }) =>
    (property['x-rules'] ?? [])
      .filter(({ effect }) => effect === 'require')
      .flatMap(({ fields }) => fields.map((field) => [textPath, dottedPath(field)].filter(Boolean).join('.'))),
  )
  return new Set(paths)
}

function limits(row: Row, text: Text, { byRule, earlier }: { byRule: boolean; earlier: string[] }): string[] {
  return [
    ...earlier,
    ...(row.required ? [text.t('docs.limit.required')] : []),
    ...(byRule ? [text.t('docs.limit.requiredByRule')] : []),
    ...bounds(row, text),
    ...flags(row, text),
    ...wireNotes(row, text),
  ]
}

function defaultText(schema: EntitySchema, { path, property }: Row, { t, maybe }: Text): string {
  if (property.default === undefined) return ''
  if (typeof property.default === 'boolean') return t(property.default ? 'docs.yes' : 'docs.no')
  return maybe(`${schema.$id}.option.${path}.${String(property.default)}`) ?? JSON.stringify(property.default)
}

/** The field's help text or documented meaning. */
function ownText(schema: EntitySchema, { path }: Row, { maybe }: Pick<Text, 'maybe'>): string | undefined {
  return maybe(`${schema.$id}.help.${path}`) ?? maybe(`docs.meaning.${schema.$id}.${path}`) ?? maybe(`docs.meaning.${path}`)
}

/** What a field means; without a text of its own, the schema's description, in English if nobody has translated it. */
function meaning(schema: EntitySchema, row: Row, text: Text): Inline {
  const { description = '' } = row.property
  return ownText(schema, row, text) ?? (description && text.translated(description)) ?? { text: description, lang: 'en' }
}

/** The descriptions in the schema that stand on its page for want of other texts; `maybe` gives the English ones. */
export function descriptionsOnPage(schema: EntitySchema, text: Pick<Text, 'maybe'>): string[] {
  const shown = rows(schema, { prefix: '', wire: {} }).filter((row) => ownText(schema, row, text) === undefined)
  return [...new Set(shown.flatMap(({ property }) => property.description ?? []))]
}

/** Documents every field with type, limits, default and meaning. */
export function fieldSection(schema: EntitySchema, text: Text, changelog: string): Section {
  const { t } = text
  const heads = ['field', 'name', 'type', 'limits', 'default', 'meaning'].map((name) => t(`docs.head.${name}`))
  const byRule = requiredByRules(schema)
  const lastReleaseOf = releaseFinder(changelog)
  const body = rows(schema, { prefix: '', wire: compileWire(schema) ?? {} }).map((row) => [
    // What goes has no text any more.
    text.maybe(`${schema.$id}.field.${row.path}`) ?? row.path,
    { code: row.path },
    typeText(schema, row, text),
    limits(row, text, {
      byRule: byRule.has(row.path),
      earlier: earlierNotes(row.property, text, (name) => lastReleaseOf(name, schema.$id)),
    }),
    defaultText(schema, row, text),
    meaning(schema, row, text),
  ])
  return { id: 'fields', title: t('docs.section.fields'), blocks: [{ table: { heads, rows: body } }] }
}
