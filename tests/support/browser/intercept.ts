import type { Page } from 'playwright'
import { expect } from 'vitest'

/**
 * Intercepts calls of an open page, as `page.route` does, and waits until the browser does so: it begins a moment after it was told to,
 * so that a call which follows at once would reach the service.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  const probe = '**/health/live?intercepted'
  await page.route(probe, (one) => one.fulfill({ body: 'intercepted' }))
  const ask = (): Promise<string> => page.evaluate(async () => (await fetch('/health/live?intercepted')).text())
  await expect.poll(ask).toBe('intercepted')
  await page.unroute(probe)
}
