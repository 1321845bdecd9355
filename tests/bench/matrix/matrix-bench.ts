import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { closeBrowser, sharedBrowser } from '../../support/browser/browser.ts'
import type { Bench } from '../bench.ts'
import { serveBuiltPage } from '../built-page.ts'
import { workOf } from '../editor/keystrokes.ts'
import { median, type Figure } from '../figure.ts'

const FRAMES = 120
const RUNS = 3
/** Down and to the right in each frame, so that three rows and two columns come in. */
const STEP = { down: 84, right: 56 }

interface Case {
  page: 'matrix' | 'boxes' | 'empty'
  /** Present once there is something to scroll. */
  ready: string
  /** What scrolls down, and what to the right. */
  scrollers: [down: string, right: string]
}

const cases: Case[] = [
  { page: 'empty', ready: '[data-scroller]', scrollers: ['[data-scroller]', '[data-scroller]'] },
  { page: 'matrix', ready: '[role=gridcell]', scrollers: ['[role=grid]', '[role=grid]'] },
  { page: 'boxes', ready: '.ag-cell', scrollers: ['.ag-grid-viewport', '.ag-grid-viewport'] },
]

interface Scrolled {
  /** Milliseconds from one frame to the next, on average. */
  frame: number
  /** The main thread's own work for one frame. */
  work: number
  nodes: number
}

/** BUDGETS M1: what a frame of scrolling costs in a matrix of 500 x 500, against an empty page and a grid of boxes to tick. */
export const matrixBench: Bench = {
  id: 'M1',
  about: 'scrolling a matrix of 500 x 500, against an empty page and a grid of boxes to tick',
  async run(tell) {
    const { origin, close } = await serveBuiltPage(join(import.meta.dirname, 'page'))
    try {
      const browser = await sharedBrowser()
      const found: Partial<Record<Case['page'], Scrolled>> = {}
      for (const one of cases) {
        tell(one.page)
        found[one.page] = await measure(browser, origin, one)
      }
      return figures(found as Record<Case['page'], Scrolled>)
    } finally {
      await closeBrowser()
      await close()
    }
  },
}

function figures({ matrix, boxes, empty }: Record<Case['page'], Scrolled>): Figure[] {
  return [
    { id: 'M1 frame of scrolling', ours: matrix.frame, reference: empty.frame, unit: 'ms', budget: { of: 'ratio', atMost: 1.1 } },
    {
      id: 'M1 work of a frame',
      ours: matrix.work,
      reference: boxes.work,
      unit: 'ms',
      budget: { of: 'ratio', atMost: 0.2 },
      note: `empty page ${empty.work.toFixed(2)} ms; a frame of the boxes takes ${boxes.frame.toFixed(0)} ms`,
    },
    {
      id: 'M1 DOM nodes',
      ours: matrix.nodes,
      unit: 'nodes',
      budget: { of: 'ours', atMost: 1400 },
      note: `texts included; grid of boxes ${boxes.nodes}`,
    },
  ]
}

async function measure(browser: Browser, origin: string, { page: name, ready, scrollers }: Case): Promise<Scrolled> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${origin}/?page=${name}`)
  await page.locator(ready).first().waitFor({ state: 'attached' })
  await page.waitForTimeout(500)
  const runs: { frame: number; work: number }[] = []
  for (let run = 0; run < RUNS; run++) {
    let frame = Number.NaN
    const work = await workOf(page, browser, async () => {
      frame = await scroll(page, scrollers)
    })
    runs.push({ frame, work: work / FRAMES })
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

/** Scrolls a step in each frame, from the beginning; the time from one frame to the next, on average. */
function scroll(page: Page, scrollers: Case['scrollers']): Promise<number> {
  return page.evaluate(
    async ({ selectors, frames, step }) => {
      const [down, right] = selectors.map((selector) => document.querySelector(selector))
      if (!down || !right) throw new Error('nothing to scroll')
      down.scrollTop = 0
      right.scrollLeft = 0
      await new Promise(requestAnimationFrame)
      const from = await new Promise<number>(requestAnimationFrame)
      let last = from
      for (let count = 0; count < frames; count++) {
        down.scrollTop += step.down
        right.scrollLeft += step.right
        last = await new Promise<number>(requestAnimationFrame)
      }
      if (down.scrollTop < frames * step.down * 0.9) throw new Error(`scrolled to ${down.scrollTop} only`)
      return (last - from) / frames
    },
    { selectors: scrollers, frames: FRAMES, step: STEP },
  )
}
