import type { CsvMapColumn } from '../../schemas/csv.ts'
import { hasUniformChildren, textPathOf } from '../../schemas/vocabulary/schema/uniform-children.ts'
import { dottedPath, fieldAt } from '../../schemas/vocabulary/paths/field-path.ts'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { languages, type Language, type Tree } from './tree.ts'

/** A field that fits into one spreadsheet cell. */
export interface Cell {
  path: string
  property: PropertySchema
  required: boolean
  /** The field or an object that contains it has an access rule. */
  guarded: boolean
  /** Paths that the field had in earlier releases (`x-was`, its own and those of the objects around it). */
  earlierPaths: string[]
  /** The field or an object around it goes (`x-removed`): no sheet has a column of it. */
  removed?: boolean
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

/** Every field of an object that fits into a cell, including nested objects' fields. */
export function cells(
  parent: PropertySchema,
  prefix = '',
  enclosing: Enclosing = { guarded: false, required: true, prefixes: [''] },
): Cell[] {
  return Object.entries(parent.properties ?? {}).flatMap(([name, property]) => {
    if (property['x-csv'] === false || property['x-secret'] || property.writeOnly) return []
    const removed = enclosing.removed === true || property['x-removed'] !== undefined
    const path = `${prefix}${name}`
    const paths = everyPath(name, property, enclosing.prefixes)
    const guarded = enclosing.guarded || property['x-access'] !== undefined
    const required = enclosing.required && (parent.required?.includes(name) ?? false)
    if (property.properties) return cells(property, `${path}/`, { guarded, required, removed, prefixes: paths.map((one) => `${one}/`) })
    const earlierPaths = paths.filter((one) => one !== path)
    return cellType(property) ? [{ path, property, required, guarded, earlierPaths, ...(removed && { removed }) }] : []
  })
}

/** What the objects around a field say about it; `prefixes` are their present and earlier paths. */
interface Enclosing {
  guarded: boolean
  required: boolean
  removed?: boolean
  prefixes: readonly string[]
}

/** The present and all earlier paths of a field. */
function everyPath(name: string, { 'x-was': was = [] }: PropertySchema, prefixes: readonly string[]): string[] {
  const beside = [name, ...was.filter((one) => !one.startsWith('/'))]
  const elsewhere = was.filter((one) => one.startsWith('/')).map((one) => one.slice(1))
  return [...prefixes.flatMap((prefix) => beside.map((one) => `${prefix}${one}`)), ...elsewhere]
}

/** A field's header in every language; fields of uniform children are prefixed with the child's name: "WAN 1 › MTU". */
export function headers(tree: Tree, entity: string, path: string): Record<string, string> {
  const schema = tree.entities[entity] ?? {}
  const segments = path.split('/')
  const prefixes = segments.map((_name, index) => segments.slice(0, index + 1))
  const textKeys = prefixes
    .filter(
      (prefixPath) => prefixPath.length === segments.length || hasUniformChildren(fieldAt(schema, prefixPath.slice(0, -1).join('/')) ?? {}),
    )
    .map((prefixPath) => `${entity}.field.${textPathOf(schema, prefixPath)}`)
  const header = (language: Language): string =>
    textKeys.map((key) => tree.locales.texts[language][key] ?? tree.locales.texts.en[key] ?? path).join(' › ')
  return Object.fromEntries(languages.map((language) => [language, header(language)]))
}

function earlierOptions({ 'x-options': declared = {} }: PropertySchema): Pick<CsvMapColumn, 'was'> {
  const was = Object.entries(declared).flatMap(([option, { 'x-was': names }]) => names.map((name) => [name, option] as const))
  return was.length === 0 ? {} : { was: Object.fromEntries(was) }
}

/** Headers of the columns that the fields that go had, so that files of before still import. */
export function ignoredHeaders(tree: Tree, entity: string, all: readonly Cell[]): { ignored?: string[] } {
  const names = all
    .filter(({ removed }) => removed === true)
    .map((cell) => column(tree, entity, cell))
    .flatMap(({ id, aliases, headers: labels }) => [id, ...aliases, ...Object.values(labels)])
  return names.length === 0 ? {} : { ignored: [...new Set(names)] }
}

/** The spreadsheet column of a field. */
export function column(tree: Tree, entity: string, { path, property, required, guarded, earlierPaths }: Cell): CsvMapColumn {
  const settings = property['x-csv'] || {}
  const reference = property['x-ref']
  return {
    id: settings.id ?? settings.via ?? path.replaceAll('/', '.'),
    field: path,
    // `@/<path>`: the service sends no label for this reference, so the sheet looks it up.
    ...(reference ? { via: settings.via ?? `@/${path}`, entity: reference.entity } : {}),
    type: cellType(property) ?? 'string',
    ...(property.enum ? { enum: property.enum.filter((value) => value !== null).map(String) } : {}),
    ...earlierOptions(property),
    aliases: [...new Set([...(settings.aliases ?? []), ...earlierPaths.map(dottedPath)])],
    headers: headers(tree, entity, path),
    required,
    readOnly: property.readOnly ?? false,
    createOnly: property['x-frozen'] === 'createOnly',
    guarded,
  }
}
