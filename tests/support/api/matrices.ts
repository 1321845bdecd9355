import type { Page } from 'playwright'
import type { NavigationScreen } from '../../../src/screen-addresses.ts'
import { pageScreens } from '../browser/page-screens.ts'

/** Waits for every matrix of a page: the screen's own and those that other screens add below it. */
export async function waitForMatrices(page: Page, { entity }: Pick<NavigationScreen, 'entity'>): Promise<void> {
  const count = 1 + pageScreens.filter(({ screen }) => screen.matrix?.on === entity).length
  const grids = page.getByRole('main').getByRole('grid')
  for (let index = 0; index < count; index++) await grids.nth(index).getByRole('gridcell').first().waitFor()
}
