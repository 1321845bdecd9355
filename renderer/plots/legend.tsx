import { chakra } from '@chakra-ui/react'
import { isHatched, toneColors } from './plot-colors.ts'
import { sum, type PlotSeries, type PlotTone } from './plot-data.ts'

/** A patch of a tone, as the plot draws it. */
export function Swatch({ tone }: { tone: PlotTone }) {
  const stripes = 'repeating-linear-gradient(135deg, transparent 0 2px, {colors.bg.surface} 2px 3.5px)'
  return (
    <chakra.span
      flexShrink={0}
      boxSize="2.5"
      borderRadius="xs"
      bg={toneColors[tone]}
      backgroundImage={isHatched(tone) ? stripes : undefined}
      aria-hidden
    />
  )
}

/** The series by name, with all of each. */
export function Legend({ series, format }: { series: readonly PlotSeries[]; format: (value: number) => string }) {
  return (
    <chakra.ul display="flex" flexWrap="wrap" columnGap={4} rowGap={1} m={0} p={0} listStyleType="none" fontSize="sm" color="fg.muted">
      {series.map(({ id, label, tone, values }) => (
        <chakra.li key={id} display="flex" alignItems="center" gap={1.5}>
          <Swatch tone={tone} />
          {label}
          <chakra.span color="fg" fontWeight="medium" fontVariantNumeric="tabular-nums">
            {format(sum(values))}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
