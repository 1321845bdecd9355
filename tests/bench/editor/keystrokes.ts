import type { Browser, Page } from 'playwright'
import { mainThreadTasksDuring, type MainThreadTask } from '../import/main-thread.ts'

/** Keys typed into each field. */
const KEYS = '123456789'
/** What a key sets off later (checks after a pause) belongs to it: the next one comes after this. */
const PAUSE_MS = 600

/** A field of a page, and how one comes to it. */
export interface Field {
  name: string
  selector: string
  reach?: () => Promise<void>
}

/** The main thread's own work for each key, milliseconds, the first key of a page included. */
export async function keystrokes(page: Page, browser: Browser, fields: readonly Field[]): Promise<number[]> {
  const tasks: MainThreadTask[] = []
  for (const { name, selector, reach } of fields) {
    await reach?.()
    const control = page.locator(selector)
    await control.focus()
    await page.keyboard.press('End')
    await page.waitForTimeout(PAUSE_MS)
    tasks.push(
      ...(await mainThreadTasksDuring(page, browser, async (phase) => {
        for (const [index, key] of [...KEYS].entries()) {
          await phase(`${name} ${index}`)
          await page.keyboard.press(key)
          await page.waitForTimeout(PAUSE_MS)
        }
      })),
    )
  }
  return [...workByPhase(tasks).values()]
}

/** The main thread's own work while `step` runs, milliseconds. */
export async function workOf(page: Page, browser: Browser, step: () => Promise<void>): Promise<number> {
  const tasks = await mainThreadTasksDuring(page, browser, async (phase) => {
    await phase('step')
    await step()
  })
  return workByPhase(tasks).get('step') ?? 0
}

/** Sums of tasks; what ran before the first mark is nobody's. */
function workByPhase(tasks: readonly MainThreadTask[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { phase, cpuMs } of tasks) if (phase !== 'start') sums.set(phase, (sums.get(phase) ?? 0) + cpuMs)
  return sums
}
