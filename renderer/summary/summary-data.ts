import { monthOf } from '../../schemas/vocabulary/months.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { Figures } from '../data/data-source.ts'
import { optionLabel } from '../data/labels.ts'
import type { SummaryPlot } from '../descriptor/screen.ts'
import type { RendererHost } from '../host.tsx'
import type { PlotData, PlotPoint, PlotSeries } from '../plots/plot-data.ts'
import { monthParts, monthText } from '../parts/text/date-texts.ts'
import { optionsOf, type Summary } from './summary-state.ts'

/** What the figures of a page are read by. */
export interface SummaryShape {
  schema: EntitySchema
  summary: Summary
  host: Pick<RendererHost, 't' | 'hasText' | 'language'>
}

/** The current month, as plots name it. */
export const nowPoint = (t: RendererHost['t']): { id: string; label: string } => ({ id: monthOf(new Date()), label: t('summary.now') })

/** One plot: months as they come, or the options of a field that have anything. */
export function plotData(plot: SummaryPlot, { data, meta }: Figures, shape: SummaryShape): PlotData {
  const { summary, schema, host } = shape
  const entity = schema['x-entity'].name
  const rows = plot.of === undefined ? data : (meta[plot.of] ?? [])
  const count = (of: readonly Rec[]): number => of.reduce((total, row) => total + Number(row[summary.count] ?? 0), 0)
  if (plot.axis === 'month') {
    const values = rows.map((row) => count([row]))
    const points = rows.map((row): PlotPoint => {
      const month = String(row['month'])
      return { id: month, label: monthText(month, host.language), tick: monthParts(month, host.language) }
    })
    return { points, series: [{ id: summary.count, label: host.t(`${entity}.field.${summary.count}`), tone: 'accent', values }] }
  }
  const { axis: along } = plot
  const points = optionsOf(schema, along)
    .filter((option) => count(rows.filter((row) => row[along] === option)) > 0)
    .map((option) => ({ id: option, label: optionLabel(host, { entity, field: along, value: option }) }))
  const { by, tones } = summary.states
  const series = Object.entries(tones).map(([state, tone]): PlotSeries => ({
    id: state,
    label: host.t(`${entity}.summary.${by}.${state}`),
    tone,
    values: points.map(({ id }) => count(rows.filter((row) => row[along] === id && row[by] === state))),
  }))
  return { points, series }
}

/** A row of the table: its names as texts, its state, its number. */
export interface TableRow {
  id: string
  names: string[]
  state: { value: string; label: string }
  count: number
  /** Position of each name and of the state among their options. */
  places: number[]
}

/** The rows of the table, in the order of the options that name them. */
export function tableRows({ data }: Figures, { schema, summary, host }: SummaryShape): TableRow[] {
  const entity = schema['x-entity'].name
  const { by, tones } = summary.states
  const orders = [...summary.rows.map((field) => optionsOf(schema, field)), Object.keys(tones)]
  const rows = data.map((row): TableRow => {
    const state = String(row[by])
    return {
      id: [...summary.rows.map((field) => row[field]), state].join(' '),
      names: summary.rows.map((field) => optionLabel(host, { entity, field, value: row[field] })),
      state: { value: state, label: host.t(`${entity}.summary.${by}.${state}`) },
      count: Number(row[summary.count] ?? 0),
      places: [...summary.rows, by].map((field, index) => orders[index]?.indexOf(String(row[field])) ?? 0),
    }
  })
  return rows.toSorted((a, b) => inOrder(a.places, b.places))
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((place, index) => place !== b[index])
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0)
}

/** The rows by one column, `count` being the last one; equal ones stay as they were. */
export function sortedRows(rows: readonly TableRow[], { column, isDown }: { column: number; isDown: boolean }): TableRow[] {
  const value = (row: TableRow): number => row.places[column] ?? row.count
  return rows.toSorted((a, b) => (isDown ? value(b) - value(a) : value(a) - value(b)))
}
