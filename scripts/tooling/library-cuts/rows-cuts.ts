import type { EmptiedFunctions, LibraryCut } from './cut.ts'
import { methodsOf } from './methods-of.ts'

const file = '/@tanstack/virtual-core/dist/esm/index.js'
const drawn = '/@tanstack/react-virtual/dist/esm/index.js'

/** Rows of long lists stand in one lane, and no list sticks to its end. */
export const rowsCuts: readonly LibraryCut[] = [
  {
    file,
    found:
      'if (prevOptions !== void 0 && prevOptions.enabled && merged.enabled && merged.anchorTo === "end" && this.scrollElement !== null) {',
    instead: 'if (false) {',
  },
  { file, found: 'if (followOnAppend) {', instead: 'if (false) {' },
  { file, found: '} else if (anchorDelta !== null) {', instead: '} else if (false) {' },
  { file, found: 'if (anchor && this.scrollOffset !== null && !this._awaitingCommandReadBack()) {', instead: 'if (false) {' },
  { file, found: 'if (anchor && this.scrollElement && this.options.enabled) {', instead: 'if (false) {' },
  { file, found: 'if (lanes === 1) {\n          const need', instead: 'if (true) {\n          const need' },
  { file, found: '} else if (this.options.lanes === 1) {\n        const lastIdx', instead: '} else if (true) {\n        const lastIdx' },
  { file, found: 'if (lanes === 1 && flat !== null) {', instead: 'if (true) {' },
  // Every row is drawn by us, with the styles that place it.
  { file: drawn, found: 'if (state.enabled) {', instead: 'if (false) {' },
]

/** They are all of one height, which is known: none is measured. */
export const rowsEmptied: EmptiedFunctions = {
  file,
  names: [
    'measureEntry',
    ...methodsOf('Virtualizer', [
      'resizeItem',
      'measureElement',
      'indexFromElement',
      'shouldMeasureDuringScroll',
      'takeSnapshot',
      'scrollToEnd',
      'isAtEnd',
      'getDistanceFromEnd',
      'getVirtualDistanceFromEnd',
      'scrollBy',
      'scrollToOffset',
      'getVirtualItemForOffset',
      'applyScrollAdjustment',
      'measure',
      '_followOffsetTarget',
    ]),
  ],
}

/** Nor does it place rows that are there already. */
export const drawnRowsEmptied: EmptiedFunctions = { file: drawn, names: ['applyItemPosition'] }
