import type { GridOptions } from 'ag-grid-community'

/** The grid library's own words, most of them for screen readers, in the language of the page. A word that has no text is an error. */
export function gridTexts<Row>(t: (key: string, params?: Record<string, unknown>) => string): GridOptions<Row> {
  return { getLocaleText: ({ key }) => t(`grid.${key}`) }
}
