import { chakra } from '@chakra-ui/react'

const Track = chakra('div', { base: { h: 1.5, w: 'full', bg: 'bg.muted', borderRadius: 'full', overflow: 'hidden' } })
const Bar = chakra('div', {
  base: { h: 'full', w: 'full', bg: 'accent.solid', transformOrigin: '0 50%', transition: 'transform {durations.moderate}' },
})

/** How much of something is done, from 0 to 1. */
export function ProgressTrack({ label, part }: { label: string; part: number }) {
  const shown = Math.min(1, Math.max(0, part))
  return (
    <Track role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.floor(shown * 100)}>
      <Bar style={{ transform: `scaleX(${shown})` }} />
    </Track>
  )
}
