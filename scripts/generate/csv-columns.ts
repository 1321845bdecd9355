import type { CsvMapColumn } from '../../schemas/csv.ts'
import { hasUniformChildren, textPathOf } from '../../schemas/vocabulary/schema/uniform-children.ts'
import { fieldAt } from '../../schemas/vocabulary/paths/field-path.ts'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { languages, type Language, type Tree } from './tree.ts'

/** A field that a cell can hold, by its path. */
export interface Cell {
  path: string
  property: PropertySchema
  required: boolean
  /** It, or an object around it, has an access rule. */
  guarded: boolean
}

function mainType(property: PropertySchema): string | undefined {
  return [property.type].flat().find((type) => type !== 'null')
}

function cellType(property: PropertySchema): CsvMapColumn['type'] | null {
  if (property.enum) return 'enum'
  if (property.format === 'date-time') return 'date-time'
  const type = mainType(property)
  if (type === 'array') return property.items && !property.items.properties ? 'list' : null
  return type === 'integer' || type === 'number' || type === 'boolean' || type === 'string' ? type : null
}

/** Every field of an object that a cell can hold, fields of objects within included. */
export function cells(parent: PropertySchema, prefix = '', within = { guarded: false, required: true }): Cell[] {
  return Object.entries(parent.properties ?? {}).flatMap(([name, property]) => {
    if (property['x-csv'] === false || property['x-secret'] || property.writeOnly) return []
    const path = `${prefix}${name}`
    const guarded = within.guarded || property['x-access'] !== undefined
    const required = within.required && (parent.required?.includes(name) ?? false)
    if (property.properties) return cells(property, `${path}/`, { guarded, required })
    return cellType(property) ? [{ path, property, required, guarded }] : []
  })
}

/** A field's name in every language; within one of several like objects with its key before it: "WAN 1 › MTU". */
export function headers(tree: Tree, entity: string, path: string): Record<string, string> {
  const schema = tree.entities[entity] ?? {}
  const segments = path.split('/')
  const keys = segments.map((_name, index) => segments.slice(0, index + 1))
  const named = keys
    .filter((around) => around.length === segments.length || hasUniformChildren(fieldAt(schema, around.slice(0, -1).join('/')) ?? {}))
    .map((around) => `${entity}.field.${textPathOf(schema, around)}`)
  const header = (language: Language): string =>
    named.map((key) => tree.locales.texts[language][key] ?? tree.locales.texts.en[key] ?? path).join(' › ')
  return Object.fromEntries(languages.map((language) => [language, header(language)]))
}

/** The spreadsheet column of a field. */
export function column(tree: Tree, entity: string, { path, property, required, guarded }: Cell): CsvMapColumn {
  const settings = property['x-csv'] || {}
  const reference = property['x-ref']
  return {
    id: settings.id ?? settings.via ?? path.replaceAll('/', '.'),
    field: path,
    // What the service sends without a label is named by the sheet itself.
    ...(reference ? { via: settings.via ?? `@/${path}`, entity: reference.entity } : {}),
    type: cellType(property) ?? 'string',
    ...(property.enum ? { enum: property.enum.filter((value) => value !== null).map(String) } : {}),
    aliases: settings.aliases ?? [],
    headers: headers(tree, entity, path),
    required,
    readOnly: property.readOnly ?? false,
    createOnly: property['x-frozen'] === 'createOnly',
    guarded,
  }
}
