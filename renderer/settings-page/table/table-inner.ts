import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { editorTexts } from '../../editor/layout/editor-texts.ts'
import { withLocale } from '../../editor/page/open-editor.ts'
import type { EditorEnvironment } from '../../editor/page/environment.tsx'
import type { Slot } from '../../editor/draft/slot.ts'
import { reasonText } from '../../data/error-texts.ts'
import type { RendererHost } from '../../host.tsx'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { InnerCell, InnerValue } from '../../widgets/contract.ts'
import type { CellNote, TableModel, TableRow } from './table-model.ts'

const nothingHidden: ReadonlySet<string> = new Set()

/** Splits a cell's path `/3/port` into row index and pointer. */
function placeOf(path: string): { index: number; pointer: string } {
  const [, index = '', ...rest] = path.split('/')
  return { index: Number(index), pointer: `/${rest.join('/')}` }
}

/** Why a row is read-only. */
function shutBecause(host: RendererHost, { record }: TableRow): string | undefined {
  return record === null || record.can.update === true ? undefined : reasonText(host, record.can.update)
}

/** Returns the cell hook, which follows a row when it moves. */
function cellsOf(model: TableModel, { schema, host }: { schema: EntitySchema; host: RendererHost }): InnerValue['useCell'] {
  const texts = editorTexts(schema, host)
  const spoken = new WeakMap<TableRow, EditorEnvironment>()
  const environmentOf = (row: TableRow): EditorEnvironment => {
    const known = spoken.get(row) ?? withLocale(row.environment, host)
    spoken.set(row, known)
    return known
  }
  let last = model.rows[0]
  /** A removed row renders once more; it gets the data of an existing or former row. */
  const rowAt = (index: number): TableRow => {
    last = model.rows[index] ?? model.rows[0] ?? last
    if (!last) throw new Error('A table that never had a row has no cells')
    return last
  }
  const noteText = ({ key, params }: CellNote, pointer: string): string =>
    host.t(key, params && { ...params, value: texts.value(pointer, params.value) })
  return function useCell(path): InnerCell {
    const { index, pointer } = placeOf(path)
    // Subscribes to added and removed rows, which shift this one.
    useSnapshot(model.state, { sync: true }).structure satisfies number
    const row = rowAt(index)
    const { value, state, error } = useSnapshot(row.environment.draft.slot(pointer), { sync: true }) as Slot
    const note = useSnapshot(row.notes, { sync: true })[pointer]
    const shut = shutBecause(host, row)
    const why = state.why.length > 0 ? environmentOf(row).explainCell(pointer) : undefined
    return {
      value,
      state: shut === undefined ? state : { ...state, enabled: false },
      error: error && texts.refusal(error),
      warning: note && noteText(note as CellNote, pointer),
      why: shut ?? why,
    }
  }
}

/** Access to the cells of a table, for a widget that only knows rows. */
export function tableInner(model: TableModel, schema: EntitySchema, host: RendererHost): InnerValue {
  const texts = editorTexts(schema, host)
  const useCell = cellsOf(model, { schema, host })
  return {
    useCell,
    useRows() {
      const { structure } = useSnapshot(model.state)
      // oxlint-disable-next-line react/exhaustive-deps -- the rows are read anew when they come or go.
      return useMemo(() => model.values(), [structure])
    },
    rows: () => model.values(),
    change: (path, value) => {
      const { index, pointer } = placeOf(path)
      model.change(index, pointer, value)
    },
    blur: (path) => {
      const { index, pointer } = placeOf(path)
      model.rows[index]?.environment.draft.leave(pointer)
    },
    replace: (rows) => model.replace(rows),
    isEnabled: (path) => {
      const { index, pointer } = placeOf(path)
      const row = model.rows[index]
      return row !== undefined && shutBecause(host, row) === undefined && row.environment.draft.stateAt(pointer).enabled
    },
    mayRemove: (index) => {
      const record = model.rows[index]?.record
      return !record || record.can.delete === true || reasonText(host, record.can.delete)
    },
    label: (column) => texts.field(`/${column}`),
    optionLabel: (column, value) => texts.option(`/${column}`, value),
    useName: () => {
      throw new Error('A table of records has no references yet')
    },
    search: () => Promise.reject(new Error('A table of records has no references yet')),
    named: () => Promise.reject(new Error('A table of records has no references yet')),
    useHidden: () => nothingHidden,
    useInvalidRows() {
      const { invalid } = useSnapshot(model.state)
      return useMemo(() => new Set(invalid), [invalid])
    },
    useRowErrors() {
      const { invalid } = useSnapshot(model.state)
      return useMemo(() => {
        const errorOf = (index: number): [number, string][] => {
          const [first] = model.rows[index]?.environment.draft.summary.errors ?? []
          return first ? [[index, texts.refusal(first)]] : []
        }
        return new Map(invalid.flatMap(errorOf))
      }, [invalid])
    },
    useFocusRequest() {
      const { focusRequest } = useSnapshot(model.state)
      return useMemo(() => focusRequest && { path: focusRequest.path, turn: focusRequest.turn }, [focusRequest])
    },
  }
}
