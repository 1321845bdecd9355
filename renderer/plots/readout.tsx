import { chakra } from '@chakra-ui/react'
import { middleOf, type PlotFrame } from './frame.ts'
import { Swatch } from './legend.tsx'
import type { PlotData } from './plot-data.ts'

interface ReadoutProps {
  data: PlotData
  frame: PlotFrame
  at: number
  format: (value: number) => string
}

/** The values of a point, beside it. */
export function Readout({ data, frame, at, format }: ReadoutProps) {
  const along = middleOf(frame, at)
  const isLate = frame.isLying ? false : along > frame.width / 2
  const place = frame.isLying
    ? { top: `${along + frame.band / 2 + 2}px`, left: `${frame.left + 8}px` }
    : { top: `${frame.top}px`, ...(isLate ? { right: `${frame.width - along + 12}px` } : { left: `${along + 12}px` }) }
  return (
    <chakra.div
      aria-hidden
      position="absolute"
      zIndex="sticky"
      pointerEvents="none"
      minW="32"
      px={2.5}
      py={2}
      fontSize="xs"
      bg="bg.raised"
      borderRadius="md"
      boxShadow="raised"
      whiteSpace="nowrap"
      style={place}
    >
      <chakra.div fontWeight="medium" mb={1}>
        {data.points[at]?.label}
      </chakra.div>
      {data.series.map(({ id, label, tone, values }) => (
        <chakra.div key={id} display="flex" alignItems="center" gap={1.5} color="fg.muted">
          <Swatch tone={tone} />
          {label}
          <chakra.span ms="auto" ps={4} color="fg" fontVariantNumeric="tabular-nums">
            {format(values[at] ?? 0)}
          </chakra.span>
        </chakra.div>
      ))}
    </chakra.div>
  )
}
