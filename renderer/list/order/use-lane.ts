import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { useHost } from '../../host.tsx'
import { useSlide } from '../../parts/motion/use-slide.ts'
import { moved } from './order-moves.ts'

/** A row lifted by keyboard, and its position until it is dropped. */
interface Lifted {
  oid: string
  to: number
}

interface LaneParts {
  rows: readonly ServedRecord[]
  nameOf: (record: ServedRecord) => string
  onMove: (from: number, to: number) => Promise<boolean>
}

/** The rows of a lane while one of them is moved. */
export interface LaneModel {
  /** In their order of the moment, with the lifted row at its current position. */
  shown: readonly ServedRecord[]
  /** Identifier of that row. */
  lifted: string | undefined
  /** Identifier of the row that was moved last; it passes over the others. */
  mover: string | undefined
  /** What is said to those who do not see it. */
  announcement: string
  drop: (oid: string, at: string) => void
  /** Keys of the handle of a row; answers whether the key was one of them. */
  onKey: (key: string, index: number) => boolean
  leave: () => void
}

/** Hook: moves of rows, dragged or by keys. */
export function useLane({ rows, nameOf, onMove }: LaneParts): LaneModel {
  const { t } = useHost()
  const slide = useSlide()
  const [lifted, setLifted] = useState<Lifted>()
  const [mover, setMover] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const from = rows.findIndex(({ oid }) => oid === lifted?.oid)
  const shown = lifted === undefined || from < 0 ? rows : moved(rows, from, lifted.to)

  const announce = (key: string, name: string, place: number) => setAnnouncement(t(key, { name, place, count: rows.length }))
  const put = async (start: number, to: number) => {
    const row = rows[start]
    if (row === undefined) return
    setMover(row.oid)
    const after = moved(rows, start, to).indexOf(row)
    if (after === start) return announce('order.announce.cancelled', nameOf(row), start + 1)
    const isStored = await onMove(start, to)
    // Rows that go back leave the keyboard behind.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-handle="${CSS.escape(row.oid)}"]`)?.focus()
    announce(isStored ? 'order.announce.dropped' : 'order.announce.refused', nameOf(row), (isStored ? after : start) + 1)
  }
  const drop = (oid: string, at: string) => {
    const to = rows.findIndex((row) => row.oid === at)
    const start = rows.findIndex((row) => row.oid === oid)
    if (to >= 0) void put(start, to)
  }
  const onKey = (key: string, index: number): boolean => {
    const row = shown[index]
    if (row === undefined) return false
    const isLifted = lifted?.oid === row.oid
    if (key === ' ' || key === 'Enter') {
      if (!isLifted) {
        setLifted({ oid: row.oid, to: index })
        setMover(row.oid)
        announce('order.announce.lifted', nameOf(row), index + 1)
        return true
      }
      setLifted(undefined)
      void put(from, lifted.to)
      return true
    }
    if (!isLifted) return false
    if (key === 'Escape' || key === 'Tab') {
      slide(() => flushSync(() => setLifted(undefined)))
      announce('order.announce.cancelled', nameOf(row), from + 1)
      return key === 'Escape'
    }
    const to = targetOf(key, index, rows.length)
    if (to === undefined) return false
    slide(() => flushSync(() => setLifted({ oid: row.oid, to })))
    announce('order.announce.moved', nameOf(row), moved(rows, from, to).indexOf(row) + 1)
    return true
  }

  return { shown, lifted: lifted?.oid, mover, announcement, drop, onKey, leave: () => setLifted(undefined) }
}

/** The position to which a key moves a row. */
function targetOf(key: string, index: number, count: number): number | undefined {
  const targets: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }
  const to = targets[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1)
}
