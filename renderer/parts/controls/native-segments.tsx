import { chakra } from '@chakra-ui/react'
import { segment, segmentsFrame } from './control-looks.ts'

/** Holds a few choices side by side, for pages that have not loaded `SegmentGroup`. */
export const NativeSegments = chakra('div', { base: segmentsFrame })

/** The label of one choice: around a radio button, which it covers. */
export const NativeSegment = chakra('label', {
  base: { ...segment, '& input': { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'inherit' } },
})
