import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { type NavigationScreen, navigationScreens } from '../../../src/screen-addresses.ts'
import { createPath } from '../../../renderer/descriptor/record-pages.ts'

/** Screens of records: commands have pages of their own, which begin with a row. */
export const pageScreens: readonly NavigationScreen[] = navigationScreens.filter(({ entity }) => entityMeta[entity].command === undefined)

/** Whether all records of a screen stand in a tab of a page of settings, and in no list. */
export const isTabOfMany = ({ tabOf, one }: NavigationScreen): boolean => tabOf !== undefined && !one

/** Screens with a list that is a page. */
export const listScreens: readonly NavigationScreen[] = pageScreens.filter((entry) => entry.screen.list && !isTabOfMany(entry))

/** What follows a screen's address on each of its pages; an editor is that of a record which does not exist. */
export function pagesBelow({ screen, one }: NavigationScreen): string[] {
  return [
    ...(screen.list || screen.matrix || one ? [''] : []),
    ...(screen.editor && !one ? [createPath('', screen), '/edit/019213f7-0000-7000-8000-000000000000'] : []),
    ...(screen.bulk ? ['/bulk'] : []),
    ...(screen.journal ? ['/journal'] : []),
    ...(screen.summary ? ['/summary'] : []),
  ]
}
