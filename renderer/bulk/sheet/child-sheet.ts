import type { ServedRecord } from '../../../schemas/plan.ts'
import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { listPaths } from '../../../schemas/vocabulary/paths/list-place.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { OID_COLUMN } from '../csv/headers.ts'
import type { FileRow } from '../csv/lines.ts'
import { parseCell } from '../csv/values.ts'
import { recordCell, applyCells, type Matcher } from './import-file.ts'
import type { RowValidators } from './check.ts'
import { withNames } from './references.ts'
import { isUnmatched } from './row-state.ts'
import { Sheet } from './sheet.ts'
import type { SheetRow } from './row.ts'
import { columnOf, type SheetModel } from './sheet-model.ts'
import { cellText } from './view.ts'

/** A list row as a record: the containing record as `^`, its map key as `*`, its index in the list as `#`. */
type RowRecord = ServedRecord & { '^': ServedRecord; '*'?: string; '#': number }

/** The sheet of a list nested in the records of another sheet. */
export class ChildSheet extends Sheet {
  private readonly main: Sheet
  private links: Links | undefined
  /** Set during an import. */
  private find: FindParent | undefined

  constructor(model: SheetModel, validators: RowValidators, main: Sheet) {
    super(model, validators, main.references)
    this.main = main
  }

  /** Reloads the rows of the main sheet's records; deleted rows disappear, edited ones keep their edits. */
  reload(): void {
    const records = this.main.all.flatMap(({ record }) => (record ? this.rowsIn(record) : []))
    this.load(records)
    const place = new Map(records.map(({ oid }, index) => [oid, index]))
    this.keep((row) => !row.record || place.has(row.record.oid))
    this.rows = this.rows.toSorted(
      (one, other) =>
        (place.get(one.record?.oid ?? '') ?? Infinity) - (place.get(other.record?.oid ?? '') ?? Infinity) || one.id - other.id,
    )
    this.forget()
  }

  private rowsIn(parent: ServedRecord): RowRecord[] {
    const seen = new Map<string, number>()
    return listPaths(this.model.child?.list ?? '', parent).flatMap(({ entry, path }) => {
      const rows = fieldValue(parent, path)
      if (!Array.isArray(rows)) return []
      return (rows as Rec[]).map((row, index) => {
        const made = {
          ...row,
          revision: parent.revision,
          can: parent.can,
          '^': parent,
          ...(entry !== undefined && { '*': entry }),
          '#': index,
        }
        const name = JSON.stringify([entry ?? '', row['id'] ?? this.naturalKey(made)])
        const times = (seen.get(name) ?? 0) + 1
        seen.set(name, times)
        return { ...made, oid: `${parent.oid} ${name} ${times}` } as RowRecord
      })
    })
  }

  private naturalKey(record: Rec): string {
    const named = withNames(record as ServedRecord, this.model, this.references)
    return this.keyOf((id) => recordCell({ record: named }, columnOf(this.model, id)))
  }

  /** Text of a row's key; empty if the list has none. */
  private keyOf(cell: (id: string) => string): string {
    const fields = this.model.child?.key ?? []
    const ids = this.model.map.columns.filter(({ field }) => fields.includes(field)).map(({ id }) => id)
    return ids.length === 0 ? '' : JSON.stringify(ids.map((id) => trimInvisible(cell(id).normalize('NFC'))))
  }

  /** Returns a reader of a row's map key; labels are accepted. */
  private entryReader(): (cell: (id: string) => string) => string {
    const column = this.model.map.columns.find(({ field }) => field === '*')
    if (!column) return () => ''
    return (cell) => {
      const text = cell(column.id)
      const parsed = parseCell(text, column, this.model.optionLabels['*'])
      return 'key' in parsed ? text : String(parsed.value ?? '')
    }
  }

  /** Columns that identify the containing record. */
  parentIds(): { id: string; field: string }[] {
    return this.model.map.columns.flatMap(({ id, field }) => (field.startsWith('^/') ? [{ id, field: field.slice(2) }] : []))
  }

  /** The main-sheet row that contains a row, if any. */
  parentOf(row: SheetRow): SheetRow | undefined {
    return this.linked().parents.get(row)
  }

  /** The rows contained in a main-sheet row, in order. */
  rowsOf(parent: SheetRow): readonly SheetRow[] {
    return this.linked().rows.get(parent) ?? []
  }

  /** Invalidates the assignment of rows to main-sheet rows. */
  forget(): void {
    this.links = undefined
  }

  private linked(): Links {
    this.links ??= this.link()
    return this.links
  }

  private link(): Links {
    const links: Links = { parents: new Map(), rows: new Map() }
    const find = this.parentFinder()
    for (const row of this.rows) {
      if (isUnmatched(row)) continue
      const parent = row.record ? find({ oid: (row.record as RowRecord)['^'].oid }) : find({ cell: (id) => cellText(row, id, this.model) })
      if (!parent) continue
      links.parents.set(row, parent)
      const rows = links.rows.get(parent)
      if (rows) rows.push(row)
      else links.rows.set(parent, [row])
    }
    return links
  }

  /** Finds main-sheet rows by oid, else by their current key cells, including records that the same file creates or renames. */
  private parentFinder(): FindParent {
    const ids = this.parentIds()
    const { model } = this.main
    const own = ids.map(({ field }) => model.map.columns.find((column) => (column.via ?? column.field) === field)?.id ?? '')
    const byOid = new Map<string, SheetRow>()
    const byKey = new Map<string, SheetRow>()
    const keyed = (texts: string[]): string => JSON.stringify(texts.map((text) => trimInvisible(text.normalize('NFC'))))
    for (const row of this.main.all) {
      if (row.record) byOid.set(row.record.oid, row)
      if (row.record) byKey.set(keyed(own.map((id) => recordCell(row, columnOf(model, id)))), row)
    }
    for (const row of this.main.all) if (!isUnmatched(row)) byKey.set(keyed(own.map((id) => cellText(row, id, model))), row)
    return ({ oid, cell }) => (oid ? byOid.get(oid) : cell && byKey.get(keyed(ids.map(({ id }) => cell(id)))))
  }

  protected override goneOf(file: FileRow): NonNullable<SheetRow['gone']> {
    const gone = super.goneOf(file)
    return this.main.all.some((row) => row.gone?.oid === gone.oid) ? { ...gone, within: true } : gone
  }

  protected override matcher(): Matcher {
    const find = this.parentFinder()
    this.find = find
    const known = new Map<string, SheetRow>()
    const entryOf = this.entryReader()
    const place = (parent: SheetRow, kind: 'id' | 'key', text: string): string => `${parent.id} ${kind} ${text}`
    const placeOfKey = (parent: SheetRow, cell: (id: string) => string): string =>
      place(parent, 'key', JSON.stringify([entryOf(cell), this.keyOf(cell)]))
    // Rows are numbered per map entry.
    const placeOfId = (parent: SheetRow, cell: (id: string) => string, id: string): string =>
      place(parent, 'id', JSON.stringify([entryOf(cell), id]))
    for (const row of this.rows) {
      const parent = row.record && this.parentOf(row)
      if (!parent || !row.record) continue
      const cell = (id: string): string => recordCell(row, columnOf(this.model, id))
      if (row.record['id'] !== undefined) known.set(placeOfId(parent, cell, String(row.record['id'])), row)
      const key = placeOfKey(parent, cell)
      if ((this.model.child?.key ?? []).length > 0 && !known.has(key)) known.set(key, row)
    }
    const claimed = new Map<SheetRow, number>()
    return {
      find: (file) => {
        const oid = trimInvisible(file.cells[OID_COLUMN] ?? '')
        const cell = (id: string): string => file.cells[id] ?? ''
        const parent = find({ oid, cell })
        if (!parent) return oid ? 'unknown' : undefined
        const id = trimInvisible(cell('id'))
        if (id && parent.record) return known.get(placeOfId(parent, cell, id)) ?? 'unknown'
        return (this.model.child?.key ?? []).length > 0 ? known.get(placeOfKey(parent, cell)) : undefined
      },
      claim: (row, line) => {
        const earlier = claimed.get(row)
        if (earlier === undefined) claimed.set(row, line)
        return earlier
      },
    }
  }

  /** Assigns a file row to its record; the assignment of an existing row cannot change. */
  protected override take(file: FileRow, row: SheetRow): void {
    const fixed = this.parentIds().map(({ id }) => id)
    const left = row.record ? fixed : []
    const cells = Object.fromEntries(Object.entries(file.cells).filter(([id]) => !left.includes(id) && (id !== 'id' || row.record)))
    applyCells({ ...file, cells }, row, this.model)
    // A file may identify the record by oid alone.
    const oid = trimInvisible(file.cells[OID_COLUMN] ?? '')
    const parent = oid && !row.record ? this.find?.({ oid }) : undefined
    if (parent) this.putInto(row, parent)
  }

  /** Assigns a new row to a record. */
  putInto(row: SheetRow, parent: SheetRow): void {
    const { model } = this.main
    for (const { id, field } of this.parentIds()) {
      const own = model.map.columns.find((column) => (column.via ?? column.field) === field)?.id
      if (own !== undefined) row.edits.set(id, cellText(parent, own, model))
    }
    this.forget()
  }
}

type FindParent = (by: { oid?: string | undefined; cell?: (id: string) => string }) => SheetRow | undefined

interface Links {
  parents: Map<SheetRow, SheetRow>
  rows: Map<SheetRow, SheetRow[]>
}
