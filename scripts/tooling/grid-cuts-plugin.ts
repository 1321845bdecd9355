import type { Plugin } from 'vite'

/** One thing that the grid library brings to every grid although no list of ours can reach it. */
export interface GridCut {
  /** End of the name of the file that it is cut from. */
  file: string
  /** Stands in it exactly once. */
  found: string
  instead: string
}

const library = '/ag-grid-community/dist/package/main.esm.mjs'
const reactLibrary = '/ag-grid-react/dist/package/index.esm.mjs'

/** What is cut from the library. */
export const gridCuts: readonly GridCut[] = [
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

/** Applies the cuts of a file; throws where the library no longer has what is cut, or has it twice. */
export function cutGrid(code: string, file: string): string {
  return gridCuts
    .filter((cut) => file.endsWith(cut.file))
    .reduce((rest, { found, instead }) => {
      const parts = rest.split(found)
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once:\n${found}`)
      return parts.join(instead)
    }, code)
}

/** Leaves out of the lists' copy of the grid library what lists cannot reach. Sheets have a copy of their own. */
export function gridCutsPlugin(): Plugin {
  return {
    name: 'grid-cuts',
    apply: 'build',
    transform: (code, id) => (gridCuts.some(({ file }) => id.endsWith(file)) ? { code: cutGrid(code, id), map: null } : undefined),
  }
}
