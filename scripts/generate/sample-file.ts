import type { CsvMap, CsvMapColumn } from '../../schemas/csv.ts'
import { namedRights } from '../../schemas/rights/rights.ts'
import { compileRules } from '../../schemas/rules/compile/compile.ts'
import { contextOf, type Samples } from '../../schemas/rules/checks/samples.ts'
import { settle } from '../../schemas/rules/settle.ts'
import { expandSamples } from '../../schemas/rules/checks/whole-samples.ts'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import { mergeRecords, changedPointersOf } from '../../schemas/vocabulary/changes.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { Tree } from './tree.ts'

function cell(column: CsvMapColumn, record: Rec, samples: Samples): string {
  const value = fieldValue(record, column.field)
  if (value === undefined || value === null) return ''
  const label = column.entity === undefined ? undefined : samples.references?.[column.entity]?.[String(value)]?.['name']
  const text = Array.isArray(value) ? value.join(';') : String(label ?? value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether the rules accept the record from a spreadsheet that a user with every right imports. */
function isImportable(schema: EntitySchema, samples: Samples, record: Rec): boolean {
  const rules = compileRules(schema)
  const can = namedRights(schema['x-entity'].resource, () => true)
  const { refusals } = settle({
    rules,
    stored: null,
    next: mergeRecords(rules.defaults, record),
    touched: changedPointersOf(record),
    context: contextOf(samples, { can, editor: { bulk: true } }, true),
    lookup: (entity, oid) => samples.references?.[entity]?.[oid],
  })
  return refusals.length === 0 && schema.required.every((field) => record[field] !== undefined)
}

/** CSV with a new row per valid sample of the entity and every writable column; it can be imported unchanged. */
export function sampleFile(tree: Tree, name: string, map: CsvMap): string {
  const columns = map.columns.filter((column) => !column.readOnly)
  const { entities, samples: all } = tree
  const schema = entities[name]
  const file = all[name]
  const samples = file && expandSamples(file)
  const records =
    schema && samples ? samples.valid.map(({ record }) => record).filter((record) => isImportable(schema, samples, record)) : []
  const rows = samples ? records.map((record) => columns.map((column) => cell(column, record, samples))) : []
  return [columns.map(({ id }) => id), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}
