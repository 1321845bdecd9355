import { cutTo, lengthOf, middleOf, type PlotFrame } from './frame.ts'
import { shownTicks, type PlotData } from './plot-data.ts'

/** Pixels that a name below a column needs. */
const tickRoom = 44

interface AxesProps {
  data: PlotData
  frame: PlotFrame
  format: (value: number) => string
}

/** Lines of the values that are named, and the names of the points. */
export function Axes(props: AxesProps) {
  return props.frame.isLying ? <LyingAxes {...props} /> : <StandingAxes {...props} />
}

function StandingAxes({ data, frame, format }: AxesProps) {
  const { left, top, innerWidth, innerHeight, scale, band } = frame
  const base = top + innerHeight
  return (
    <>
      {scale.ticks.map((tick) => {
        const y = base - lengthOf(frame, tick)
        return (
          <g key={tick}>
            <line data-line={tick === 0 ? 'base' : 'grid'} x1={left} x2={left + innerWidth} y1={y} y2={y} />
            <text x={left - 8} y={y} dy="0.35em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        )
      })}
      {shownTicks(data.points, Math.max(1, Math.ceil(tickRoom / Math.max(1, band)))).map(({ index, own, shared }) => (
        <text key={index} x={middleOf(frame, index)} y={base + 15} textAnchor="middle">
          {own}
          {shared !== undefined && (
            <tspan x={middleOf(frame, index)} dy="1.2em">
              {shared}
            </tspan>
          )}
        </text>
      ))}
    </>
  )
}

function LyingAxes({ data, frame, format }: AxesProps) {
  const { left, top, innerHeight, scale } = frame
  return (
    <>
      {scale.ticks.map((tick) => {
        const x = left + lengthOf(frame, tick)
        return (
          <g key={tick}>
            <line data-line={tick === 0 ? 'base' : 'grid'} x1={x} x2={x} y1={top} y2={top + innerHeight} />
            <text x={x} y={top + innerHeight + 16} textAnchor="middle">
              {format(tick)}
            </text>
          </g>
        )
      })}
      {data.points.map(({ id, label }, index) => (
        <text key={id} data-name x={left - 8} y={middleOf(frame, index)} dy="0.35em" textAnchor="end">
          {cutTo(left - 12, label)}
        </text>
      ))}
    </>
  )
}
