import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import type { RuleRefusal, Warning } from '../../../schemas/rules/types.ts'
import type { Reference } from '../../../schemas/vocabulary/types.ts'
import type { Candidate, InnerCell, InnerRow, InnerValue } from '../../widgets/contract.ts'
import type { Draft } from './draft.ts'
import type { EditorTexts } from '../layout/editor-texts.ts'
import type { View } from '../page/environment.tsx'
import { isWithin } from './pointer.ts'
import type { References } from '../references/references.ts'
import type { Slot } from './slot.ts'

/** Dependencies of a list inside a draft. */
export interface InnerPorts {
  draft: Draft
  texts: EditorTexts
  view: View
  /** The record is read-only. */
  reading: boolean
  /** Reasons of a cell's state, as one sentence each. */
  explain: (pointer: string) => string | undefined
  /** The record that a cell refers to. */
  references: References
  /** The reference of a column. */
  referenceOf: (column: string) => Reference | undefined
  /** Candidates of a cell. */
  candidates: (pointer: string, term: string) => Promise<Candidate[]>
  /** Those with exactly this name, whatever its case. */
  named: (pointer: string, name: string) => Promise<Candidate[]>
}

const noRows: readonly InnerRow[] = []

/** Hook: a value computed from the first row; recomputed when its cells change or rows are added or removed. */
function useColumns(draft: Draft, places: readonly string[], look: () => string): string {
  const names = places.join('\n')
  const listen = useCallback(
    (onChange: () => void) => {
      const stops = names.split('\n').map((place) => subscribe(draft.slot(place), onChange))
      return () => stops.forEach((stop) => stop())
    },
    [draft, names],
  )
  return useSyncExternalStore(listen, look)
}

function warningOf(texts: EditorTexts, pointer: string, warnings: readonly Warning[] | undefined): string | undefined {
  return warnings && warnings.map(({ because }) => texts.refusal({ pointer, key: because })).join(' ')
}

/** Access to the cells of a list in a draft, for widgets that do not know drafts. */
export function innerDraft(ports: InnerPorts, pointer: string): InnerValue {
  const { draft, texts, view, reading, explain, references } = ports
  const rows = () => {
    const value = draft.value(pointer)
    return Array.isArray(value) ? (value as InnerRow[]) : noRows
  }
  return {
    useCell(path): InnerCell {
      const slot = useSnapshot(draft.slot(pointer + path), { sync: true }) as Slot
      const { state, error } = slot
      return {
        value: slot.value,
        state,
        error: error && texts.refusal(error),
        warning: reading ? undefined : warningOf(texts, pointer + path, state.warnings),
        why: state.why.length > 0 ? explain(pointer + path) : undefined,
      }
    },
    useRows() {
      const { value } = useSnapshot(draft.slot(pointer), { sync: true })
      return Array.isArray(value) ? (value as InnerRow[]) : noRows
    },
    rows,
    change: (path, value) => draft.change(pointer + path, value),
    blur: (path) => draft.leave(pointer + path),
    replace: (next) => draft.replaceList(pointer, next),
    isEnabled: (path) => draft.stateAt(pointer + path).enabled,
    mayRemove(index) {
      const row = draft.rowState(`${pointer}/${index}`)
      return row.deletable || texts.refusal({ pointer, key: row.because })
    },
    label: (column) => texts.field(`${pointer}/${column}`),
    optionLabel: (column, value) => texts.option(`${pointer}/${column}`, value),
    useName(path) {
      const { value } = useSnapshot(draft.slot(pointer + path), { sync: true })
      // Subscribes to loaded names.
      useSnapshot(references.state).loaded satisfies number
      const reference = ports.referenceOf(path.slice(path.lastIndexOf('/') + 1))
      return reference && typeof value === 'string' && value !== '' ? references.label(reference.entity, value) : ''
    },
    search: (path, term) => ports.candidates(pointer + path, term),
    named: (path, name) => ports.named(pointer + path, name),
    useHidden(columns) {
      const places = columns.map((column) => `${pointer}/0/${column}`)
      const names = useColumns(draft, places, () => {
        const all = rows()
        if (all.length === 0) return ''
        const isSeen = (column: string) => all.some((_row, at) => draft.stateAt(`${pointer}/${at}/${column}`).visible)
        return columns.filter((column) => !isSeen(column)).join('\n')
      })
      return useMemo(() => new Set(names.split('\n')), [names])
    },
    useInvalidRows() {
      const { errors } = useSnapshot(draft.summary)
      return useMemo(() => {
        const inside = errors.filter((refusal) => isWithin(refusal.pointer, pointer) && refusal.pointer !== pointer)
        return new Set(inside.map((refusal) => Number(refusal.pointer.slice(pointer.length + 1).split('/')[0])))
      }, [errors])
    },
    useRowErrors() {
      const { errors } = useSnapshot(draft.summary)
      return useMemo(() => {
        const inside = errors.filter((refusal) => isWithin(refusal.pointer, pointer) && refusal.pointer !== pointer)
        const rowOf = (at: string) => Number(at.slice(pointer.length + 1).split('/')[0])
        return new Map(inside.toReversed().map((refusal) => [rowOf(refusal.pointer), texts.refusal(refusal as RuleRefusal)]))
      }, [errors])
    },
    useFocusRequest() {
      const { focusRequest } = useSnapshot(view)
      const wanted = focusRequest !== undefined && isWithin(focusRequest.pointer, pointer) && focusRequest.pointer !== pointer
      const path = wanted ? focusRequest.pointer.slice(pointer.length) : undefined
      const turn = wanted ? focusRequest.turn : 0
      return useMemo(() => (path === undefined ? undefined : { path, turn }), [path, turn])
    },
  }
}
