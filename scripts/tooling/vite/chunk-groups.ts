import type { Rolldown } from 'vite'

type CodeSplitting = Extract<Rolldown.OutputOptions['codeSplitting'], object>

const packages = (names: string): RegExp => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`)
const anyOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'))

/** Shared chunks smaller than this are merged with those of a similar set of pages: fewer files, but some pages load code that they do not need. */
const SMALL_BYTES = 5_500

/** The modules that share a script file. A group also contains the imports of its modules that no group of higher priority contains. */
export const chunkGroups: NonNullable<CodeSplitting['groups']> = [
  // The entry stays tiny, because hidden sign-in frames load it.
  { name: 'entry', tags: ['$initial'], priority: 50 },
  // The sign-in starts before the application has loaded.
  { name: 'sign-in', test: /[\\/]src[\\/]session[\\/]early-sign-in\.ts$/, priority: 45 },
  {
    name: 'libraries',
    test: anyOf(
      packages('react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|@emotion|swr|valtio'),
      /[\\/]@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/]styled-system[\\/](?:empty|use-slot-recipe)\./,
    ),
    priority: 40,
  },
  { name: 'shell', test: /[\\/](?:src[\\/](?:routes|services)|renderer[\\/]data[\\/]filters[\\/]readable)\.tsx?$/, priority: 30 },
  {
    name: 'grid',
    test: anyOf(packages('ag-grid-community|ag-grid-react|ag-stack'), /[\\/]renderer[\\/]parts[\\/]grid[\\/]/),
    priority: 20,
  },
  { name: 'form', test: packages('@rjsf'), priority: 20 },
  // Each widget imports its own control; a form needs all of them at once.
  {
    name: 'controls',
    test: /[\\/]renderer[\\/]widgets[\\/](?:[^\\/]+[\\/]control|single-line|choice)\.tsx$/,
    includeDependenciesRecursively: false,
    priority: 15,
  },
  {
    name: 'filters',
    test: /[\\/]renderer[\\/](?:widgets[\\/][^\\/]+[\\/]filter|list[\\/]filters[\\/]filter-panel)\.tsx$/,
    includeDependenciesRecursively: false,
    priority: 15,
  },
  // Separate from other modules that the same pages share, which would otherwise load with the components.
  {
    name: 'components',
    test: anyOf(
      packages('@ark-ui|@zag-js'),
      /[\\/]@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/](?:components[\\/]|styled-system[\\/](?:create-slot-recipe-context|display-name)\.)/,
      /[\\/]renderer[\\/]parts[\\/]controls[\\/](?:tabs|checkbox|switch|segment-group|over-control)\.tsx?$/,
    ),
    includeDependenciesRecursively: false,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 12,
  },
  // Lists evaluate no rules; of the vocabulary they need only the format of months, and clocks.
  {
    name: 'rules',
    test: /[\\/]schemas[\\/](?:rules|vocabulary[\\/](?!months|wall-clock))/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 11,
  },
  // Of journals, lists need nothing.
  {
    name: 'journals',
    test: /[\\/]renderer[\\/]journal[\\/]/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 10.5,
  },
  // What is done with records loads on the first click on it.
  {
    name: 'record-actions',
    test: /[\\/]renderer[\\/]record-actions[\\/]/,
    includeDependenciesRecursively: false,
    priority: 10.6,
  },
  // Choices open after a click.
  {
    name: 'choices',
    test: /[\\/]renderer[\\/](?:widgets[\\/](?:combobox|use-candidates|control-attributes)|data[\\/]filters[\\/]candidate-filter|parts[\\/]controls[\\/]field)\.tsx?$/,
    includeDependenciesRecursively: false,
    priority: 10.7,
  },
  // For those who have chosen a date format of their own.
  {
    name: 'date-formats',
    test: /[\\/]renderer[\\/]parts[\\/]text[\\/]arranged-format\.ts$/,
    includeDependenciesRecursively: false,
    priority: 10.7,
  },
  // What sheets, journals and copies of records share.
  {
    name: 'files',
    test: /[\\/]renderer[\\/](?:data[\\/](?:csv-file|queries[\\/]records-by)|parts[\\/]motion[\\/]side-panel)\.tsx?$/,
    includeDependenciesRecursively: false,
    priority: 10.7,
  },
  {
    name: 'shared',
    test: /[\\/](?:renderer[\\/](?!editor|settings-page|rules)|node_modules[\\/]|schemas[\\/]vocabulary[\\/])/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 10,
  },
  {
    name: 'editing',
    test: /[\\/]renderer[\\/](?:editor|settings-page|rules)[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 5,
  },
]

/** Scripts that every list needs, in full or for the most part. */
const wholeScripts = new Set(['sign-in', 'libraries', 'shell', 'start', 'list-page', 'grid', 'shared'])

/**
 * Makes the browser compile such a script at once, in the background, and cache all compiled code. Without the hint it compiles each function
 * on its first call (some 3,000 while a list renders) and caches only those that ran while the script was loading.
 */
export const compileHint = ({ name }: Pick<Rolldown.PreRenderedChunk, 'name'>): string =>
  wholeScripts.has(name.split('~')[0] ?? '') ? '//# allFunctionsCalledOnLoad' : ''

/** Name of a script file in `dist/console`. The bundler names a shared chunk after all its pages, joined by `~`; only the first is kept. */
export const scriptName = ({ name }: Pick<Rolldown.PreRenderedChunk, 'name'>): string => `assets/${name.split('~')[0]}-[hash].js`
