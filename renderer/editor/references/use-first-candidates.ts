import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { isEmpty } from '../../../schemas/vocabulary/equality.ts'
import { candidatesOf } from './candidates.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import type { FieldLayout } from '../layout/layout.ts'

/** Hook: references with the option `first` take their first candidate as soon as they are seen, free and empty. */
export function useFirstCandidates(environment: EditorEnvironment): void {
  useEffect(() => {
    if (environment.reading) return undefined
    const fields = [...environment.layout.fields.values()].map(({ field }) => field).filter(({ options }) => options.first === true)
    const stops = fields.map((field) => keepFilled(environment, field))
    return () => stops.forEach((stop) => stop())
  }, [environment])
}

function keepFilled(environment: EditorEnvironment, field: FieldLayout): () => void {
  const { draft } = environment
  const { pointer } = field
  let isBusy = false
  let isOver = false
  const isWanting = () => {
    const { visible, enabled } = draft.stateAt(pointer)
    return !isOver && visible && enabled && isEmpty(draft.value(pointer))
  }
  const fill = async () => {
    if (isBusy || !isWanting()) return
    isBusy = true
    const [first] = await candidatesOf(environment, field, '').catch(() => [])
    isBusy = false
    if (first && isWanting()) draft.change(pointer, first.value)
  }
  const stop = subscribe(draft.slot(pointer), () => void fill())
  void fill()
  return () => {
    isOver = true
    stop()
  }
}
