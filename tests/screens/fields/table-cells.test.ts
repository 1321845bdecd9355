import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { editorTexts } from '../../../renderer/editor/layout/editor-texts.ts'
import { layoutOf, type FieldLayout } from '../../../renderer/editor/layout/layout.ts'
import { readText, shownText } from '../../../renderer/widgets/table/cell-text.ts'
import { columnsOf, type TableColumn } from '../../../renderer/widgets/table/columns.ts'
import { pasted } from '../../../renderer/widgets/table/paste.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { everyForm } from '../../support/editor/every-form.ts'

const languages = ['en', 'fr', 'de', 'es'] as const

interface ShownTable {
  name: string
  schema: EntitySchema
  field: FieldLayout
  columns: TableColumn[]
}

/** Every list of every form that a table edits. */
const tables: ShownTable[] = [
  ...new Map(
    everyForm.flatMap(({ schema, screen }) =>
      [...layoutOf(schema, screen, true).fields.values()]
        .filter(({ field }) => field.widget === 'table')
        .map(({ field }): [string, ShownTable] => {
          const name = `${schema.$id}${field.pointer}`
          return [name, { name, schema, field, columns: columnsOf(field.property, field.options) }]
        }),
    ),
  ).values(),
]

const folder = join(import.meta.dirname, '../../../locales')

function textsOf(language: string): Record<string, string> {
  const files = readdirSync(join(folder, language)).map((file) => readFileSync(join(folder, language, file), 'utf8'))
  return Object.assign({}, ...files.map((file) => JSON.parse(file) as Record<string, string>)) as Record<string, string>
}

const texts = Object.fromEntries(languages.map((language) => [language, textsOf(language)]))

/** Values that a cell of the column can have. */
function valuesOf({ kind, property }: TableColumn): unknown[] {
  if (kind === 'check') return [true, false]
  const options = [...(property.enum ?? []), ...(property.examples ?? [])]
  if (kind === 'number') return [...options, property.minimum, property.maximum, 17].filter((value) => value !== undefined)
  return options.length > 0 ? options : ['10.20.30.40', 'a name, with (more) words']
}

/** What spreadsheets write for a value, besides what the column shows. */
function alsoWritten({ kind, property }: TableColumn, value: unknown): string[] {
  if (kind === 'check') return value === true ? ['TRUE', 'yes', 'oui', 'ja', 'sí', '1'] : ['FALSE', 'no', 'non', 'nein', '0']
  if (property['x-kind'] === 'prefixLength' && value === 17) return ['/17', '255.255.128.0']
  return [String(value), ` ${String(value)} `]
}

/** Columns that a person can paste into. Secrets are never shown. */
const open = (columns: readonly TableColumn[]): TableColumn[] => columns.filter(({ kind }) => kind !== 'shown')

describe.each(tables)('the table $name', ({ schema, field, columns }) => {
  it.each(languages)('reads whatever its columns show in "%s", and what spreadsheets write', (language) => {
    const host = {
      language,
      t: (key: string) => texts[language]?.[key] ?? key,
      hasText: (key: string) => texts[language]?.[key] !== undefined,
    }
    const { option } = editorTexts(schema, host)
    for (const column of open(columns)) {
      const optionLabel = (value: unknown) => option(`${field.pointer}/0/${column.name}`, value)
      for (const value of valuesOf(column)) {
        const shown = column.kind === 'choice' || column.kind === 'filled' ? optionLabel(value) : shownText(column, value, optionLabel)
        for (const text of [...(column.kind === 'check' ? [] : [shown]), ...alsoWritten(column, value)])
          expect([column.name, text, readText(column, text, optionLabel)]).toEqual([column.name, text, value])
      }
    }
  })

  it('fills the prefix length from the cell of its address, and goes on in the column after it', () => {
    const from = columns.findIndex(({ length }) => columns.some(({ name }) => name === length))
    if (from < 0) return
    const [{ name, length = '' }, after] = [columns[from] as TableColumn, columns[from + 2]]
    const paste = { columns, from, below: [], grows: true, emptyRow: () => ({}), isEnabled: () => true }
    const labels = { optionLabel: (_column: string, value: unknown) => String(value), referenceOf: () => undefined }
    const value = after?.kind === 'check' ? 'yes' : '10.0.0.9'
    const cells = [['10.7.0.0/16', ...(after ? [value] : [])]]
    const next = after && { [after.name]: after.kind === 'check' ? true : value }
    expect(pasted([], { cells, ...paste, ...labels })).toEqual([{ [name]: '10.7.0.0', [length]: 16, ...next }])
  })
})

it('there are tables with addresses, numbers, choices, switches, references and suggested values', () => {
  const all = tables.flatMap(({ columns }) => columns)
  expect(new Set(all.map(({ kind }) => kind))).toEqual(
    new Set(['text', 'address', 'number', 'choice', 'check', 'reference', 'secret', 'filled', 'shown']),
  )
  expect(all.some(({ property }) => property.examples)).toBe(true)
  expect(all.filter(({ length }) => length !== undefined).length).toBeGreaterThan(2)
})
