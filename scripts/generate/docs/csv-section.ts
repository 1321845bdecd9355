import type { CsvChildMap, CsvMap, CsvMapColumn } from '../../../schemas/csv.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { requiredByRules } from './field-section.ts'
import type { Block, Cell, Section } from './page.ts'
import type { Text } from './text.ts'

function contentText(column: CsvMapColumn, byRule: ReadonlySet<string>, { t }: Text): string[] {
  const type = column.entity ? t('docs.type.reference', { name: t(`${column.entity}.one`) }) : t(`docs.type.${column.type}`)
  return [
    column.enum ? t('docs.type.options', { options: column.enum.join(', ') }) : type,
    ...(column.required ? [t('docs.limit.required')] : []),
    ...(byRule.has(dottedPath(column.field)) ? [t('docs.limit.requiredByRule')] : []),
    ...(column.readOnly ? [t('docs.limit.readOnly')] : []),
    ...(column.createOnly ? [t('docs.csv.forNew')] : []),
  ]
}

/** Documents the columns of the entity's CSV file and of its child files. */
export function csvSection(map: CsvMap, schema: EntitySchema, text: Text): Section {
  const { t, language } = text
  const byRule = requiredByRules(schema)
  const rows: Cell[][] = [
    [{ code: 'oid' }, '', t('docs.csv.oid')],
    [{ code: 'revision' }, '', t('docs.csv.revision')],
    ...map.columns.map((column) => [{ code: column.id }, column.headers[language] ?? '', contentText(column, byRule, text)]),
  ]
  const names = [map.entity, ...(map.children ?? []).map(({ name }) => name)].join(', ')
  return {
    id: 'csv',
    title: t('docs.section.csv'),
    blocks: [
      { paragraph: t('docs.csv.about', { file: map.file, key: map.key.map(dottedPath).join(' + ') }) },
      { paragraph: { text: t('docs.csv.sample'), href: `../samples/${map.file}`, download: map.file } },
      columnTable(rows, text),
      ...(map.children ?? []).map((child) => childBlock({ map, child }, text)),
      ...(map.children ? [{ paragraph: t('docs.csv.together', { names }) }] : []),
    ],
  }
}

function columnTable(rows: readonly (readonly Cell[])[], { t }: Text): Block {
  return { table: { heads: ['column', 'header', 'content'].map((name) => t(`docs.head.${name}`)), rows } }
}

/** Documents the columns of a child file, i.e. of a list inside the record. */
function childBlock({ map, child }: { map: CsvMap; child: CsvChildMap }, text: Text): Block {
  const { t, language } = text
  const { file, columns, name } = child
  const title = t(`${map.entity}.field.${child.text}`)
  const byKey = child.key.length > 0 ? t('docs.csv.listKey', { key: child.key.map(dottedPath).join(' + ') }) : ''
  const hasId = columns.some(({ id }) => id === 'id')
  const about = [t('docs.csv.list', { file, title }), hasId ? t('docs.csv.listId') : '', byKey].filter((part) => part !== '').join(' ')
  const rows: Cell[][] = [
    [{ code: 'sheet' }, '', t('docs.csv.sheet', { name })],
    [{ code: 'oid' }, '', t('docs.csv.listOid')],
    [{ code: 'revision' }, '', t('docs.csv.revision')],
    ...columns.map((column) => [{ code: column.id }, column.headers[language] ?? '', contentText(column, new Set(), text)]),
  ]
  return { title, blocks: [{ paragraph: about }, columnTable(rows, text)] }
}
