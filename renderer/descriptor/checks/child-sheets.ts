import type { Finding } from '../../../schemas/finding.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import { listPlace } from '../../../schemas/vocabulary/paths/list-place.ts'
import type { ChildSheet, Screen } from '../screen.ts'

/** Sheets of lists that are none, fields that their rows lack or cannot show, and rows that nothing tells apart. */
export function checkChildSheets(screen: Screen, schema: EntitySchema): Finding[] {
  return Object.entries(screen.bulk?.children ?? {}).flatMap(([name, child]) => [
    ...(/^[a-z][A-Za-z0-9]*$/.test(name) && name !== schema['x-entity'].name
      ? []
      : [{ id: 'screen.child.name', where: `bulk.children.${name}`, message: `"${name}" cannot name a sheet in a file` }]),
    ...checkChild(child, schema, `bulk.children.${name}`),
  ])
}

function checkChild({ list, columns }: ChildSheet, schema: EntitySchema, where: string): Finding[] {
  const place = listPlace(schema, list)
  if (!place) return [{ id: 'screen.child.list', where: `${where}.list`, message: `${schema.$id} has no list of rows at "${list}"` }]
  const { row } = place
  const at = `${where}.columns`
  const key = place.list['x-key'] ?? []
  const needed = [...key, ...(row.required ?? [])].filter((field) => field !== 'id' && !columns.includes(field))
  const unknown = columns.filter((field) => !fieldAt(row, field))
  const hidden = columns.filter((field) => fieldAt(row, field)?.writeOnly || fieldAt(row, field)?.['x-secret'])
  const shut = columns.filter((field) => fieldAt(row, field)?.['x-csv'] === false)
  return [
    ...unknown.map((field) => ({ id: 'screen.field.unknown', where: at, message: `rows of "${list}" have no field "${field}"` })),
    ...hidden.map((field) => ({ id: 'screen.column.write-only', where: at, message: `"${field}" is written and never read` })),
    ...shut.map((field) => ({ id: 'screen.bulk.not-csv', where: at, message: `"${field}" has no spreadsheet column (x-csv: false)` })),
    ...[...new Set(needed)].map((field) => ({
      id: 'screen.bulk.missing',
      where: at,
      message: `"${field}" is needed to find or create a row`,
    })),
    ...(row.properties?.['id'] || key.length > 0
      ? []
      : [{ id: 'screen.child.key', where: `${where}.list`, message: `rows of "${list}" have neither an id nor an x-key to be found by` }]),
  ]
}
