/** Monospaced text in a line as high as one of plain text, whose baseline it keeps: on its own it would stand a pixel higher. */
export const monoLine = {
  textStyle: 'mono',
  lineHeight: 0,
  _before: { content: '"\\200b"', fontFamily: 'body', fontSize: 'sm', lineHeight: 'normal' },
} as const
