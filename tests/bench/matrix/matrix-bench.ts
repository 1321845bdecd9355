import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { closeBrowser, sharedBrowser } from '../../support/browser/browser.ts'
import type { Bench } from '../bench.ts'
import { serveBuiltPage } from '../built-page.ts'
import { mainThreadTime } from '../editor/keystrokes.ts'
import { median, type Figure } from '../figure.ts'

const FRAMES = 120
const RUNS = 3
/** Pixels scrolled in each frame: three rows and two columns. */
const STEP = { down: 84, right: 56 }

interface Case {
  page: 'matrix' | 'checkboxes' | 'empty'
  /** Selector of an element that exists once the page can scroll. */
  ready: string
  /** Selectors of the elements that scroll vertically and horizontally. */
  scrollers: [vertical: string, horizontal: string]
}

const cases: Case[] = [
  { page: 'empty', ready: '[data-scroller]', scrollers: ['[data-scroller]', '[data-scroller]'] },
  { page: 'matrix', ready: '[role=gridcell]', scrollers: ['[role=grid]', '[role=grid]'] },
  { page: 'checkboxes', ready: '.ag-cell', scrollers: ['.ag-grid-viewport', '.ag-grid-viewport'] },
]

interface ScrollMetrics {
  /** Average time between two frames, milliseconds. */
  frame: number
  /** Main-thread CPU time per frame, milliseconds. */
  work: number
  nodes: number
}

/** BUDGETS M1: scrolling cost per frame of a 500 x 500 matrix, compared with an empty page and a data grid of checkboxes. */
export const matrixBench: Bench = {
  id: 'M1',
  about: 'scrolling a 500 x 500 matrix, compared with an empty page and a data grid of checkboxes',
  async run(showProgress) {
    const { origin, close } = await serveBuiltPage(join(import.meta.dirname, 'page'))
    try {
      const browser = await sharedBrowser()
      const metrics: Partial<Record<Case['page'], ScrollMetrics>> = {}
      for (const scrollCase of cases) {
        showProgress(scrollCase.page)
        metrics[scrollCase.page] = await measure(browser, origin, scrollCase)
      }
      return figuresOf(metrics as Record<Case['page'], ScrollMetrics>)
    } finally {
      await closeBrowser()
      await close()
    }
  },
}

function figuresOf({ matrix, checkboxes, empty }: Record<Case['page'], ScrollMetrics>): Figure[] {
  return [
    { id: 'M1 frame of scrolling', ours: matrix.frame, reference: empty.frame, unit: 'ms', budget: { of: 'ratio', atMost: 1.1 } },
    {
      id: 'M1 work of a frame',
      ours: matrix.work,
      reference: checkboxes.work,
      unit: 'ms',
      budget: { of: 'ratio', atMost: 0.2 },
      note: `empty page ${empty.work.toFixed(2)} ms; a frame of the checkbox grid takes ${checkboxes.frame.toFixed(0)} ms`,
    },
    {
      id: 'M1 DOM nodes',
      ours: matrix.nodes,
      unit: 'nodes',
      budget: { of: 'ours', atMost: 1400 },
      note: `includes text nodes; checkbox grid ${checkboxes.nodes}`,
    },
  ]
}

async function measure(browser: Browser, origin: string, { page: name, ready, scrollers }: Case): Promise<ScrollMetrics> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${origin}/?page=${name}`)
  await page.locator(ready).first().waitFor({ state: 'attached' })
  await page.waitForTimeout(500)
  const runs: { frame: number; work: number }[] = []
  for (let run = 0; run < RUNS; run++) {
    let frame = Number.NaN
    const cpuMs = await mainThreadTime(page, browser, async () => {
      frame = await scroll(page, scrollers)
    })
    runs.push({ frame, work: cpuMs / FRAMES })
  }
  const nodes = await page.evaluate(() => {
    const walk = document.createNodeIterator(document)
    let count = 0
    while (walk.nextNode()) count += 1
    return count
  })
  await context.close()
  return { frame: median(runs.map((run) => run.frame)), work: median(runs.map((run) => run.work)), nodes }
}

/** Scrolls by one step per frame, from the top left; returns the average time between two frames. */
function scroll(page: Page, scrollers: Case['scrollers']): Promise<number> {
  return page.evaluate(
    async ({ selectors, frames, step }) => {
      const [vertical, horizontal] = selectors.map((selector) => document.querySelector(selector))
      if (!vertical || !horizontal) throw new Error('nothing to scroll')
      vertical.scrollTop = 0
      horizontal.scrollLeft = 0
      await new Promise(requestAnimationFrame)
      const start = await new Promise<number>(requestAnimationFrame)
      let last = start
      for (let count = 0; count < frames; count++) {
        vertical.scrollTop += step.down
        horizontal.scrollLeft += step.right
        last = await new Promise<number>(requestAnimationFrame)
      }
      if (vertical.scrollTop < frames * step.down * 0.9) throw new Error(`scrolled only to ${vertical.scrollTop}`)
      return (last - start) / frames
    },
    { selectors: scrollers, frames: FRAMES, step: STEP },
  )
}
