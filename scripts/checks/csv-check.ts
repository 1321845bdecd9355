import type { CsvMap } from '../../schemas/csv.ts'
import type { Finding } from '../../schemas/finding.ts'
import { csvMap } from '../generate/csv.ts'
import { languages, type Tree } from '../generate/tree.ts'

const reserved = ['sheet', 'oid', 'revision']

function duplicatesIn(names: readonly string[]): string[] {
  const folded = names.map((name) => name.toLocaleLowerCase())
  return [...new Set(names.filter((_name, index) => folded.indexOf(folded[index] ?? '') < index))]
}

function checkMap(map: Pick<CsvMap, 'columns'> & { entity: string }): Finding[] {
  const where = `schemas/entities/${map.entity}.schema.json: x-csv`
  const ids = [...reserved, ...map.columns.flatMap(({ id, aliases }) => [id, ...aliases])]
  return [
    ...duplicatesIn(ids).map((id) => ({ id: 'csv.id.twice', where, message: `two columns are called "${id}"` })),
    ...languages.flatMap((language) =>
      duplicatesIn(map.columns.map(({ headers }) => headers[language] ?? '')).map((header) => ({
        id: 'csv.header.twice',
        where,
        message: `two columns have the ${language} header "${header}"`,
      })),
    ),
  ]
}

/** Finds spreadsheet columns with the same id or header, and export files with the same name. */
export function checkCsv(tree: Tree): Finding[] {
  const maps = Object.values(tree.entities).map((schema) => csvMap(tree, schema))
  const children = maps.flatMap(({ entity, children: own = [] }) => own.map((child) => ({ ...child, entity })))
  const files = duplicatesIn([...maps, ...children].map(({ file }) => file))
  return [
    ...[...maps, ...children].flatMap(checkMap),
    ...files.map((file) => ({ id: 'csv.file.twice', where: 'screens', message: `two entities export to ${file}` })),
  ]
}
