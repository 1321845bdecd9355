import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { ColumnHead } from './column-heads.ts'
import type { CsvChildMap, CsvMapColumn, CsvMap } from '../../../schemas/csv.ts'

/** Everything about the entity and the person that the sheet needs; plain data, so that it crosses into the worker. */
export interface SheetModel {
  schema: EntitySchema
  map: CsvMap
  /** Columns that the sheet shows, by id, in order. */
  shown: string[]
  context: RuleContext
  /** Why no new row can be applied here, whatever it holds, as a text key. */
  closed?: string
  /** Where new rows live unless they say otherwise. */
  tenant: { oid: string; name: string }
  /** The person may choose another parent than the current tenant (platform owner, 'all'). */
  atTop: boolean
  /** Field to option value to label in the current language. */
  optionLabels: Record<string, Record<string, string>>
  /** What the heads of columns say over and above their names, by id. */
  heads?: Record<string, ColumnHead>
  /** Of the sheet of a list: which list. Its `schema` is that of a row, with the record around it as `^` and the entry of a map as `*`. */
  child?: Pick<CsvChildMap, 'name' | 'list' | 'key'> & { title: string }
  /** The sheets of the lists within the records. */
  children?: SheetModel[]
}

/** What files and the page call a sheet: the entity's name, or that of the list. */
export function sheetName(model: SheetModel): string {
  return model.child?.name ?? model.map.entity
}

/** The column of an id. Throws on an unknown one: the sheet never drops a cell silently. */
export function columnOf(model: SheetModel, id: string): CsvMapColumn {
  const column = model.map.columns.find((candidate) => candidate.id === id)
  if (!column) throw new Error(`${model.map.entity} has no spreadsheet column '${id}'`)
  return column
}

/** The column whose label names the parent tenant, where the entity has one. */
export function parentColumn(model: SheetModel): CsvMapColumn | undefined {
  const parent = model.schema['x-entity'].parent
  return parent === undefined ? undefined : model.map.columns.find((column) => column.field === parent)
}
