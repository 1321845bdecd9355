import type { Browser, Page } from 'playwright'
import { mainThreadTasksDuring, type MainThreadTask } from '../import/main-thread.ts'

/** Keys typed into each field. */
const KEYS = '123456789'
/** Wait between two keys, so that debounced checks count towards the key that triggers them. */
const PAUSE_MS = 600

/** A field of a page. */
export interface Field {
  name: string
  selector: string
  /** Opens the tab that shows the field. */
  open?: () => Promise<void>
}

/** Main-thread CPU time of each keystroke, milliseconds; includes the first keystroke of a page. */
export async function timeKeystrokes(page: Page, browser: Browser, fields: readonly Field[]): Promise<number[]> {
  const tasks: MainThreadTask[] = []
  for (const { name, selector, open } of fields) {
    await open?.()
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
  return [...cpuTimeByPhase(tasks).values()]
}

/** Main-thread CPU time while `step` runs, milliseconds. */
export async function mainThreadTime(page: Page, browser: Browser, step: () => Promise<void>): Promise<number> {
  const tasks = await mainThreadTasksDuring(page, browser, async (phase) => {
    await phase('step')
    await step()
  })
  return cpuTimeByPhase(tasks).get('step') ?? 0
}

/** Total CPU time of the tasks of each phase; ignores tasks before the first phase. */
function cpuTimeByPhase(tasks: readonly MainThreadTask[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { phase, cpuMs } of tasks) if (phase !== 'start') sums.set(phase, (sums.get(phase) ?? 0) + cpuMs)
  return sums
}
