/** A button that looks like the text in which it stands, with room for a sign beside it. */
export const bareButton = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  font: 'inherit',
  color: 'inherit',
  borderRadius: 'xs',
  _hover: { color: 'fg' },
} as const
