import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { closeBrowser, sharedBrowser } from '../../support/browser.ts'
import { testServer } from '../../support/postgres.ts'
import { startService, type RunningService } from '../../support/service.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figure.ts'
import { customersFile } from './customers-file.ts'
import { ownTenant } from './own-tenant.ts'
import { longTasksDuring, type LongTask } from './main-thread.ts'

const ROWS = 100_000
/** Reads English, as the names of buttons below. */
const MAIL = 'owner@demo.test'
const STEP_TIMEOUT_MS = 300_000
const SCROLLS = 60

/** BUDGETS B1, the browser's part: the whole import on the page of customers leaves the main thread free. */
export const importInBrowserBench: Bench = {
  id: 'B1-BROWSER',
  about: `an import of ${ROWS.toLocaleString('en')} customers on the page: tasks of the main thread`,
  async run(tell) {
    const folder = mkdtempSync(join(tmpdir(), 'import-'))
    const server = await testServer()
    const service = await startService({ env: { DATABASE_URL: await server.createDatabase() } })
    try {
      return await measure(service, folder, tell)
    } finally {
      await closeBrowser()
      await service.dispose()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(service: RunningService, folder: string, tell: (step: string) => void): Promise<Figure[]> {
  const tenant = await ownTenant(service)
  const file = join(folder, 'customers.csv')
  writeFileSync(file, customersFile(tenant.name, ROWS))
  const browser = await sharedBrowser()
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  await page.goto(service.origin)
  await page.getByRole('button', { name: MAIL }).click()
  await page.goto(`${service.origin}/oid/${tenant.oid}/admin/customers/bulk`)
  await page.getByRole('gridcell').first().waitFor()
  const seconds: string[] = []
  const tasks = await longTasksDuring(page, browser, async (phase) => {
    for (const [name, step] of Object.entries(stepsOn(page, file))) {
      await phase(name)
      const from = performance.now()
      await step()
      seconds.push(`${name} ${((performance.now() - from) / 1000).toFixed(1)} s`)
      tell(seconds.at(-1) ?? '')
    }
  })
  return figuresOf(tasks, seconds)
}

function stepsOn(page: Page, file: string): Record<string, () => Promise<void>> {
  return {
    'parse and check': async () => {
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByText(/rows read from the file/).waitFor()
      await page.getByRole('progressbar').waitFor({ state: 'detached' })
    },
    scroll: () => scroll(page),
    preview: async () => {
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
    apply: async () => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await page.getByRole('progressbar').waitFor({ state: 'detached' })
    },
    'scroll afterwards': () => scroll(page),
  }
}

/** As with a wheel, some rows at a time, then to far places as with the bar. */
async function scroll(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().hover()
  for (let turn = 0; turn < SCROLLS; turn++) {
    await page.mouse.wheel(0, turn % 10 === 9 ? 200_000 : 600)
    await page.waitForTimeout(50)
  }
}

function figuresOf(tasks: readonly LongTask[], seconds: readonly string[]): Figure[] {
  const worst = (of: (task: LongTask) => number): number => Math.max(0, ...tasks.map(of))
  const slow = tasks.filter(({ cpuMs }) => cpuMs > 50).map(({ phase, cpuMs }) => `${phase} ${cpuMs.toFixed(0)} ms`)
  return [
    {
      id: 'B1 longest task, own work',
      ours: worst(({ cpuMs }) => cpuMs),
      unit: 'ms',
      budget: { of: 'ours', atMost: 50 },
      note: [...seconds, slow.length === 0 ? 'no task over 50 ms' : `over 50 ms: ${slow.join(', ')}`].join('; '),
    },
    { id: 'B1 longest task, by the clock', ours: worst(({ wallMs }) => wallMs), unit: 'ms', note: 'includes what else ran on the machine' },
  ]
}
