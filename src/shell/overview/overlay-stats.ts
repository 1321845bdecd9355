import type { OverlayStats } from '../../../schemas/supervision.ts'
import { clockText } from '../../../renderer/parts/text/clock-texts.ts'
import type { PlotData } from '../../../renderer/plots/plot-data.ts'

/** Throughput is given in hundredths of Mbps (S2 section 3). */
const SCALE = 100

const counts = [
  'edgeBoxesCount',
  'hubsCount',
  'spokesCount',
  'teleEnginesCount',
  'enginesCount',
  'totalEnginesCount',
  'connectionsCount',
  'applicationGroupsCount',
] as const
const traffic = ['throughputValue', 'throughputMaxValue', 'flowsCount', 'flowsMaxCount'] as const

/** The stats object of an answer; throws where it is none, so that the figures of before stay. */
export function readStats(answer: unknown): OverlayStats {
  const stats = at(at(answer, 'data'), '0')
  const numbers = [
    ...counts.map((name) => at(stats, name)),
    ...traffic.map((name) => at(at(stats, 'apo'), name)),
    ...['internalCount', 'externalCount'].map((name) => at(at(stats, 'connections'), name)),
  ]
  if (!numbers.every(isCount)) throw new Error('The answer holds no figures of an overlay')
  return stats as OverlayStats
}

/** Mbps of a value as the service tells it. */
export const mbps = (value: number): number => value / SCALE

/** Share of a maximum that is used, 0 to 1; of no maximum nothing. */
export function shareOf(value: number, most: number): number {
  return most > 0 ? Math.min(1, value / most) : 0
}

interface HistoryWords {
  label: string
  language: string
  of: 'throughputValue' | 'flowsCount'
}

/** The last hours as a plot; undefined where the service keeps none. */
export function historyPlot({ history }: OverlayStats, { label, language, of }: HistoryWords): PlotData | undefined {
  if (!Array.isArray(history) || history.length < 2) return undefined
  const value = of === 'flowsCount' ? (count: number) => count : mbps
  return {
    points: history.map((point) => ({
      id: point.at,
      label: clockText(point.at, language),
      tick: [clockText(point.at, language, 'short'), ''] as const,
    })),
    series: [{ id: of, label, tone: 'accent', values: history.map((point) => value(point[of])) }],
  }
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
