import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** A disabled control says why under the pointer. */
export async function expectReason(page: Page, control: Locator, reason: string | RegExp): Promise<void> {
  expect(await control.getAttribute('aria-disabled')).toBe('true')
  await control.hover()
  await page.getByRole('tooltip').filter({ hasText: reason }).waitFor()
  await page.mouse.move(0, 0)
}
