import type { RendererHost } from '../host.tsx'
import type { Alert } from '../parts/page/alert-list.tsx'
import type { FileRefusal } from '../data/file-error.ts'
import type { ImportReport } from './worker/protocol.ts'

type T = RendererHost['t']

/** Maximum number of columns named in a sentence. */
const MAX_NAMED = 50

/** Alerts for a refused file. */
export function refusalAlerts(refusal: FileRefusal | undefined, t: T): Alert[] {
  return refusal === undefined ? [] : [{ id: 'refusal', kind: 'danger', text: t(refusal.key, refusal.params) }]
}

/** Alerts for an imported file: row count, ignored columns, guesses. */
export function reportAlerts(report: ImportReport | undefined, t: T): Alert[] {
  if (report === undefined) return []
  const alerts: Alert[] = [{ id: 'read', kind: 'info', text: t('bulk.report.read', { count: report.rows }) }]
  if (report.guessedEncoding !== undefined)
    alerts.push({ id: 'encoding', kind: 'warning', text: t('bulk.report.encoding', { encoding: report.guessedEncoding }) })
  const some = (names: readonly string[]): string => [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(', ')
  if (report.formulas.length > 0)
    alerts.push({
      id: 'formulas',
      kind: 'warning',
      text: t('bulk.report.formulas', { count: report.formulas.length, cells: some(report.formulas) }),
    })
  if (report.ignoredSheets.length > 0)
    alerts.push({ id: 'ignored', kind: 'warning', text: t('bulk.report.ignoredSheets', { sheets: some(report.ignoredSheets) }) })
  const named = (kind: string): string[] => {
    const found = report.headerProblems.filter((problem) => problem.kind === kind && problem.header.trim() !== '')
    const names = found.slice(0, MAX_NAMED).map(({ header, nearest }) => (nearest ? t('bulk.report.nearest', { header, nearest }) : header))
    return found.length > MAX_NAMED ? [...names, '…'] : names
  }
  const unknown = named('unknown')
  const duplicate = named('duplicate')
  const empty = report.headerProblems.flatMap(({ kind, column }) => (kind === 'empty' ? [column + 1] : [])).slice(0, MAX_NAMED)
  if (unknown.length > 0)
    alerts.push({ id: 'unknown', kind: 'warning', text: t('bulk.report.extraColumns', { columns: unknown.join(', ') }) })
  if (duplicate.length > 0)
    alerts.push({ id: 'duplicate', kind: 'warning', text: t('bulk.report.duplicateColumns', { columns: duplicate.join(', ') }) })
  if (empty.length > 0) alerts.push({ id: 'empty', kind: 'warning', text: t('bulk.report.emptyColumns', { columns: empty.join(', ') }) })
  return alerts
}
