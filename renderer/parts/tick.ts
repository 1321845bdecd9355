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
  '&:checked, &:indeterminate': { bg: 'accent.solid', borderColor: 'accent.solid' },
  '&:disabled': { opacity: 0.6 },
  '@media (forced-colors: active)': { appearance: 'auto' },
} as const

/** The look of a box to tick. */
export const tickBox = {
  ...mark,
  borderRadius: 'xs',
  '&:checked::after': {
    content: '""',
    width: '0.3125rem',
    height: '0.5625rem',
    marginTop: '-2px',
    borderStyle: 'solid',
    borderColor: 'white',
    borderWidth: '0 2px 2px 0',
    transform: 'rotate(45deg)',
  },
  '&:indeterminate::after': { content: '""', width: '0.5rem', height: '2px', bg: 'white' },
} as const

/** The look of one of several to choose from. */
export const radioPoint = {
  ...mark,
  borderRadius: 'full',
  '&:checked::after': { content: '""', boxSize: '1.5', borderRadius: 'full', bg: 'white' },
} as const
