/** `area` stacks series over time, `line` overlays them; `columns` are vertical, `bars` horizontal with room for long names. */
export type PlotKind = 'area' | 'line' | 'columns' | 'bars'

/** Colours by meaning, or `1` to `6`: the colours of things of one kind, in their order. What alarms is hatched, too. */
export const plotTones = ['accent', 'quiet', 'success', 'warning', 'danger', 'info', '1', '2', '3', '4', '5', '6'] as const

export type PlotTone = (typeof plotTones)[number]

/** One place along the axis. */
export interface PlotPoint {
  id: string
  /** Its whole name. */
  label: string
  /** Axis label, and a part shown once for neighbours that share it (e.g. the year of months). @default the label */
  tick?: readonly [own: string, shared: string]
}

export interface PlotSeries {
  id: string
  label: string
  tone: PlotTone
  /** One for each point, none below 0. */
  values: readonly number[]
}

/** What a plot shows, without its looks. */
export interface PlotData {
  points: readonly PlotPoint[]
  series: readonly PlotSeries[]
}

/** Whether there is nothing to draw. */
export function isBlank({ points, series }: PlotData): boolean {
  return points.length === 0 || series.every(({ values }) => values.every((value) => value === 0))
}

/** The largest value of the axis, and the values that it names: from 0 in round steps, whole ones where all values are. */
export interface PlotScale {
  top: number
  ticks: readonly number[]
}

/** A scale that holds every value, or every sum where series stand on each other. */
export function scaleOf({ points, series }: PlotData, { isStacked, steps }: { isStacked: boolean; steps: number }): PlotScale {
  const valuesAt = (index: number): number[] => series.map(({ values }) => values[index] ?? 0)
  const tops = points.map((_point, index) => (isStacked ? sum(valuesAt(index)) : Math.max(0, ...valuesAt(index))))
  const highest = Math.max(0, ...tops)
  const isWhole = series.every(({ values }) => values.every(Number.isInteger))
  const step = roundStep(highest / steps, isWhole)
  const count = Math.max(1, Math.ceil(highest / step - 1e-9))
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_tick, index) => index * step) }
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The next of 1, 2, 5, 10, ... that is not below. */
function roundStep(least: number, isWhole: boolean): number {
  if (least <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power
  return isWhole ? Math.max(1, step) : step
}

/** The points that the axis labels if each label needs so much room, and where it shows their shared part. */
export function shownTicks(points: readonly PlotPoint[], every: number): { index: number; own: string; shared: string | undefined }[] {
  let before: string | undefined
  return points.flatMap(({ label, tick = [label, ''] }, index) => {
    if (index % every !== 0) return []
    const [own, shared] = tick
    const isNew = shared !== '' && shared !== before
    before = shared
    return [{ index, own, shared: isNew ? shared : undefined }]
  })
}
