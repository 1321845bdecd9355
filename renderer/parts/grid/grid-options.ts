import type { GridOptions } from 'ag-grid-community'

/** The grid library's own words, most of them for screen readers, in the language of the page. A word that has no text is an error. */
export function gridTexts<Row>(t: (key: string, params?: Record<string, unknown>) => string): GridOptions<Row> {
  return { getLocaleText: ({ key }) => t(`grid.${key}`) }
}

/** The page's Content-Security-Policy nonce, from the mark that the build puts into the document; absent in tests. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined
}
