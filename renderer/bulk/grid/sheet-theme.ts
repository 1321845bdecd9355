import { iconSetQuartzLight, inputStyleBordered } from 'ag-grid-community'
import { gridTheme } from '../../parts/grid/grid-theme.ts'

/** The look of the sheet and of the plan before it. One theme for both: each is a style sheet, for which the browser styles the whole page anew. */
export const sheetTheme = gridTheme
  .withPart(iconSetQuartzLight)
  .withPart(inputStyleBordered)
  .withParams({
    browserColorScheme: 'inherit',
    focusShadow: 'inset 0 0 0 2px var(--chakra-colors-accent-solid)',
    inputBorder: { color: 'var(--chakra-colors-border-control)' },
    inputBackgroundColor: 'var(--chakra-colors-bg-surface)',
    inputFocusBorder: { color: 'var(--chakra-colors-accent-solid)' },
  })
