import type { Accounts } from './accounts.ts'
import type { ReadCounts } from './read-counts.ts'
import type { Outlook } from './samples.ts'

/** One row of the result. */
export interface Row {
  event: string
  /** From the start of the event to the end of its cause. */
  lastedS: number
  outlook: Outlook
  /** Page loads of the browser that showed no list. */
  pageErrors: readonly string[]
  slowestPageMs: number
  /** Who answered the reads that a standby may answer. */
  reads: ReadCounts
}

const HEAD = [
  'event',
  'lasted s',
  'calls',
  'errors',
  'untold',
  'p99 ms',
  'disturbed s',
  'after cause s',
  'after promotion s',
  'page errors',
  'page ms',
  'on standbys',
  'on primary',
]

/** The table of events, and the accounts below it. */
export function tableOf(rows: readonly Row[], accounts: Accounts): string {
  const lines = rows.map(({ event, lastedS, outlook, pageErrors, slowestPageMs, reads }) => [
    event,
    lastedS.toFixed(1),
    ...[outlook.calls, outlook.errors, outlook.untold, outlook.p99Ms].map(String),
    outlook.disturbedS.toFixed(1),
    outlook.normalAfterS.toFixed(1),
    outlook.normalAfterPromotionS?.toFixed(1) ?? '',
    String(pageErrors.length),
    String(slowestPageMs),
    String(reads.standby),
    String(reads.primary),
  ])
  const widths = HEAD.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)))
  const padded = [HEAD, ...lines].map((line) =>
    line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  )
  const kinds = rows.flatMap(({ event, outlook, pageErrors }) => [
    ...Object.entries(outlook.kinds).map(([kind, count]) => `  ${event}: ${kind} × ${count}`),
    ...pageErrors.map((error) => `  ${event}: ${error}`),
  ])
  const sums = Object.entries(accounts).map(([name, count]) => `${name} ${count}`)
  return [...padded, '', 'Errors by call and status (0: no answer):', ...kinds, '', `Acknowledged writes: ${sums.join(', ')}`].join('\n')
}
