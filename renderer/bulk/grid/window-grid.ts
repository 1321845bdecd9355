import { type GridOptions, iconSetQuartzLight, inputStyleBordered } from 'ag-grid-community'
import { gridTexts, styleNonce } from '../../parts/grid/grid-options.ts'
import { bareScrollbar, gridTheme } from '../../parts/grid/grid-theme.ts'

/** Row source of a grid. */
export interface Rows<Row> {
  /** Loads the rows from `start` to `end` (exclusive). */
  load: (start: number, end: number) => Promise<Row[]>
  count: () => number
}

/** Shared grid options: rows are loaded from the worker in blocks, so that a hundred thousand rows cost no more than a screenful. */
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

/** Style of the frame around such a grid. It contains layout, so that the browser only lays out the rows. */
export const windowFrame = {
  ...bareScrollbar,
  contain: 'strict',
  '& .ag-tooltip': { whiteSpace: 'pre-line', maxWidth: '28rem' },
} as const

/** Shared theme of sheet and preview; a second one would be another style sheet, for which the browser restyles the whole page. */
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
