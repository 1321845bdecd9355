import { lengthOf, middleOf, type PlotFrame } from './frame.ts'
import { isHatched } from './plot-colors.ts'
import type { PlotData, PlotKind, PlotSeries } from './plot-data.ts'

interface MarksProps {
  kind: PlotKind
  data: PlotData
  frame: PlotFrame
  /** Begins the names of the hatchings, which are the page's. */
  id: string
}

/** The values: blocks that stand on each other, or lines. */
export function Marks({ kind, ...props }: MarksProps) {
  if (kind === 'columns' || kind === 'bars') return <Blocks {...props} />
  return <Lines {...props} isFilled={kind === 'area'} />
}

/** Height of each series above those below it, by point. */
function stacked(series: readonly PlotSeries[]): { series: PlotSeries; from: number[]; to: number[] }[] {
  const heights: number[] = []
  return series.map((one) => {
    const from = one.values.map((_value, index) => heights[index] ?? 0)
    one.values.forEach((value, index) => (heights[index] = (heights[index] ?? 0) + value))
    return { series: one, from, to: one.values.map((_value, index) => heights[index] ?? 0) }
  })
}

function Blocks({ data, frame, id }: Omit<MarksProps, 'kind'>) {
  const { left, top, innerHeight, band, isLying } = frame
  const thick = Math.max(2, Math.min(isLying ? 14 : 36, band * (isLying ? 0.6 : 0.68)))
  return stacked(data.series).map(({ series, from, to }) => (
    <g key={series.id} data-tone={series.tone} stroke="none">
      {isHatched(series.tone) && <Hatching id={`${id}-${series.tone}`} />}
      {series.values.map((value, index) => {
        if (value === 0) return null
        const [begin, end] = [lengthOf(frame, from[index] ?? 0), lengthOf(frame, to[index] ?? 0)]
        // Stacked marks keep a thin gap; small values remain visible.
        const long = Math.max(1.5, end - begin - (begin > 0 ? 1 : 0))
        const across = middleOf(frame, index) - thick / 2
        const place = isLying
          ? { x: left + end - long, y: across, width: long, height: thick }
          : { x: across, y: top + innerHeight - end, width: thick, height: long }
        return (
          <g key={data.points[index]?.id ?? index}>
            <rect {...place} rx={2} />
            {isHatched(series.tone) && <rect {...place} rx={2} fill={`url(#${id}-${series.tone})`} />}
          </g>
        )
      })}
    </g>
  ))
}

function Hatching({ id }: { id: string }) {
  return (
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect data-hatch width={2.5} height={6} />
    </pattern>
  )
}

function Lines({ data, frame, isFilled }: Omit<MarksProps, 'kind' | 'id'> & { isFilled: boolean }) {
  const base = frame.top + frame.innerHeight
  const at = (value: number, index: number): string => `${middleOf(frame, index).toFixed(1)},${(base - lengthOf(frame, value)).toFixed(1)}`
  const layers = isFilled ? stacked(data.series) : data.series.map((series) => ({ series, from: [], to: series.values }))
  return layers.map(({ series, from, to }, order) => (
    <g key={series.id} data-tone={series.tone}>
      {isFilled && <path d={`M${[...to.map(at), ...from.map(at).toReversed()].join('L')}Z`} stroke="none" fillOpacity={0.16} />}
      <path
        d={`M${to.map(at).join('L')}`}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={dashes[order % dashes.length]}
      />
      {to.length === 1 && <circle cx={middleOf(frame, 0)} cy={base - lengthOf(frame, to[0] ?? 0)} r={3} />}
    </g>
  ))
}

/** Lines differ by more than colour. */
const dashes = [undefined, '6 3', '2 3', '8 3 2 3', '1 4', '10 4']

/** The point under the pointer or the keyboard: its band, and where its values are on the lines. */
export function Highlight({ kind, data, frame, at }: Omit<MarksProps, 'id'> & { at: number }) {
  const { left, top, innerWidth, innerHeight, band, isLying } = frame
  if (kind === 'bars' || kind === 'columns') {
    const along = middleOf(frame, at) - band / 2
    const place = isLying
      ? { x: 0, y: along, width: left + innerWidth, height: band }
      : { x: along, y: top, width: band, height: innerHeight }
    return <rect data-band {...place} rx={3} />
  }
  const x = middleOf(frame, at)
  const layers = kind === 'area' ? stacked(data.series) : data.series.map((series) => ({ series, to: series.values }))
  return (
    <>
      <line data-line="at" x1={x} x2={x} y1={top} y2={top + innerHeight} />
      {layers.map(({ series, to }) => (
        <circle
          key={series.id}
          data-tone={series.tone}
          cx={x}
          cy={top + innerHeight - lengthOf(frame, to[at] ?? 0)}
          r={4}
          strokeWidth={2}
          data-dot
        />
      ))}
    </>
  )
}
