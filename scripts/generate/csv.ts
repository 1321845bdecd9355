import type { Screen } from '../../renderer/descriptor/screen.ts'
import type { CsvMap } from '../../schemas/csv.ts'
import { earlierNamesOf } from '../../schemas/evolution/earlier-names.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { childMaps } from './csv-children.ts'
import { cells, column, ignoredHeaders, type Cell } from './csv-columns.ts'
import { generatedNote, objectKey, variableName } from './names.ts'
import type { Tree } from './tree.ts'

/** Fields of the bulk page first, in its order; then all other fields. */
function inBulkOrder(all: Cell[], screen: Screen | undefined): Cell[] {
  const bulkColumns = screen?.bulk?.columns ?? []
  const rank = (path: string): number => (bulkColumns.includes(path) ? bulkColumns.indexOf(path) : bulkColumns.length)
  return all.toSorted((left, right) => rank(left.path) - rank(right.path))
}

/** The present path of a field that a key of an earlier release names. */
function presentField(schema: EntitySchema, field: string): string {
  return earlierNamesOf(schema)?.place(field.split('/')).segments.join('/') ?? field
}

/** The spreadsheet columns of one entity, with those of its child sheets. */
export function csvMap(tree: Tree, schema: EntitySchema): CsvMap {
  const { name, plural } = schema['x-entity']
  const cellsOfAll = cells(schema)
  const all = cellsOfAll.filter(({ removed }) => removed !== true)
  const formerKeys = (schema['x-former']?.keys ?? []).map((key) => key.map((field) => presentField(schema, field)))
  // Every sheet has its own `oid` column; a `via` property supplies the label shown in another column.
  const skippedPaths = new Set(['oid', ...all.flatMap(({ property }) => (property['x-csv'] ? [property['x-csv'].via] : []))])
  const columnCells = all.filter(({ path }) => !skippedPaths.has(path))
  const map: CsvMap = {
    entity: name,
    ...(schema['x-was'] && { was: schema['x-was'] }),
    file: `${tree.screens[name]?.bulk?.file ?? plural}.csv`,
    key: schema['x-key'],
    ...(formerKeys.length > 0 && { formerKeys }),
    columns: inBulkOrder(columnCells, tree.screens[name]).map((cell) => column(tree, name, cell)),
    ...ignoredHeaders(tree, name, cellsOfAll),
  }
  const children = childMaps({ tree, schema, map }, tree.screens[name]?.bulk?.children ?? {})
  return children.length > 0 ? { ...map, children } : map
}

/** Source of the module that imports all column maps, for the service. */
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

/** Source of the module that loads one column map at a time, for the browser. */
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
