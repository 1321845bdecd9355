import { useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { Translate } from '../widgets/contract.ts'
import { placeByLetter } from './matrix-clipboard.ts'
import { keyCommand } from './matrix-keys.ts'
import { MAX_CHANGES } from './matrix-model.ts'
import type { MatrixView } from './matrix-view.ts'
import type { Painter } from './painter.ts'
import type { HeadPaths } from './use-painter.ts'

interface ActionsOf {
  view: MatrixView
  painter: RefObject<Painter | undefined>
  paths: HeadPaths
  t: Translate
  go: (path: string) => void
}

/** Hook: actions of keys and clicks on the selection. */
export function useMatrixActions({ view, painter, paths, t, go }: ActionsOf) {
  const { model } = view
  const [said, say] = useState('')
  /** The cell to which the value menu is anchored. */
  const [choosing, setChoosing] = useState<HTMLElement>()

  const set = (place: number) => {
    if (!model.canWrite()) return say(t('matrix.readOnly'))
    const cells = view.cellsOf(view.range())
    const count = model.set(cells.map((cell) => [cell, place] as const))
    if (count > MAX_CHANGES) return say(t('matrix.tooMany', { count, most: MAX_CHANGES }))
    say(cells.length > 1 ? t('matrix.set', { count: cells.length, value: model.options[place]?.text }) : '')
  }

  const openHead = (): boolean => {
    const { row, column } = view.focus
    if (row >= 0 && column >= 0) return false
    const { rows, columns } = model.input
    const path =
      column < 0 ? paths.row?.(rows[view.rows[row] ?? -1]?.oid ?? '') : paths.column?.(columns[view.columns[column] ?? -1]?.oid ?? '')
    if (path !== undefined) go(path)
    return true
  }

  /** Opens the page of a head; toggles the selection if there are two values, else opens the value menu. */
  const act = () => {
    if (openHead()) return
    const cell = view.cellAt(view.focus)
    if (cell < 0) return
    if (!model.canWrite()) return say(t('matrix.readOnly'))
    if (model.options.length === 2) return set(1 - model.shown(cell))
    painter.current?.reveal(view.focus)
    setChoosing(painter.current?.elementAt(view.focus))
  }

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const command = keyCommand(event, view, painter.current?.pageRows() ?? 1)
    if (!command) return
    if (command.kind === 'letter') {
      const place = placeByLetter(model.options, command.letter, model.shown(view.cellAt(view.focus)))
      if (place < 0) return
      event.preventDefault()
      return set(place)
    }
    event.preventDefault()
    if (command.kind === 'act') return act()
    if (command.kind === 'range') view.choose(command.from, command.to)
    else view.go(command.to, command.isRange)
    say('')
    painter.current?.reveal(view.focus)
  }

  return { said, say, set, act, keyDown, choosing, stopChoosing: () => setChoosing(undefined) }
}
