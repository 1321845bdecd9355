import type { MatrixInput } from '../../../renderer/matrix/contract.ts'

const axis = (kind: string, count: number) =>
  Array.from({ length: count }, (_entry, index) => ({ oid: `${kind}-${String(index).padStart(4, '0')}`, name: `${kind} ${index + 1}` }))

/** A pseudo-random but deterministic value for each pair. */
const valueOf = (row: number, column: number, count: number): number => ((row * 7919 + column * 104_729 + row * column) >>> 3) % count

/** A symmetric matrix with two values; cells before the diagonal are empty. */
export function zoneMatrix(count: number): MatrixInput {
  const zones = axis('Zone', count)
  const cells = zones.map((_zone, row) => zones.map((_other, column) => (column < row ? '.' : valueOf(row, column, 2))).join('')).join('')
  return {
    rows: zones,
    columns: zones,
    shape: 'upper',
    values: ['deny', 'allow'],
    cells,
    revisions: '1'.repeat(cells.length),
    details: {},
    options: [
      { value: 'allow', letter: 'A', tone: 'success', text: 'Allow' },
      { value: 'deny', letter: 'D', tone: 'danger', text: 'Deny' },
    ],
  }
}

/** A matrix of two axes with six values and alarms of every kind. */
export function internetMatrix(rows: number, columns: number): MatrixInput {
  const zones = axis('Zone', rows)
  const sets = axis('Set', columns)
  return {
    rows: zones,
    columns: sets,
    shape: 'full',
    values: ['deny', 'bh', 'dti', 'dti+', 'wsg', 'wsg+'],
    cells: zones.map((_zone, row) => sets.map((_set, column) => valueOf(row, column, 6)).join('')).join(''),
    revisions: '1'.repeat(rows * columns),
    details: {
      1: { revision: 4, alarm: 'minor', alarmMsg: 'Few tunnels' },
      [columns + 2]: { alarm: 'critical', alarmMsg: 'No gateway' },
      [2 * columns]: { alarm: 'major', alarmMsg: 'One gateway' },
    },
    options: [
      { value: 'deny', letter: 'D', tone: 'danger', text: 'Deny' },
      { value: 'bh', letter: 'B', tone: 'gray', text: 'Backhauling' },
      { value: 'dti', letter: 'I', tone: 'info', text: 'Direct to internet' },
      { value: 'dti+', letter: 'I+', tone: 'accent', text: 'Direct or backhauling' },
      { value: 'wsg', letter: 'W', tone: 'success', text: 'Web security gateway' },
      { value: 'wsg+', letter: 'W+', tone: 'success', text: 'Gateway or backhauling' },
    ],
  }
}
