import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { InnerCell, InnerRow, InnerValue } from '../widgets/contract.ts'
import type { Draft } from './draft.ts'
import type { EditorTexts } from './editor-texts.ts'
import type { View } from './environment.tsx'
import { isWithin } from './pointer.ts'
import type { Slot } from './slot.ts'

/** What a list inside a draft needs of its editor. */
export interface InnerPorts {
  draft: Draft
  texts: EditorTexts
  view: View
  /** The reasons of a cell's state, in one sentence each. */
  explain: (pointer: string) => string | undefined
}

const noRows: readonly InnerRow[] = []

/** The cells of a list that stands in a draft, for widgets that know nothing of drafts. */
export function innerDraft({ draft, texts, view, explain }: InnerPorts, pointer: string): InnerValue {
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
    useInvalidRows() {
      const { errors } = useSnapshot(draft.summary)
      return useMemo(() => {
        const inside = errors.filter((refusal) => isWithin(refusal.pointer, pointer) && refusal.pointer !== pointer)
        return new Set(inside.map((refusal) => Number(refusal.pointer.slice(pointer.length + 1).split('/')[0])))
      }, [errors])
    },
    useWish() {
      const { wish } = useSnapshot(view)
      const wanted = wish !== undefined && isWithin(wish.pointer, pointer) && wish.pointer !== pointer
      const path = wanted ? wish.pointer.slice(pointer.length) : undefined
      const turn = wish?.turn
      // A new object for every turn: the same cell may be wished for twice.
      // eslint-disable-next-line react-hooks/exhaustive-deps
      return useMemo(() => (path === undefined ? undefined : { path }), [path, turn])
    },
  }
}
