import { chakra } from '@chakra-ui/react'

/** Holds a few choices side by side. */
export const SegmentGroup = chakra('div', {
  base: {
    display: 'inline-flex',
    justifySelf: 'start',
    maxWidth: 'full',
    // On several lines where there is no room.
    flexWrap: 'wrap',
    padding: '2px',
    minHeight: 'control',
    bg: 'bg.muted',
    borderRadius: 'md',
    '&[aria-invalid=true]': { boxShadow: '0 0 0 1px var(--chakra-colors-danger-solid)' },
  },
})
/** The label of one choice: around a radio button, which it covers. */
export const SegmentLook = chakra('label', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minWidth: 0,
    minHeight: 'calc({sizes.control} - 4px)',
    paddingInline: 3,
    borderRadius: 'sm',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    '&:has(:checked)': { bg: 'bg.surface', color: 'fg', boxShadow: 'card' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.solid' },
    // Like other locked fields: what is chosen can be read, and nothing looks raised to be pressed.
    '&:has(:disabled)': { cursor: 'not-allowed', color: 'fg.subtle' },
    '&:has(:checked:disabled)': { bg: 'bg.subtle', color: 'fg.muted', boxShadow: 'inset 0 0 0 1px {colors.border}' },
    '& input': { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'inherit' },
  },
})
