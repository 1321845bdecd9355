import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { ColumnHead } from './column-heads.ts'
import type { CsvChildMap, CsvMapColumn, CsvMap } from '../../../schemas/csv.ts'

/** Everything the sheet needs to know about the entity and the person; plain data, so that it can be sent to the worker. */
export interface SheetModel {
  schema: EntitySchema
  map: CsvMap
  /** Visible columns by id, in order. */
  shown: string[]
  context: RuleContext
  /** Locale key of why new rows cannot be applied here at all. */
  closed?: string
  /** Default tenant of new rows. */
  tenant: { oid: string; name: string }
  /** Opened by the platform owner or in 'all'. */
  atTop: boolean
  /** New tenants are created directly below the current one, as in the form; otherwise the parent is chosen. */
  parentFixed: boolean
  /** Option labels by field and value, in the current language. */
  optionLabels: Record<string, Record<string, string>>
  /** Hints of column headers, by column id. */
  heads?: Record<string, ColumnHead>
  /** Set for nested sheets: the list. `schema` is then that of a row, with the containing record as `^` and the map key as `*`. */
  child?: Pick<CsvChildMap, 'name' | 'list' | 'key'> & { titleKey: string }
  /** Sheets of nested lists. */
  children?: SheetModel[]
}

/** Name of a sheet in files and on the page: the entity's name, or that of the list. */
export function sheetName(model: SheetModel): string {
  return model.child?.name ?? model.map.entity
}

/** The column with an id. Throws on an unknown id, so that no cell is dropped silently. */
export function columnOf(model: SheetModel, id: string): CsvMapColumn {
  const column = model.map.columns.find((candidate) => candidate.id === id)
  if (!column) throw new Error(`${model.map.entity} has no spreadsheet column '${id}'`)
  return column
}

/** The columns of the documented key by which files name records; none if one of them is not in the sheet. */
export function keyColumns({ map: { key, columns } }: Pick<SheetModel, 'map'>): CsvMapColumn[] {
  const found = key.map((name) => columns.find(({ id, field, via }) => id === dottedPath(name) || field === name || via === name))
  return found.includes(undefined) ? [] : (found as CsvMapColumn[])
}

/** The column of the parent tenant, if any. */
export function parentColumn(model: SheetModel): CsvMapColumn | undefined {
  const parent = model.schema['x-entity'].parent
  return parent === undefined ? undefined : model.map.columns.find((column) => column.field === parent)
}
