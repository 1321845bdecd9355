import type { ChildSheet } from '../../renderer/descriptor/screen.ts'
import type { CsvChildMap, CsvMap, CsvMapColumn } from '../../schemas/csv.ts'
import { dottedPath } from '../../schemas/vocabulary/paths/field-path.ts'
import { entryPath, listPlace, type ListPlace } from '../../schemas/vocabulary/paths/list-place.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { cells, column, headers } from './csv-columns.ts'
import { languages, type Tree } from './tree.ts'

interface Around {
  tree: Tree
  schema: EntitySchema
  /** The record's own sheet. */
  map: CsvMap
}

/** The sheets of the lists within an entity's records. */
export function childMaps(around: Around, children: Record<string, ChildSheet>): CsvChildMap[] {
  return Object.entries(children).flatMap(([name, child]) => {
    const place = listPlace(around.schema, child.list)
    return place ? [childMap(around, { name, child, place })] : []
  })
}

function childMap(around: Around, { name, child, place }: { name: string; child: ChildSheet; place: ListPlace }): CsvChildMap {
  const { tree, map } = around
  const text = textOf(around, child.list, place)
  const own = rowColumns(around, { text, child, place })
  const taken = new Set(['sheet', 'oid', 'revision', 'id', ...own.map(({ id }) => id)])
  return {
    name,
    list: child.list,
    text,
    file: `${map.file.slice(0, -'.csv'.length)}-${name}.csv`,
    key: place.list['x-key'] ?? [],
    columns: [...keyColumns(around), ...entryColumn(around, { child, place, taken }), ...idColumn(tree, place), ...own],
  }
}

/** Texts of a list within entries that are alike stand under the map, or under the first entry that the schema names. */
function textOf({ tree, map }: Around, list: string, { entries }: ListPlace): string {
  const shared = list
    .split('/')
    .filter((step) => step !== '*')
    .join('.')
  if (entries === undefined || tree.locales.texts.en[`${map.entity}.field.${shared}`] !== undefined) return shared
  return dottedPath(entryPath(list, entries[0]))
}

const plain = { aliases: [], required: false, readOnly: false, createOnly: false, guarded: false } satisfies Partial<CsvMapColumn>

/** Headers that say that they are about the record around a row. */
function ofRecord(tree: Tree, { entity }: CsvMap, own: CsvMapColumn['headers']): CsvMapColumn['headers'] {
  return Object.fromEntries(
    languages.map((language) => [language, `${tree.locales.texts[language][`${entity}.one`] ?? entity}: ${own[language] ?? ''}`]),
  )
}

/** The record's key, by the same names as on its own sheet, with the entity before them: a row may have a `name` of its own. */
function keyColumns({ tree, map }: Around): CsvMapColumn[] {
  return map.key.flatMap((field) => {
    const found = map.columns.find((candidate) => candidate.field === field || candidate.via === field)
    if (!found) return []
    const own: CsvMapColumn = {
      ...plain,
      id: `${map.entity}.${found.id}`,
      field: `^/${found.via ?? found.field}`,
      type: found.type,
      ...(found.enum && { enum: found.enum }),
      headers: ofRecord(tree, map, found.headers),
      createOnly: true,
      guarded: found.guarded,
    }
    return [own]
  })
}

/** The column that says in which entry of the map a row stands. */
function entryColumn(
  { tree, map }: Around,
  { child, place, taken }: { child: ChildSheet; place: ListPlace; taken: ReadonlySet<string> },
): CsvMapColumn[] {
  if (place.entriesAt === undefined) return []
  const outer = child.list.split('/').slice(0, place.entriesAt).join('/')
  return [
    {
      ...plain,
      id: taken.has(dottedPath(outer)) ? `${dottedPath(outer)}.*` : dottedPath(outer),
      field: '*',
      type: place.entries ? 'enum' : 'string',
      ...(place.entries && { enum: place.entries }),
      headers: ofRecord(tree, map, headers(tree, map.entity, outer)),
      required: true,
      createOnly: true,
    },
  ]
}

/** The row's own identifier: the service gives it, so a new row has none. */
function idColumn(tree: Tree, { row }: ListPlace): CsvMapColumn[] {
  if (!row.properties?.['id']) return []
  const named = Object.fromEntries(languages.map((language) => [language, tree.locales.texts[language]['bulk.column.id'] ?? 'id']))
  return [{ ...plain, id: 'id', field: 'id', type: 'string', headers: named, readOnly: true }]
}

function rowColumns({ tree, map }: Around, { text, child, place }: { text: string; child: ChildSheet; place: ListPlace }): CsvMapColumn[] {
  const all = cells(place.row)
  return child.columns.flatMap((path) => {
    const cell = all.find((candidate) => candidate.path === path)
    if (!cell) return []
    return [{ ...column(tree, map.entity, cell), headers: headers(tree, map.entity, `${text}.${path}`) }]
  })
}
