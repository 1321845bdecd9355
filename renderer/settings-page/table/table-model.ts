import { proxy, ref, subscribe } from 'valtio'
import type { FieldError, Plan, PlanItem, ServedRecord } from '../../../schemas/plan.ts'
import { isUnchanged } from '../../../schemas/vocabulary/equality.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { EditorEnvironment } from '../../editor/page/environment.tsx'
import { merge } from '../../editor/draft/merge.ts'
import { plainRecord } from '../../editor/draft/start-record.ts'
import { toRefusal } from '../../editor/save/send-plan.ts'

/** A note at a cell: a locale key with parameters. */
export interface CellNote {
  key: string
  params?: Rec
}

/** A row of the table: an existing or new record with a draft of its own. */
export interface TableRow {
  record: ServedRecord | null
  environment: EditorEnvironment
  /** Notes by pointer; a change of the cell removes its note. */
  notes: Record<string, CellNote>
  stop: () => void
}

/** Opens a draft on a record, or on a new one. */
export type OpenRow = (record: ServedRecord | null) => EditorEnvironment

interface TableState {
  /** Incremented when rows are added or removed. */
  structure: number
  changes: number
  /** Indexes of rows with visible errors. */
  invalid: readonly number[]
  focusRequest: { path: string; turn: number } | undefined
}

/** All records of an entity being edited together; all differences form one plan. */
export class TableModel {
  readonly state = proxy<TableState>({ structure: 0, changes: 0, invalid: ref([]), focusRequest: undefined })
  rows: readonly TableRow[] = []
  removed: readonly ServedRecord[] = []
  /** Oids in loading order. */
  private loaded: readonly string[] = []

  constructor(
    records: readonly ServedRecord[],
    private readonly open: OpenRow,
  ) {
    this.restart(records)
  }

  /** Restarts with the stored records. */
  restart(records: readonly ServedRecord[]): void {
    for (const row of this.rows) row.stop()
    this.removed = []
    this.loaded = records.map(({ oid }) => oid)
    this.show(records.map((record) => this.rowOf(record)))
  }

  /** Reverts to the loaded records. */
  revert(): void {
    const kept = this.rows.flatMap(({ record }) => (record ? [record] : []))
    const stored = [...kept, ...this.removed]
    const order = new Map(this.loaded.map((oid, at) => [oid, at]))
    this.restart(stored.toSorted((one, other) => (order.get(one.oid) ?? 0) - (order.get(other.oid) ?? 0)))
  }

  values(): Rec[] {
    return this.rows.map(({ environment }) => environment.draft.record)
  }

  change(index: number, pointer: string, value: unknown): void {
    const row = this.rows[index]
    if (!row) return
    delete row.notes[pointer]
    row.environment.draft.change(pointer, value)
  }

  /** Replaces the rows, some of which are new, changed or removed; identical objects are kept. */
  replace(next: readonly Rec[]): void {
    const now = this.values()
    if (next.length < now.length) this.remove((index) => !next.includes(now[index] ?? {}))
    else {
      const fresh = next.slice(now.length).map((values) => this.written(this.rowOf(null), values))
      next.slice(0, now.length).forEach((values, index) => {
        const row = this.rows[index]
        if (row && values !== now[index]) this.written(row, values)
      })
      if (fresh.length > 0) this.show([...this.rows, ...fresh])
    }
    this.count()
  }

  /** Validates all rows. Returns whether they may be sent. */
  check(): boolean {
    const found = this.rows.map(({ environment }) => environment.draft.checkAll().length)
    this.count()
    return found.every((errors) => errors === 0)
  }

  /** The plan of all differences, with the row of each item (none for deletions). */
  plan(entity: string, tenantOid: string): { plan: Plan; rows: readonly (TableRow | undefined)[] } {
    const items: [PlanItem, TableRow | undefined][] = this.removed.map(({ oid, revision }) => [
      { entity, action: 'delete', oid, revision },
      undefined,
    ])
    for (const row of this.rows) {
      const { draft } = row.environment
      if (row.record === null) items.push([{ entity, action: 'create', changes: draft.changes() }, row])
      else if (draft.summary.changed.length > 0)
        items.push([
          { entity, action: 'update', oid: row.record.oid, revision: draft.revision ?? row.record.revision, changes: draft.changes() },
          row,
        ])
    }
    return { plan: { source: 'editor', tenantOid, items: items.map(([item]) => item) }, rows: items.map(([, row]) => row) }
  }

  /** Stored records that the plan changes or deletes. */
  touched(): { record: ServedRecord; isDeleted: boolean }[] {
    const changed = this.rows.flatMap(({ record, environment }) =>
      record && environment.draft.summary.changed.length > 0 ? [{ record, isDeleted: false }] : [],
    )
    return [...changed, ...this.removed.map((record) => ({ record, isDeleted: true }))]
  }

  /** Assigns refusals to cells; returns the others. */
  refuse(errors: readonly FieldError[], rows: readonly (TableRow | undefined)[]): FieldError[] {
    const others: FieldError[] = []
    const byRow = new Map<TableRow, FieldError[]>()
    for (const error of errors) {
      const [, index, pointer] = /^\/items\/(\d+)\/changes(\/.+)$/.exec(error.pointer) ?? []
      const row = rows[Number(index)]
      if (row === undefined || pointer === undefined) others.push(error)
      else byRow.set(row, [...(byRow.get(row) ?? []), { ...error, pointer }])
    }
    for (const [row, found] of byRow) row.environment.draft.refuse(found.map(toRefusal))
    this.count()
    return others
  }

  /**
   * Takes over concurrent changes and keeps the input. A cell that both changed keeps the input with a note about the other value. Returns
   * whether the person has to review something before sending again.
   */
  takeOver(fresh: readonly ServedRecord[]): boolean {
    const now = new Map(fresh.map((record) => [record.oid, record]))
    const gone = new Map(this.removed.map((record) => [record.oid, record]))
    let isOpen = false
    const kept = this.rows.flatMap((row) => {
      const current = row.record && now.get(row.record.oid)
      if (row.record === null) return [row]
      if (current) {
        isOpen = mergeInto(row, current) || isOpen
        return [row]
      }
      row.stop()
      if (row.environment.draft.summary.changed.length === 0) return []
      isOpen = true
      const again = this.written(this.rowOf(null), row.environment.draft.record)
      again.notes[this.first()] = { key: 'settings-page.table.gone' }
      return [again]
    })
    const known = new Set(kept.flatMap(({ record }) => record?.oid ?? []))
    const others = fresh.filter(({ oid }) => !known.has(oid) && !gone.has(oid)).map((record) => this.rowOf(record))
    // Deletions of records that have changed since are reviewed again.
    const changed = fresh.filter(({ oid, revision }) => gone.has(oid) && gone.get(oid)?.revision !== revision)
    const back = changed.map((record) => {
      const row = this.rowOf(record)
      row.notes[this.first()] = { key: 'settings-page.table.changed' }
      return row
    })
    this.removed = this.removed.filter(({ oid }) => now.has(oid) && !changed.some((record) => record.oid === oid))
    this.loaded = fresh.map(({ oid }) => oid)
    this.show([...kept, ...others, ...back])
    return isOpen || back.length > 0
  }

  /** Focuses the first error. */
  showProblem(): void {
    this.rows.some(({ environment }, index) => {
      const [first] = environment.draft.summary.errors
      if (first) this.state.focusRequest = { path: `/${index}${first.pointer}`, turn: (this.state.focusRequest?.turn ?? 0) + 1 }
      return first !== undefined
    })
  }

  private first(): string {
    return this.rows[0]?.environment.layout.fields.keys().next().value ?? '/'
  }

  private remove(goes: (index: number) => boolean): void {
    const gone = this.rows.filter((_row, index) => goes(index))
    for (const row of gone) row.stop()
    this.removed = [...this.removed, ...gone.flatMap(({ record }) => (record ? [record] : []))]
    this.show(this.rows.filter((row) => !gone.includes(row)))
  }

  private rowOf(record: ServedRecord | null): TableRow {
    const environment = this.open(record)
    const stop = subscribe(environment.draft.summary, () => this.count())
    return { record, environment, notes: proxy({}), stop }
  }

  private written(row: TableRow, values: Rec): TableRow {
    const { draft, layout } = row.environment
    const pointers = [...layout.fields.keys()]
    const named = pointers.map((pointer) => ({ pointer, value: values[pointer.slice(1)] }))
    draft.write(named.filter(({ pointer, value }) => !isUnchanged(draft.value(pointer), value)))
    return row
  }

  private show(rows: readonly TableRow[]): void {
    this.rows = rows
    this.state.structure += 1
    this.count()
  }

  private count(): void {
    const differing = this.rows.map(({ record, environment }) => (record === null ? 1 : environment.draft.summary.changed.length))
    this.state.changes = differing.reduce((sum, changes) => sum + changes, this.removed.length)
    const invalid = this.rows.flatMap(({ environment }, index) => (environment.draft.summary.errors.length > 0 ? [index] : []))
    if (invalid.join() !== this.state.invalid.join()) this.state.invalid = ref(invalid)
  }
}

/** Merges the record that others saved with my changes; returns whether both changed the same cell. */
function mergeInto(row: TableRow, current: ServedRecord): boolean {
  const { draft } = row.environment
  row.record = current
  if (draft.revision === current.revision) return false
  const theirs = plainRecord(current)
  const changed = draft.summary.changed
  const fields = changed.map((pointer) => pointer.slice(1).split('/')[0] ?? '')
  const merged = merge({ base: draft.base ?? {}, mine: draft.record, theirs }, fields)
  draft.restart(merged.record, { base: theirs, revision: current.revision }, changed)
  for (const { pointer, theirs: value } of merged.conflicts) row.notes[pointer] = { key: 'settings-page.table.conflict', params: { value } }
  return merged.conflicts.length > 0
}
