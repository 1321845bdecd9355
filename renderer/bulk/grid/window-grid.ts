import { type GridOptions, iconSetQuartzLight, inputStyleBordered } from 'ag-grid-community'
import { gridTexts } from '../../parts/grid/grid-texts.ts'
import { bareScrollbar, gridTheme } from '../../parts/grid/grid-theme.ts'
import { styleNonce } from '../../parts/grid/style-nonce.ts'

/** Where a grid takes its rows from. */
export interface Rows<Row> {
  /** Rows from `start` up to and without `end`. */
  load: (start: number, end: number) => Promise<Row[]>
  count: () => number
}

/** What the grids of this page have in common: rows come from the worker block by block, so a hundred thousand cost no more than a screenful. */
export function windowGrid<Row>({ load, count }: Rows<Row>, t: (key: string) => string): GridOptions<Row> {
  return {
    ...gridTexts<Row>(t),
    theme: sheetTheme,
    styleNonce: styleNonce() ?? '',
    rowModelType: 'infinite',
    datasource: {
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        load(startRow, endRow).then((rows) => successCallback(rows, count()), failCallback)
      },
    },
    cacheBlockSize: 100,
    maxBlocksInCache: 4,
    rowBuffer: 2,
    animateRows: false,
    tooltipShowDelay: 300,
    suppressDragLeaveHidesColumns: true,
    tabToNextHeader: () => false,
  }
}

/** Style of the element around such a grid. What is drawn in it moves nothing outside, so that a frame lays out the rows only. */
export const windowFrame = {
  ...bareScrollbar,
  contain: 'strict',
  '& .ag-tooltip': { whiteSpace: 'pre-line', maxWidth: '28rem' },
} as const

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
