import type { Screen } from '../../renderer/descriptor/screen.ts'
import type { CsvMap, CsvMapColumn } from '../../schemas/csv.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import { generatedNote, objectKey, variableName } from './names.ts'
import { languages, type Tree } from './tree.ts'

/** A field that a cell can hold, by its path. */
interface Cell {
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

function cells(parent: PropertySchema, prefix = '', within = { guarded: false, required: true }): Cell[] {
  return Object.entries(parent.properties ?? {}).flatMap(([name, property]) => {
    if (property['x-csv'] === false || property['x-secret'] || property.writeOnly) return []
    const path = `${prefix}${name}`
    const guarded = within.guarded || property['x-access'] !== undefined
    const required = within.required && (parent.required?.includes(name) ?? false)
    if (property.properties) return cells(property, `${path}/`, { guarded, required })
    return cellType(property) ? [{ path, property, required, guarded }] : []
  })
}

function headers(tree: Tree, entity: string, path: string): Record<string, string> {
  const key = `${entity}.field.${path.replaceAll('/', '.')}`
  return Object.fromEntries(
    languages.map((language) => [language, tree.locales.texts[language][key] ?? tree.locales.texts.en[key] ?? path]),
  )
}

function column(tree: Tree, entity: string, { path, property, required, guarded }: Cell): CsvMapColumn {
  const settings = property['x-csv'] || {}
  const reference = property['x-ref']
  return {
    id: settings.id ?? settings.via ?? path.replaceAll('/', '.'),
    field: path,
    ...(reference && settings.via ? { via: settings.via, entity: reference.entity } : {}),
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

/** Fields of the bulk page first, in its order; then what else can stand in a cell. */
function ordered(all: Cell[], screen: Screen | undefined): Cell[] {
  const wanted = screen?.bulk?.columns ?? []
  const rank = (path: string): number => (wanted.includes(path) ? wanted.indexOf(path) : wanted.length)
  return all.toSorted((left, right) => rank(left.path) - rank(right.path))
}

/** The spreadsheet of one entity. */
export function csvMap(tree: Tree, schema: EntitySchema): CsvMap {
  const { name, plural } = schema['x-entity']
  const all = cells(schema)
  const elsewhere = new Set(['oid', ...all.flatMap(({ property }) => (property['x-csv'] ? [property['x-csv'].via] : []))])
  const own = all.filter(({ path }) => !elsewhere.has(path))
  return {
    entity: name,
    file: `${tree.screens[name]?.bulk?.file ?? plural}.csv`,
    key: schema['x-key'],
    columns: ordered(own, tree.screens[name]).map((cell) => column(tree, name, cell)),
  }
}

/** All column maps at once, for the service. */
export function csvMaps(tree: Tree): string {
  const names = Object.keys(tree.entities)
  return [
    generatedNote,
    "import type { CsvMap } from '../../csv.ts'",
    "import type { EntityName } from '../entity-names.ts'",
    ...names.map((name) => `import ${variableName(name)} from './${name}.json' with { type: 'json' }`),
    '',
    '/** Every entity with its spreadsheet columns; for the service. The browser takes `loadCsvMap`. */',
    'export const csvMaps: Record<EntityName, CsvMap> = {',
    ...names.map((name) => `  ${objectKey(name)}: ${variableName(name)} as CsvMap,`),
    '}',
    '',
  ].join('\n')
}

/** One column map at a time, for the browser. */
export function csvMapLoader(tree: Tree): string {
  return [
    generatedNote,
    "import type { CsvMap } from '../../csv.ts'",
    "import type { EntityName } from '../entity-names.ts'",
    '',
    'const loaders: Record<EntityName, () => Promise<{ default: unknown }>> = {',
    ...Object.keys(tree.entities).map((name) => `  ${objectKey(name)}: () => import('./${name}.json', { with: { type: 'json' } }),`),
    '}',
    '',
    '/** Fetches the spreadsheet columns of one entity. */',
    'export async function loadCsvMap(name: EntityName): Promise<CsvMap> {',
    '  return (await loaders[name]()).default as CsvMap',
    '}',
    '',
  ].join('\n')
}
