import { createTheme } from 'ag-grid-community'

const color = (token: string): string => `var(--chakra-colors-${token})`

/**
 * The grid in our look, both colour modes: it names the theme's custom properties, so it follows them without a second theme.
 * `createTheme` brings no look of its own; each page adds the parts that it uses.
 */
export const gridTheme = createTheme().withParams({
  fontFamily: 'inherit',
  fontSize: 13,
  spacing: 6,
  rowHeight: 36,
  headerHeight: 34,
  cellHorizontalPadding: 12,
  backgroundColor: color('bg-surface'),
  foregroundColor: color('fg'),
  textColor: color('fg'),
  accentColor: color('accent-solid'),
  borderColor: color('border'),
  headerBackgroundColor: color('bg-subtle'),
  headerTextColor: color('fg-muted'),
  headerFontWeight: 500,
  headerColumnResizeHandleColor: color('border-strong'),
  rowHoverColor: color('bg-subtle'),
  selectedRowBackgroundColor: color('bg-selected'),
  rowBorder: { color: color('border') },
  columnBorder: false,
  wrapperBorder: { color: color('border') },
  wrapperBorderRadius: 8,
  focusShadow: 'none',
  rangeSelectionBorderColor: color('accent-solid'),
  cellEditingBorder: { color: color('accent-solid') },
  cellEditingShadow: 'none',
  iconColor: color('fg-subtle'),
})

/** Where the system lays scrollbars over the page, the library's stand-in for one would cover the end of every row. */
export const bareScrollbar = {
  '& .ag-scrollbar-invisible .ag-body-vertical-scroll-viewport': { bg: 'transparent', pointerEvents: 'none' },
} as const
