import type { Page } from 'playwright'
import type { NavigationScreen } from '../../../src/screen-addresses.ts'
import { pageScreens } from '../browser/page-screens.ts'

/** Waits for every matrix of a page: that of a screen, and those of others that stand below it. */
export async function waitForMatrices(page: Page, { entity }: Pick<NavigationScreen, 'entity'>): Promise<void> {
  const count = 1 + pageScreens.filter(({ screen }) => screen.matrix?.on === entity).length
  const grids = page.getByRole('main').getByRole('grid')
  for (let at = 0; at < count; at++) await grids.nth(at).getByRole('gridcell').first().waitFor()
}
