import type { ChildSheet } from '../../renderer/descriptor/screen.ts'
import type { CsvChildMap, CsvMap, CsvMapColumn } from '../../schemas/csv.ts'
import { dottedPath } from '../../schemas/vocabulary/paths/field-path.ts'
import { entryPath, listPlace, type ListPlace } from '../../schemas/vocabulary/paths/list-place.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { cells, column, headers, ignoredHeaders } from './csv-columns.ts'
import { languages, type Tree } from './tree.ts'

interface ChildContext {
  tree: Tree
  schema: EntitySchema
  /** The record's own sheet. */
  map: CsvMap
}

/** Column maps of an entity's child sheets: one per list field in its bulk page. */
export function childMaps(context: ChildContext, children: Record<string, ChildSheet>): CsvChildMap[] {
  return Object.entries(children).flatMap(([name, child]) => {
    const place = listPlace(context.schema, child.list)
    return place ? [childMap(context, { name, child, place })] : []
  })
}

function childMap(context: ChildContext, { name, child, place }: { name: string; child: ChildSheet; place: ListPlace }): CsvChildMap {
  const { tree, map } = context
  const text = textOf(context, child.list, place)
  const own = rowColumns(context, { text, child, place })
  const usedIds = new Set(['sheet', 'oid', 'revision', 'id', ...own.map(({ id }) => id)])
  return {
    name,
    list: child.list,
    text,
    file: `${map.file.slice(0, -'.csv'.length)}-${name}.csv`,
    key: place.list['x-key'] ?? [],
    ...ignoredHeaders(tree, map.entity, cells(place.row)),
    columns: [...keyColumns(context), ...entryColumn(context, { child, place, usedIds }), ...idColumn(tree, place), ...own],
  }
}

/** Text path of a list inside map entries: texts are stored under the map, or under the first entry named in the schema. */
function textOf({ tree, map }: ChildContext, list: string, { entries }: ListPlace): string {
  const shared = list
    .split('/')
    .filter((step) => step !== '*')
    .join('.')
  if (entries === undefined || tree.locales.texts.en[`${map.entity}.field.${shared}`] !== undefined) return shared
  return dottedPath(entryPath(list, entries[0]))
}

const columnDefaults = { aliases: [], required: false, readOnly: false, createOnly: false, guarded: false } satisfies Partial<CsvMapColumn>

/** Headers of a parent record's column, e.g. "Edge box: Name". */
function recordHeaders(tree: Tree, { entity }: CsvMap, own: CsvMapColumn['headers']): CsvMapColumn['headers'] {
  return Object.fromEntries(
    languages.map((language) => [language, `${tree.locales.texts[language][`${entity}.one`] ?? entity}: ${own[language] ?? ''}`]),
  )
}

/** The parent record's key columns, prefixed with the entity (`edge-box.name`), since a row may have its own `name`. */
function keyColumns({ tree, map }: ChildContext): CsvMapColumn[] {
  return map.key.flatMap((field) => {
    const found = map.columns.find((candidate) => candidate.field === field || candidate.via === field)
    if (!found) return []
    const id = `${map.entity}.${found.id}`
    const everyName = [map.entity, ...(map.was ?? [])].flatMap((entity) => [found.id, ...found.aliases].map((one) => `${entity}.${one}`))
    const own: CsvMapColumn = {
      ...columnDefaults,
      id,
      aliases: everyName.filter((name) => name !== id),
      field: `^/${found.via ?? found.field}`,
      type: found.type,
      ...(found.enum && { enum: found.enum }),
      ...(found.was && { was: found.was }),
      headers: recordHeaders(tree, map, found.headers),
      createOnly: true,
      guarded: found.guarded,
    }
    return [own]
  })
}

/** The column for the map entry that the row belongs to; none for a list outside a map. */
function entryColumn(
  { tree, map }: ChildContext,
  { child, place, usedIds }: { child: ChildSheet; place: ListPlace; usedIds: ReadonlySet<string> },
): CsvMapColumn[] {
  if (place.entriesAt === undefined) return []
  const outer = child.list.split('/').slice(0, place.entriesAt).join('/')
  return [
    {
      ...columnDefaults,
      id: usedIds.has(dottedPath(outer)) ? `${dottedPath(outer)}.*` : dottedPath(outer),
      field: '*',
      type: place.entries ? 'enum' : 'string',
      ...(place.entries && { enum: place.entries }),
      headers: recordHeaders(tree, map, headers(tree, map.entity, outer)),
      required: true,
      createOnly: true,
    },
  ]
}

/** The row's own identifier: read-only, because the service assigns it to new rows. */
function idColumn(tree: Tree, { row }: ListPlace): CsvMapColumn[] {
  if (!row.properties?.['id']) return []
  const named = Object.fromEntries(languages.map((language) => [language, tree.locales.texts[language]['bulk.column.id'] ?? 'id']))
  return [{ ...columnDefaults, id: 'id', field: 'id', type: 'string', headers: named, readOnly: true }]
}

function rowColumns(
  { tree, map }: ChildContext,
  { text, child, place }: { text: string; child: ChildSheet; place: ListPlace },
): CsvMapColumn[] {
  const all = cells(place.row)
  return child.columns.flatMap((path) => {
    const cell = all.find((candidate) => candidate.path === path)
    if (!cell) return []
    return [{ ...column(tree, map.entity, cell), headers: headers(tree, map.entity, `${text}.${path}`) }]
  })
}
