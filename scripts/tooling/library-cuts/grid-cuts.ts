import type { EmptiedFunctions, LibraryCut } from './cut.ts'

const library = '/ag-grid-community/dist/package/main.esm.mjs'
const reactLibrary = '/ag-grid-react/dist/package/index.esm.mjs'

/** What is cut from the grid library. */
export const gridCuts: readonly LibraryCut[] = [
  // Heads and cells of our lists are our own, so are their messages; and the service knows the types of the values.
  { file: library, found: '    ClientSideRowModelModule,\n    DataTypeModule,\n', instead: '    ClientSideRowModelModule,\n' },
  { file: library, found: '    ColumnHeaderCompModule,\n    ColumnGroupModule,\n', instead: '    ColumnGroupModule,\n' },
  {
    file: library,
    found: '    ColumnGroupHeaderCompModule,\n    OverlayModule,\n    ChangeDetectionModule,\n',
    instead: '    ChangeDetectionModule,\n',
  },
  {
    file: library,
    found: '    ExpressionModule,\n    SkeletonCellRendererModule,\n    ColumnDelayRenderModule\n',
    instead: '    ColumnDelayRenderModule\n',
  },
  // The look of a grid that names none: ours all do.
  { file: library, found: '  getDefaultTheme() {\n    return themeQuartz;\n', instead: '  getDefaultTheme() {\n    return void 0;\n' },
  // Whether a filter is one of the library's own: no list of ours registers those.
  {
    file: reactLibrary,
    found: 'instance instanceof ProvidedFilter ? instance.setModel(model, true) : instance.setModel(model)',
    instead: 'instance.setModel(model)',
  },
]

/** What the library has for heads above heads, rows that are one cell, editing, filters and panels of its own: no list of ours has any. */
export const gridEmptied: readonly EmptiedFunctions[] = [
  { file: library, names: ['HeaderGroupCellCtrl.*', 'GroupWidthFeature.*', 'GroupResizeFeature.*', 'FullWidthRowFeature.*'] },
  {
    file: reactLibrary,
    names: [
      'CellEditorComponentProxy.*',
      'FilterComponentWrapper.*',
      'FilterDisplayComponentWrapper.*',
      'FloatingFilterComponentProxy.*',
      'FloatingFilterComponentWrapper.*',
      'DateComponentWrapper.*',
      'MenuItemComponentWrapper.*',
      'ToolPanelComponentWrapper.*',
      'PopupEditorComp',
      'HeaderFilterCellComp',
      'HeaderGroupCellComp',
      'jsxEditValue',
    ],
  },
]
