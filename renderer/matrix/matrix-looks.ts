import type { Translate } from '../widgets/contract.ts'
import type { MatrixView } from './matrix-view.ts'
import type { CellLook } from './painter.ts'

/** Computes the look of cells; identical cells share one object. */
export function cellLooks(view: MatrixView, t: Translate): (row: number, column: number) => CellLook {
  const { model } = view
  const empty: CellLook = { letter: '', label: t('matrix.empty') }
  const plain = model.options.map(({ letter, tone, text }): CellLook => ({ letter, tone, label: text }))
  const faded = plain.map((look): CellLook => ({ ...look, faded: true }))
  return (row, column) => {
    const cell = view.cellAt({ row, column })
    if (cell < 0) return empty
    const isFaded = view.isFaded(cell)
    const look = (isFaded ? faded : plain)[model.shown(cell)] ?? empty
    if (model.isPlain(cell)) return look
    const state = model.state(cell)
    const alarm = model.detail(cell)?.alarm
    return {
      ...look,
      label: [look.label, ...remarks(view, cell, t)].join(', '),
      ...(state !== 'stored' && { state }),
      ...(alarm && { alarm }),
    }
  }
}

/** Remarks about a cell besides its value: pending, reason of a refusal, alarm. */
export function remarks({ model }: MatrixView, cell: number, t: Translate): string[] {
  const { alarm, alarmMsg = '' } = model.detail(cell) ?? {}
  const failure = model.failure(cell)
  const value = model.options[model.storedPlace(cell)]?.text
  return [
    ...(model.state(cell) === 'pending' ? [t('matrix.pending')] : []),
    ...(failure ? [t(failure.isOvertaken ? 'matrix.overtaken' : 'matrix.failed', { reason: failure.reason, value })] : []),
    ...(alarm ? [[t(`matrix.alarm.${alarm}`), alarmMsg].join(': ')] : []),
  ]
}

/** A cell in words: row and column names, value, and remarks. */
export function cellText(view: MatrixView, cell: number, t: Translate): string {
  const { input, options } = view.model
  const row = input.rows[Math.floor(cell / input.columns.length)]?.name ?? ''
  const column = input.columns[cell % input.columns.length]?.name ?? ''
  const value = options[view.model.shown(cell)]?.text ?? ''
  return [t('matrix.cell', { row, column, value }), ...remarks(view, cell, t)].join(' · ')
}
