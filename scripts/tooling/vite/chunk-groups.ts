import type { Rolldown } from 'vite'

type CodeSplitting = Extract<Rolldown.OutputOptions['codeSplitting'], object>

const packages = (names: string): RegExp => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`)
const anyOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'))

/** Below this, what one set of pages shares joins what a similar set shares: fewer files, at the price of bytes that a page does not need. */
const SMALL_BYTES = 8_000

/** Which modules share a script file; each group brings along what its modules import, as far as no group before it has that. */
export const chunkGroups: NonNullable<CodeSplitting['groups']> = [
  // The entry stays tiny: hidden frames of sign-in end in it.
  { name: 'entry', tags: ['$initial'], priority: 50 },
  // Signing in begins before the application has loaded.
  { name: 'sign-in', test: /[\\/]src[\\/]session[\\/]early-sign-in\.ts$/, priority: 45 },
  {
    name: 'libraries',
    test: packages('react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|@emotion|swr|valtio'),
    priority: 40,
  },
  { name: 'shell', test: /[\\/]src[\\/](?:routes|services)\.tsx?$/, priority: 30 },
  {
    name: 'grid',
    test: anyOf(packages('ag-grid-community|ag-grid-react|ag-stack'), /[\\/]renderer[\\/]parts[\\/]grid[\\/]/),
    priority: 20,
  },
  { name: 'form', test: packages('@rjsf'), priority: 20 },
  // Each widget names its own control; a form needs all of them at once.
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
  // Apart from what merely happens to be shared by as many pages, which would come along with them.
  {
    name: 'components',
    test: anyOf(
      packages('@ark-ui|@zag-js'),
      /[\\/]@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/]components[\\/]/,
      /[\\/]renderer[\\/]parts[\\/]controls[\\/](?:tabs|checkbox|switch|segment-group|over-control)\.tsx?$/,
    ),
    includeDependenciesRecursively: false,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 12,
  },
  // Lists evaluate no rules; of the vocabulary they need only how months are written.
  {
    name: 'rules',
    test: /[\\/]schemas[\\/](?:rules|vocabulary[\\/](?!months))/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 11,
  },
  {
    name: 'shared',
    test: /[\\/](?:renderer[\\/](?!editor|settings-page)|node_modules[\\/]|schemas[\\/]vocabulary[\\/])/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 10,
  },
  {
    name: 'editing',
    test: /[\\/]renderer[\\/](?:editor|settings-page)[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: SMALL_BYTES,
    priority: 5,
  },
]

/** Scripts that every list needs whole, or most of. */
const wholeScripts = new Set(['sign-in', 'libraries', 'shell', 'start', 'list-page', 'grid', 'shared'])

/**
 * Has the browser compile such a script at once, beside the page, and keep all of that in its cache: left to itself it compiles each
 * function when that is first called, some three thousand while a list is drawn, and keeps only those that ran as the script was loaded.
 */
export const compileHint = ({ name }: Pick<Rolldown.PreRenderedChunk, 'name'>): string =>
  wholeScripts.has(name.split('~')[0] ?? '') ? '//# allFunctionsCalledOnLoad' : ''

/** Name of a script file below `dist/console`. The bundler calls what several pages share by the names of all of them. */
export const scriptName = ({ name }: Pick<Rolldown.PreRenderedChunk, 'name'>): string => `assets/${name.split('~')[0]}-[hash].js`
