import { chakra } from '@chakra-ui/react'
import type { MapDevice } from './overlay.ts'

/** Kind of mark of a device. */
export type MarkKind = 'middle' | 'around' | 'other'

/** Kind of mark: a device of the middle, another one with a role, or one without. */
export function markKind({ mode }: Pick<MapDevice, 'mode'>, middle: string): MarkKind {
  if (mode === middle) return 'middle'
  return mode === null ? 'other' : 'around'
}

const shapes: Record<MarkKind, string> = {
  middle: 'M0-8 6.9-4V4L0 8-6.9 4V-4Z',
  around: 'M0-4A4 4 0 0 1 0 4A4 4 0 0 1 0-4Z',
  other: 'M0-4.6 4.8 3.6H-4.8Z',
}

/** Mark of a device: the shape shows its kind; it is filled once the appliance is installed, and has a gap while no uplink is enabled. */
export function Mark({ kind, isHollow, isCut = false }: { kind: MarkKind; isHollow: boolean; isCut?: boolean }) {
  return <path className="mark" d={shapes[kind]} data-kind={kind} data-hollow={isHollow || undefined} data-cut={isCut || undefined} />
}

/** Dash patterns, so that networks can be distinguished without colour. */
const dashes = ['none', '7 3', '2 3', '9 3 2 3', '4 4', '14 4']
const colors = 6

/** Line style of the network at `index`; beyond the number of colours, the dash pattern changes. */
export function lineLook(index: number): { stroke: string; strokeDasharray: string } {
  const turn = Math.floor(index / colors)
  return {
    stroke: `var(--chakra-colors-series-${(index % colors) + 1})`,
    strokeDasharray: dashes[(index + turn) % dashes.length] ?? 'none',
  }
}

/** Sample of a network's line. */
export function LineSample({ index }: { index: number }) {
  return (
    <svg width="26" height="8" aria-hidden>
      <line x1="0" y1="4" x2="26" y2="4" strokeWidth="2" {...lineLook(index)} />
    </svg>
  )
}

/** Colours of marks. */
export const markColors = {
  '& .mark': { fill: 'fg.muted', stroke: 'bg.surface', strokeWidth: '0.5px' },
  '& .mark[data-kind=middle]': { fill: 'accent.solid', stroke: 'bg.surface' },
  '& .mark[data-hollow]': { fill: 'bg.surface', stroke: 'fg.muted', strokeWidth: '1.5px' },
  '& .mark[data-kind=middle][data-hollow]': { fill: 'bg.surface', stroke: 'accent.dot', strokeWidth: '2px' },
  '& .mark[data-cut]': { strokeDasharray: '3 2' },
}

const Sample = chakra('svg', { base: { flexShrink: 0, overflow: 'visible', ...markColors } })

/** Sample of a mark. */
export function MarkSample({ kind, isHollow = false }: { kind: MarkKind; isHollow?: boolean }) {
  return (
    <Sample boxSize="4" viewBox={kind === 'middle' ? '-9 -9 18 18' : '-7 -7 14 14'} aria-hidden>
      <Mark kind={kind} isHollow={isHollow} />
    </Sample>
  )
}
