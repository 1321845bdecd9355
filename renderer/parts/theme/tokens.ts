import { motionTokens } from './motion.ts'
import { families, series, surfaces } from './palette.ts'
import type { Pair } from './palette.ts'

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96]

/** The 4 px grid: step n is n × 4 px, in rem so that it follows the reader's font size. */
const grid = Object.fromEntries(steps.map((step) => [String(step), { value: `${step / 4}rem` }]))

const semantic = ({ light, dark }: Pair) => ({ value: { _light: light, _dark: dark } })

/** Turns `bg.canvas` style names into the nested shape that the styling library wants. */
function nest(pairs: Record<string, Pair>): Record<string, Record<string, ReturnType<typeof semantic>>> {
  const nested: Record<string, Record<string, ReturnType<typeof semantic>>> = {}
  for (const [path, pair] of Object.entries(pairs)) {
    const [group = '', name = ''] = path.split('.')
    nested[group] = { ...nested[group], [name === 'default' ? 'DEFAULT' : name]: semantic(pair) }
  }
  return nested
}

const familyColors = Object.fromEntries(
  Object.entries(families).map(([name, family]) => [
    name,
    {
      ...Object.fromEntries(Object.entries(family).map(([use, pair]) => [use, semantic(pair)])),
      emphasized: semantic(family.border),
      focusRing: semantic(families.accent.solid),
    },
  ]),
)

/** Colours by use, in both modes. `gray`, `accent` and the status names serve as `colorPalette`. */
export const semanticTokens = {
  colors: {
    ...nest(surfaces),
    ...familyColors,
    /** `series.1` and on. */
    series: Object.fromEntries(series.map((one, index) => [String(index + 1), semantic(one)])),
  },
  shadows: {
    card: { value: { _light: '0 1px 2px rgb(16 24 40 / 0.04)', _dark: '0 1px 2px rgb(0 0 0 / 0.3)' } },
    raised: {
      value: {
        _light: '0 0 0 1px rgb(16 24 40 / 0.06), 0 8px 24px -4px rgb(16 24 40 / 0.14), 0 2px 6px rgb(16 24 40 / 0.06)',
        _dark: '0 0 0 1px rgb(255 255 255 / 0.08), 0 12px 32px -4px rgb(0 0 0 / 0.6)',
      },
    },
    dialog: {
      value: {
        _light: '0 0 0 1px rgb(16 24 40 / 0.06), 0 24px 64px -12px rgb(16 24 40 / 0.3)',
        _dark: '0 0 0 1px rgb(255 255 255 / 0.1), 0 24px 64px -8px rgb(0 0 0 / 0.75)',
      },
    },
  },
}

/** Everything that does not change with the colour mode. */
export const tokens = {
  colors: {
    transparent: { value: 'transparent' },
    current: { value: 'currentColor' },
    white: { value: '#ffffff' },
    black: { value: '#000000' },
  },
  fonts: {
    body: { value: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif" },
    heading: { value: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif" },
    /** Addresses, prefixes, serial numbers, identifiers. */
    mono: { value: "'JetBrains Mono Variable', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" },
  },
  fontSizes: {
    '2xs': { value: '0.6875rem' },
    xs: { value: '0.75rem' },
    /** Tables, menus, secondary text. */
    sm: { value: '0.8125rem' },
    /** Forms and prose. */
    md: { value: '0.875rem' },
    lg: { value: '1rem' },
    xl: { value: '1.25rem' },
    '2xl': { value: '1.5rem' },
  },
  fontWeights: { normal: { value: 400 }, medium: { value: 500 }, semibold: { value: 600 }, bold: { value: 700 } },
  lineHeights: { none: { value: 1 }, tight: { value: 1.25 }, normal: { value: 1.45 }, relaxed: { value: 1.6 } },
  letterSpacings: { tight: { value: '-0.011em' }, normal: { value: '0' }, wide: { value: '0.04em' } },
  spacing: grid,
  sizes: {
    ...grid,
    full: { value: '100%' },
    max: { value: 'max-content' },
    min: { value: 'min-content' },
    fit: { value: 'fit-content' },
    prose: { value: '68ch' },
    /** Height of every button, input and picker. */
    control: { value: '2rem' },
    controlSmall: { value: '1.75rem' },
    row: { value: '2.25rem' },
    rowCompact: { value: '1.75rem' },
    header: { value: '3rem' },
    navigation: { value: '14.5rem' },
    navigationFolded: { value: '3.25rem' },
  },
  radii: {
    none: { value: '0' },
    xs: { value: '0.1875rem' },
    sm: { value: '0.25rem' },
    /** Controls. */
    md: { value: '0.375rem' },
    /** Cards, menus. */
    lg: { value: '0.5rem' },
    /** Dialogs. */
    xl: { value: '0.75rem' },
    full: { value: '9999px' },
  },
  ...motionTokens,
  zIndex: {
    base: { value: 0 },
    sticky: { value: 10 },
    header: { value: 100 },
    dropdown: { value: 1000 },
    toast: { value: 1700 },
    tooltip: { value: 1800 },
  },
  cursor: { button: { value: 'default' }, disabled: { value: 'not-allowed' }, menuitem: { value: 'default' } },
}
