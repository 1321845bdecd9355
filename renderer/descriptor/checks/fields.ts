import type { Finding } from '../../../schemas/finding.ts'
import type { Condition, EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { fieldAt, fieldsOf, topOf } from '../../../schemas/vocabulary/field-path.ts'
import type { Screen } from '../screen.ts'

/** A field name as it stands in a descriptor. */
interface Mention {
  field: string
  where: string
}

function sectionMentions(screen: Screen): Mention[] {
  return Object.entries(screen.editor?.sections ?? {}).flatMap(([name, section]) => {
    const fields = Array.isArray(section) ? section : section.fields
    return fields.map((field, index) => ({ field, where: `editor.sections.${name}[${index}]` }))
  })
}

function columnMentions(screen: Screen): Mention[] {
  return (screen.list?.columns ?? []).map((column, index) => ({
    field: typeof column === 'string' ? column : column.field,
    where: `list.columns[${index}]`,
  }))
}

function otherMentions(screen: Screen): Mention[] {
  const keyed = (['widgets', 'only', 'spans'] as const).flatMap((part) =>
    Object.keys(screen.editor?.[part] ?? {}).map((field) => ({ field, where: `editor.${part}.${field}` })),
  )
  return [
    ...(screen.title ?? []).map((field, index) => ({ field, where: `title[${index}]` })),
    ...(screen.editor?.readOnly ?? []).map((field, index) => ({ field, where: `editor.readOnly[${index}]` })),
    ...(screen.bulk?.columns ?? []).map((field, index) => ({ field, where: `bulk.columns[${index}]` })),
    ...keyed,
  ]
}

function unknownFields(mentions: readonly Mention[], schema: EntitySchema): Finding[] {
  return mentions
    .filter(({ field }) => !fieldAt(schema, field))
    .map(({ field, where }) => ({ id: 'screen.field.unknown', where, message: `${schema.$id} has no field "${field}"` }))
}

function twice(mentions: readonly Mention[], id: string): Finding[] {
  return mentions
    .filter(({ field }, index) => mentions.findIndex((other) => other.field === field) < index)
    .map(({ field, where }) => ({ id, where, message: `"${field}" already stands elsewhere` }))
}

/** Paths of the fields that an object requires, always or by one of its rules. */
function requiredIn(object: PropertySchema, prefix: string): string[] {
  const byRule = (object['x-rules'] ?? []).filter((rule) => rule.effect === 'require').flatMap((rule) => rule.fields)
  return [...(object.required ?? []), ...byRule].map((name) => `${prefix}${name}`)
}

/** Fields that may be required; of an object that a record may lack only where `isUsed` says that it is filled. */
function requirable(schema: EntitySchema, isUsed: (path: string) => boolean): string[] {
  const all = fieldsOf(schema)
  const required = new Set([...requiredIn(schema, ''), ...all.flatMap(([path, property]) => requiredIn(property, `${path}/`))])
  const isAlive = (path: string): boolean => {
    const above = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined
    return above === undefined || ((required.has(above) || isUsed(above)) && isAlive(above))
  }
  return all
    .filter(([path, property]) => required.has(path) && !property.properties && !property.readOnly && isAlive(path))
    .map(([path]) => path)
}

function missingRequired(screen: Screen, schema: EntitySchema): Finding[] {
  if (!screen.editor) return []
  const shown = sectionMentions(screen).map(({ field }) => field)
  const isShown = (path: string): boolean => shown.some((field) => path === field || path.startsWith(`${field}/`))
  return requirable(schema, (path) => shown.some((field) => field === path || field.startsWith(`${path}/`)))
    .filter((field) => !isShown(field))
    .map((field) => ({
      id: 'screen.field.missing',
      where: 'editor.sections',
      message: `"${field}" can be required and stands in no section`,
    }))
}

function uncreatable(screen: Screen, schema: EntitySchema): Finding[] {
  const shut = (field: string): boolean => (screen.editor?.readOnly?.includes(field) ?? false) || screen.editor?.only?.[field] === 'edit'
  return schema.required
    .filter((field) => screen.editor && shut(field) && schema.properties[field]?.default === undefined)
    .map((field) => ({
      id: 'screen.field.uncreatable',
      where: 'editor',
      message: `"${field}" is required, has no default, and cannot be filled when creating`,
    }))
}

function writeOnlyColumns(screen: Screen, schema: EntitySchema): Finding[] {
  return [...columnMentions(screen), ...otherMentions(screen).filter(({ where }) => where.startsWith('bulk.'))]
    .filter(({ field }) => fieldAt(schema, field)?.writeOnly || fieldAt(schema, field)?.['x-secret'])
    .map(({ field, where }) => ({
      id: 'screen.column.write-only',
      where,
      message: `"${field}" is written and never read; it cannot be a column`,
    }))
}

function bulkColumns(screen: Screen, schema: EntitySchema): Finding[] {
  if (!screen.bulk) return []
  const columns = screen.bulk.columns
  const labels = columns.map((field) => schema.properties[field]?.['x-ref']?.label)
  const held = columns.map(topOf)
  const absent = [...schema['x-key'], ...schema.required].filter(
    (field) => !columns.includes(field) && !held.includes(field) && !labels.includes(field),
  )
  const shut = columns.filter((field) => fieldAt(schema, field)?.['x-csv'] === false)
  return [
    ...[...new Set(absent)].map((field) => ({
      id: 'screen.bulk.missing',
      where: 'bulk.columns',
      message: `"${field}" is needed to find or create a row`,
    })),
    ...shut.map((field) => ({
      id: 'screen.bulk.not-csv',
      where: 'bulk.columns',
      message: `"${field}" has no spreadsheet column (x-csv: false)`,
    })),
  ]
}

function conditionFields(condition: Condition, where: string): Mention[] {
  const { any = [], all = [], not, ...tests } = condition
  const nested = [...any, ...all, ...(not ? [not] : [])].flatMap((inner) => conditionFields(inner, where))
  const own = Object.keys(tests)
    .filter((path) => /^[A-Za-z]/.test(path))
    .map((path) => ({ field: path.split('.')[0] ?? path, where }))
  return [...own, ...nested]
}

function sectionConditions(screen: Screen): Mention[] {
  return Object.entries(screen.editor?.sections ?? {}).flatMap(([name, section]) =>
    Array.isArray(section) || !section.when ? [] : conditionFields(section.when, `editor.sections.${name}.when`),
  )
}

/** Fields that do not exist, stand twice, are missing, or cannot stand where they do. */
export function checkFields(screen: Screen, schema: EntitySchema): Finding[] {
  const sections = sectionMentions(screen)
  const columns = columnMentions(screen)
  return [
    ...unknownFields([...sections, ...columns, ...otherMentions(screen), ...sectionConditions(screen)], schema),
    ...twice(sections, 'screen.field.twice'),
    ...twice(columns, 'screen.column.twice'),
    ...missingRequired(screen, schema),
    ...uncreatable(screen, schema),
    ...writeOnlyColumns(screen, schema),
    ...bulkColumns(screen, schema),
  ]
}
