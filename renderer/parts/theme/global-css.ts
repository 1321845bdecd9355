import { monoLine } from './mono-line.ts'

/**
 * One line of a list's cell, cut at its edge. A class for all pages: a page of rows has hundreds of such lines, and a styled element
 * works its look out with each of them. Monospaced text stands in a line as high as one of plain text, whose baseline it keeps.
 */
const cellLine = {
  '.cell-line': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '.cell-line-empty': { color: 'fg.subtle' },
  // For screen readers alone. A class, as lists have hundreds.
  '.spoken': { srOnly: true },
  '.cell-line-mono': monoLine,
} as const

/** Rules that hold for every page: face, focus ring, scrollbars, and stillness for whoever asked the system for it. */
export const globalCss = {
  html: {
    color: 'fg',
    bg: 'bg.canvas',
    fontFamily: 'body',
    lineHeight: 'normal',
    colorPalette: 'gray',
    textRendering: 'optimizeLegibility',
    WebkitFontSmoothing: 'antialiased',
    fontFeatureSettings: '"cv05", "cv08", "ss03", "calt"',
  },
  body: { fontSize: 'md', minHeight: '100dvh', margin: 0 },
  '#root': { minHeight: '100dvh' },
  'code, kbd, samp, pre': { fontFamily: 'mono', fontFeatureSettings: 'normal', fontSize: '0.94em' },
  // Not of whole tables: with figures of one width hyphens get it, too, and names fall apart.
  '[data-numbers]': { fontVariantNumeric: 'tabular-nums' },
  ...cellLine,
  '*::selection': { bg: 'accent.muted' },
  '*::placeholder': { color: 'fg.subtle', opacity: 1 },
  ':where(a, button, input, select, textarea, summary, [tabindex]):focus-visible': {
    outline: '2px solid',
    outlineColor: 'accent.solid',
    outlineOffset: '1px',
  },
  '*': { scrollbarWidth: 'thin', scrollbarColor: 'var(--chakra-colors-border-strong) transparent' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // However short, a transition makes everything change a frame late, and what is inherited a frame per level.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
}
