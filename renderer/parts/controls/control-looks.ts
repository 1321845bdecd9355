/** What boxes to tick and points to choose share: drawn by us, because browsers draw the empty ones in a grey of their own. */
const mark = {
  appearance: 'none',
  display: 'inline-grid',
  placeContent: 'center',
  boxSize: '4',
  m: 0,
  flexShrink: 0,
  borderWidth: '1px',
  borderStyle: 'solid',
  borderColor: 'border.control',
  bg: 'bg.surface',
  transition: 'background-color {durations.fast}, border-color {durations.fast}',
  '&:is(:checked, :indeterminate, [data-state=checked], [data-state=indeterminate])': { bg: 'accent.solid', borderColor: 'accent.solid' },
  '&:is(:disabled, [data-disabled])': { opacity: 0.6 },
  '@media (forced-colors: active)': { appearance: 'auto' },
} as const

/** The look of a box to tick, of the browser's own and of Chakra's. */
export const tickBox = {
  ...mark,
  borderRadius: 'xs',
  '&:is(:checked, [data-state=checked])::after': {
    content: '""',
    width: '0.3125rem',
    height: '0.5625rem',
    marginTop: '-2px',
    borderStyle: 'solid',
    borderColor: 'white',
    borderWidth: '0 2px 2px 0',
    transform: 'rotate(45deg)',
  },
  '&:is(:indeterminate, [data-state=indeterminate])::after': { content: '""', width: '0.5rem', height: '2px', bg: 'white' },
} as const

/** The look of one of several to choose from. */
export const radioPoint = {
  ...mark,
  borderRadius: 'full',
  '&:checked::after': { content: '""', boxSize: '1.5', borderRadius: 'full', bg: 'white' },
} as const

/** The look of what slides in a switch. */
export const switchThumb = {
  position: 'absolute',
  top: '2px',
  left: '2px',
  boxSize: '0.875rem',
  borderRadius: 'full',
  bg: 'white',
  transition: 'transform {durations.moderate} {easings.out}',
} as const

/** Where it stands in one that is on. */
export const switchThumbOn = { transform: 'translateX(0.875rem)' } as const

/** The look of what it slides in. */
export const switchTrack = {
  position: 'relative',
  display: 'inline-block',
  flexShrink: 0,
  w: 8,
  h: '1.125rem',
  m: 0,
  borderRadius: 'full',
  bg: 'border.control',
  transition: 'background-color {durations.fast}',
  '&:is(:checked, [data-state=checked])': { bg: 'accent.solid' },
  '&:is(:disabled, [aria-disabled=true], [data-disabled])': { opacity: 0.55 },
} as const

/** The look of what holds a few choices side by side, of the browser's own and of Chakra's. */
export const segmentsFrame = {
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
} as const

/** The look of one choice around its radio button. */
export const segment = {
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
} as const
