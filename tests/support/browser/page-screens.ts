import type { Page } from 'playwright'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { type NavigationScreen, navigationScreens } from '../../../src/screen-addresses.ts'
import { createPath } from '../../../renderer/descriptor/record-pages.ts'

/** Screens of records, without those of commands. */
export const pageScreens: readonly NavigationScreen[] = navigationScreens.filter(({ entity }) => entityMeta[entity].command === undefined)

/** Whether a tab of a settings page shows all records of the screen, instead of a list page. */
export const isTabOfMany = ({ tabOf, one }: NavigationScreen): boolean => tabOf !== undefined && !one

/** Waits until such a tab shows its records, in a table or in forms; `many` is what they are called. */
export async function waitForTabOfMany(page: Page, many: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: many, exact: true }).waitFor()
  await page.getByRole('table', { name: many }).or(page.getByRole('main').getByRole('form')).first().waitFor()
}

/** Screens with a list page. */
export const listScreens: readonly NavigationScreen[] = pageScreens.filter((entry) => entry.screen.list && !isTabOfMany(entry))

/** Paths of a screen's pages below its own path; the edit page is for a record that does not exist. */
export function pagesBelow({ screen, one }: NavigationScreen): string[] {
  return [
    ...(screen.list || screen.matrix || one ? [''] : []),
    ...(screen.editor && !one ? [createPath('', screen), '/edit/019213f7-0000-7000-8000-000000000000'] : []),
    ...(screen.bulk ? ['/bulk'] : []),
    ...(screen.journal ? ['/journal'] : []),
    ...(screen.summary ? ['/summary'] : []),
  ]
}
