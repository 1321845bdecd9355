import type { EmptiedFunctions, LibraryCut } from './cut.ts'

const file = '/react-router/dist/development/chunk-6KYCQHYJ.mjs'

export const routerCuts: readonly LibraryCut[] = [
  // Its builds for development and production differ in this.
  { file, found: 'var ENABLE_DEV_WARNINGS = true;', instead: 'var ENABLE_DEV_WARNINGS = false;' },
  // Nobody navigates by sending a form.
  {
    file,
    found:
      'let { path, submission, error } = normalizeNavigateOptions(\n      false,\n      normalizedPath,\n      opts\n    );\n    let maskPath;',
    instead: 'let path = normalizedPath, submission, error, maskPath;',
  },
]

/** Our pages fetch by themselves: no route has an action, a fetcher or a redirect, is loaded ahead by a link, or came drawn from a server. */
export const routerEmptied: EmptiedFunctions = {
  file,
  names: [
    'handleAction',
    'handleFetcherAction',
    'handleFetcherLoader',
    'fetch2',
    'setFetcherError',
    'startRedirectNavigation',
    'discoverRoutes',
    'patchRoutesImpl',
    'enableScrollRestoration',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'Form',
    'PrefetchPageLinks',
    'RSCErrorHandler',
    'deserializeErrors',
  ],
}
