import type { Screen } from './screen.ts'

/** Text key of what the page is called to which menus and links lead: a list by its records, a page of matrices by a name of its own. */
export const pageNameKey = (entity: string, screen: Pick<Screen, 'matrix'> | undefined): string =>
  screen?.matrix && screen.matrix.on === undefined ? `${entity}.matrix.title` : `${entity}.many`
