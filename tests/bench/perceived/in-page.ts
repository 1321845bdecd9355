import type { CDPSession, Page } from 'playwright'

/** Metrics of a page load, taken once its rows are shown. */
export interface LoadMetrics {
  /** Milliseconds from the start of the navigation to the frame after the first row. */
  rowsMs: number
  /** Cumulative layout shift (CLS). */
  shift: number
  /** Number of script files. */
  scripts: number
}

interface RowMetrics {
  rowsMs?: number
  shift: number
}

/** On every later page load, records when the first cell has text and how much the layout shifts. */
export async function watchRows(page: Page, cell: string): Promise<void> {
  await page.addInitScript((selector) => {
    const rowMetrics: RowMetrics = { shift: 0 }
    Object.assign(window, { rowMetrics })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) rowMetrics.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)?.textContent) return
      observer.disconnect()
      requestAnimationFrame(() => (rowMetrics.rowsMs = performance.now()))
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  }, cell)
}

/** Waits until the page that is loading shows rows. */
export async function waitForRows(page: Page): Promise<LoadMetrics> {
  await page.waitForFunction(() => (window as unknown as { rowMetrics?: RowMetrics }).rowMetrics?.rowsMs !== undefined)
  await page.waitForTimeout(300)
  return page.evaluate(() => {
    const { rowsMs = Number.NaN, shift } = (window as unknown as { rowMetrics: RowMetrics }).rowMetrics
    const resources = performance.getEntriesByType('resource')
    const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js')).length
    return { rowsMs, shift, scripts }
  })
}

/** Milliseconds from a click (or Enter, with `isEnter`) on `click` until the text or `property` of `watch` changes, checked once per frame. */
export function timeUntilChanged(
  page: Page,
  step: { click: string; watch: string; property?: 'value'; isEnter?: boolean },
): Promise<number> {
  return page.evaluate(
    ({ click, watch, property, isEnter }) =>
      new Promise<number>((resolve, reject) => {
        const read = (): string | null | undefined => {
          const element = document.querySelector(watch)
          return property === 'value' ? (element as HTMLInputElement | null)?.value : element?.textContent
        }
        const before = read()
        const start = performance.now()
        const poll = (): void => {
          const now = read()
          if (now && now !== before) resolve(performance.now() - start)
          else if (performance.now() - start > 60_000) reject(new Error(`${watch} did not change`))
          else requestAnimationFrame(poll)
        }
        const element = document.querySelector<HTMLElement>(click)
        if (!element) reject(new Error(`no element matches ${click}`))
        if (isEnter) element?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
        else element?.click()
        requestAnimationFrame(poll)
      }),
    step,
  )
}

/** Throttles the CPU by the factor `slowdown` (1 = full speed); `isCold` clears the browser cache. */
export async function emulate(session: CDPSession, { slowdown, isCold }: { slowdown: number; isCold: boolean }): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (isCold) await session.send('Network.clearBrowserCache')
}
