import { useState } from 'react'
import type { Translate } from '../contract.ts'
import { useSlide } from '../../parts/motion/use-slide.ts'
import { movedRow } from './order.ts'
import type { TableModel } from './use-table.ts'

/** A row that keys have taken up. */
export interface LiftedRow {
  /** Its position; undefined while no row is lifted. */
  at: number | undefined
  /** What is said to those who do not see it. */
  announcement: string
  drop: (from: number, to: number) => void
  /** Keys of the handle of a row; answers whether the key was one of them. */
  onKey: (key: string, index: number) => boolean
  leave: () => void
  /** What a row is known by, wherever it is moved; `indexOf` finds it again. */
  idOf: (index: number) => string
  indexOf: (id: string) => number
  /** Identifier of the row that was moved last; it passes over the others. */
  mover: string | undefined
}

/** Hook: moves of the rows of a list, dragged or by keys. A moved row takes its new position at once; Escape reverts it. */
export function useLiftedRow({ order, move }: Pick<TableModel, 'order' | 'move'>, t: Translate): LiftedRow {
  const [lifted, setLifted] = useState<{ from: number; at: number }>()
  const [announcement, setAnnouncement] = useState('')
  const count = order.length
  const announce = (key: string, index: number) => setAnnouncement(t(`editor.table.order.told.${key}`, { row: index + 1, count }))

  const names = useRowNames()
  const slide = useSlide()
  const put = (from: number, to: number): void => {
    slide(() => {
      names.move(from, to, count)
      move(from, to)
    })
  }

  const drop = (from: number, to: number): void => {
    if (from === to) return
    put(from, to)
    announce('dropped', to)
  }
  const onKey = (key: string, index: number): boolean => {
    const isLifted = lifted?.at === index
    if (key === ' ' || key === 'Enter') {
      setLifted(isLifted ? undefined : { from: index, at: index })
      announce(isLifted ? 'dropped' : 'lifted', index)
      return true
    }
    if (!isLifted) return false
    if (key === 'Escape' || key === 'Tab') {
      setLifted(undefined)
      if (key === 'Escape') put(index, lifted.from)
      announce(key === 'Escape' ? 'cancelled' : 'dropped', key === 'Escape' ? lifted.from : index)
      return key === 'Escape'
    }
    const to = targetOf(key, index, count)
    if (to === undefined) return false
    setLifted({ ...lifted, at: to })
    put(index, to)
    announce('moved', to)
    return true
  }
  return { at: lifted?.at, announcement, drop, onKey, leave: () => setLifted(undefined), ...names }
}

/** Names for the rows of a list, which have none: the place where each stood at first. */
function useRowNames() {
  const [{ names, mover }, setState] = useState<{ names: readonly number[]; mover?: string }>({ names: [] })
  const idOf = (index: number): string => String(names[index] ?? index)
  return {
    idOf,
    indexOf: (id: string) => (names.includes(Number(id)) ? names.indexOf(Number(id)) : Number(id)),
    mover,
    move(from: number, to: number, count: number) {
      const whole = Array.from({ length: Math.max(count, names.length) }, (_name, index) => names[index] ?? index)
      setState({ names: movedRow(whole, from, to), mover: idOf(from) })
    },
  }
}

/** The position to which a key moves a row. */
function targetOf(key: string, index: number, count: number): number | undefined {
  const targets: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }
  const to = targets[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1)
}
