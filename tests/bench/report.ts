import { ratioOf, verdictOf, type Budget, type Figure } from './figure.ts'

const HEAD = ['id', 'ours', 'reference', 'ratio', 'budget', 'verdict']

/** The table that `npm run bench` prints, followed by the notes of the figures. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')
  const notes = figures.flatMap(({ id, note }) => (note === undefined ? [] : [`${id}: ${note}`]))
  return [
    line(HEAD),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.slice(1).map(line),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
}

function rowOf(figure: Figure): string[] {
  const { id, ours, reference, unit, budget } = figure
  const ratio = ratioOf(figure)
  return [
    id,
    `${rounded(ours)} ${unit}`,
    reference === undefined ? '' : `${rounded(reference)} ${unit}`,
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    budget === undefined ? '' : budgetText(budget, unit),
    verdictOf(figure),
  ]
}

function budgetText({ of, atLeast, atMost }: Budget, unit: string): string {
  const suffix = of === 'ratio' ? '×' : unit
  return [atLeast === undefined ? '' : `≥ ${atLeast} ${suffix}`, atMost === undefined ? '' : `≤ ${atMost} ${suffix}`]
    .filter((part) => part !== '')
    .join(', ')
}

function rounded(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
