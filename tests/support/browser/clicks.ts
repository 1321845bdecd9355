import type { Page } from 'playwright'

/** Counts the presses of a pointer on a page from now on, for journeys whose number of clicks may not grow. Typing costs nothing. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const root = document.documentElement
    root.dataset['clicks'] = '0'
    const count = () => (root.dataset['clicks'] = String(Number(root.dataset['clicks']) + 1))
    addEventListener('pointerdown', count, { capture: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset['clicks']))
}
