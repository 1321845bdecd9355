import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import type { Translate } from '../widgets/contract.ts'
import { formatRange, parsePaste, type Pasted } from './matrix-clipboard.ts'
import { MAX_CHANGES } from './matrix-model.ts'
import type { MatrixView } from './matrix-view.ts'

interface ClipboardOf {
  view: MatrixView
  grid: RefObject<HTMLElement | null>
  t: Translate
  /** Announces the result. */
  say: (text: string) => void
}

/** Hook: copies the selection and pastes spreadsheet cells while the grid has the focus. */
export function useClipboard({ view, grid, t, say }: ClipboardOf): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== grid.current || !event.clipboardData) return
    const range = view.range()
    event.clipboardData.setData('text/plain', formatRange(view, range))
    event.preventDefault()
    say(t('matrix.copied', { count: (range.bottom - range.top + 1) * (range.right - range.left + 1) }))
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== grid.current || !event.clipboardData) return
    event.preventDefault()
    if (!view.model.canWrite()) return say(t('matrix.readOnly'))
    const taken = parsePaste(view, event.clipboardData.getData('text/plain'))
    if ('problem' in taken) return say(problemText(view, taken, t))
    const count = view.model.set(taken.wanted)
    if (count > MAX_CHANGES) return say(t('matrix.tooMany', { count, most: MAX_CHANGES }))
    view.choose({ row: taken.range.top, column: taken.range.left }, { row: taken.range.bottom, column: taken.range.right })
    say(t('matrix.pasted', { count: taken.wanted.length }))
  })
  useEffect(() => {
    // Without a text selection the events are dispatched on the body.
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])
}

function problemText(view: MatrixView, taken: Extract<Pasted, { problem: string }>, t: Translate): string {
  switch (taken.problem) {
    case 'size':
      return t('matrix.paste.size', { rows: taken.rows, columns: taken.columns })
    case 'word':
      return t('matrix.paste.word', { word: taken.word })
    case 'cell': {
      const { rows, columns } = view.model.input
      const row = rows[view.rows[taken.row] ?? -1]?.name
      return t('matrix.paste.cell', { row, column: columns[view.columns[taken.column] ?? -1]?.name })
    }
    default:
      return t('matrix.paste.nothing')
  }
}
