import type { Plugin } from 'vite'

/** One thing that a library brings with it although nothing of ours can reach it. */
export interface LibraryCut {
  /** End of the name of the file that it is cut from. */
  file: string
  /** Stands in it exactly once. */
  found: string
  instead: string
}

const library = '/ag-grid-community/dist/package/main.esm.mjs'
const reactLibrary = '/ag-grid-react/dist/package/index.esm.mjs'

/** What is cut from the grid library. */
const gridCuts: readonly LibraryCut[] = [
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

const formLibrary = '/@rjsf/core/lib'
const formTools = '/@rjsf/utils/lib'
const formRegistry = `${formLibrary}/getDefaultRegistry.js`
const references = `${formTools}/findSchemaDefinition.js`
const merging = `${formTools}/schema/shallowAllOfMerge.js`

/**
 * What is cut from the form library. It is given objects and leaves, nothing else: every leaf is a field of ours, every object
 * a template of ours, and no schema that it sees refers to another or is put together from several.
 */
const formCuts: readonly LibraryCut[] = [
  {
    file: formRegistry,
    found: 'import fields from "./components/fields/index.js";\nimport templates from "./components/templates/index.js";\n',
    instead:
      'import ObjectField from "./components/fields/ObjectField.js";\nimport SchemaField from "./components/fields/SchemaField.js";\n',
  },
  { file: formRegistry, found: 'import widgets from "./components/widgets/index.js";\n', instead: '' },
  { file: formRegistry, found: 'fields: fields(),', instead: 'fields: { ObjectField, SchemaField },' },
  { file: formRegistry, found: 'templates: templates(),', instead: 'templates: { ButtonTemplates: {} },' },
  { file: formRegistry, found: 'widgets: widgets(),', instead: 'widgets: {},' },
  // A schema that refers to another ends the drawing at once, for these have no functions.
  {
    file: references,
    found: "import UriResolver from 'fast-uri';\nimport jsonpointer from 'jsonpointer';\n",
    instead: 'const UriResolver = {};\nconst jsonpointer = {};\n',
  },
  {
    file: merging,
    found: "import { createComparator, createMerger, createShallowAllOfMerge } from '@x0k/json-schema-merge';\n",
    instead: '',
  },
  {
    file: merging,
    found: "import { createDeduplicator, createIntersector } from '@x0k/json-schema-merge/lib/array';\n",
    instead: '',
  },
  {
    file: merging,
    found: `const { compareSchemaDefinitions, compareSchemaValues } = createComparator();
const { mergeArrayOfSchemaDefinitions } = createMerger({
    intersectJson: createIntersector(compareSchemaValues),
    deduplicateJsonSchemaDef: createDeduplicator(compareSchemaDefinitions),
});
`,
    instead: '',
  },
  {
    file: merging,
    found: 'export default createShallowAllOfMerge(mergeArrayOfSchemaDefinitions);',
    instead: "export default () => { throw new Error('Merging schemas is not part of this build'); };",
  },
]

/** What is cut from libraries. */
export const libraryCuts: readonly LibraryCut[] = [...gridCuts, ...formCuts]

/** Applies the cuts of a file; throws where the library no longer has what is cut, or has it twice. */
export function cutLibrary(code: string, file: string): string {
  return libraryCuts
    .filter((cut) => file.endsWith(cut.file))
    .reduce((rest, { found, instead }) => {
      const parts = rest.split(found)
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once:\n${found}`)
      return parts.join(instead)
    }, code)
}

/**
 * Leaves out of the libraries what the console cannot reach: of the grid library in the copy of the lists (sheets have one of their
 * own), of the form library everywhere.
 */
export function libraryCutsPlugin(): Plugin {
  return {
    name: 'library-cuts',
    apply: 'build',
    transform: (code, id) => (libraryCuts.some(({ file }) => id.endsWith(file)) ? { code: cutLibrary(code, id), map: null } : undefined),
  }
}
