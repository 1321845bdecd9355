import type { CDPSession, Page } from 'playwright'

/** What stands in a page once its rows do. */
export interface Loaded {
  /** Milliseconds from the start of the navigation until the frame after the first row. */
  rowsMs: number
  /** Sum of unexpected layout shifts (CLS). */
  shift: number
  scripts: number
}

interface Watched {
  rowsMs?: number
  shift: number
}

/** Watches every page that is loaded from now on: when its first cell has a text, and how much moves. */
export async function watchRows(page: Page, cell: string): Promise<void> {
  await page.addInitScript((selector) => {
    const watched: Watched = { shift: 0 }
    Object.assign(window, { watched })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) watched.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)?.textContent) return
      observer.disconnect()
      requestAnimationFrame(() => (watched.rowsMs = performance.now()))
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  }, cell)
}

/** Waits until rows stand in the page that has just been loaded. */
export async function loaded(page: Page): Promise<Loaded> {
  await page.waitForFunction(() => (window as unknown as { watched?: Watched }).watched?.rowsMs !== undefined)
  await page.waitForTimeout(300)
  return page.evaluate(() => {
    const { rowsMs = Number.NaN, shift } = (window as unknown as { watched: Watched }).watched
    const resources = performance.getEntriesByType('resource')
    const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js')).length
    return { rowsMs, shift, scripts }
  })
}

/** Milliseconds from a click in the page, or from Enter in a box of it, until an element has another text than before, and a frame has been drawn. */
export function untilChanged(page: Page, step: { click: string; watch: string; property?: 'value'; isEnter?: boolean }): Promise<number> {
  return page.evaluate(
    ({ click, watch, property, isEnter }) =>
      new Promise<number>((done, fail) => {
        const read = (): string | null | undefined => {
          const element = document.querySelector(watch)
          return property === 'value' ? (element as HTMLInputElement | null)?.value : element?.textContent
        }
        const before = read()
        const from = performance.now()
        const look = (): void => {
          const now = read()
          if (now && now !== before) done(performance.now() - from)
          else if (performance.now() - from > 60_000) fail(new Error(`${watch} did not change`))
          else requestAnimationFrame(look)
        }
        const element = document.querySelector<HTMLElement>(click)
        if (!element) fail(new Error(`there is no ${click}`))
        if (isEnter) element?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
        else element?.click()
        requestAnimationFrame(look)
      }),
    step,
  )
}

/** Slows the page's processor down, and with `isCold` forgets every file that it has loaded. */
export async function under(session: CDPSession, { slowdown, isCold }: { slowdown: number; isCold: boolean }): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (isCold) await session.send('Network.clearBrowserCache')
}
