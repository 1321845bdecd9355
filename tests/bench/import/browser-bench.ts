import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { closeBrowser, sharedBrowser } from '../../support/browser/browser.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figure.ts'
import { cases, type ImportCase } from './import-case.ts'
import { ownTenant } from './own-tenant.ts'
import { mainThreadTasksDuring, type MainThreadTask } from './main-thread.ts'

const ROWS = 100_000
/** Reads English, as the names of buttons below. */
const MAIL = 'owner@demo.test'
const STEP_TIMEOUT_MS = 300_000
const SCROLLS = 60

/** BUDGETS B1, the browser's part: the whole import on the page of an entity leaves the main thread free. */
export const importInBrowserBenches: readonly Bench[] = cases.map((one) => ({
  id: one.id.replace('B1', 'B1-BROWSER'),
  about: `an import of ${ROWS.toLocaleString('en')} ${one.rows} on the page: tasks of the main thread`,
  async run(tell) {
    const folder = mkdtempSync(join(tmpdir(), 'import-'))
    const server = await testServer()
    const service = await startService({ env: { DATABASE_URL: await server.createDatabase(), SECRET_KEY: '01'.repeat(32) } })
    try {
      return await measure(service, { one, folder, tell })
    } finally {
      await closeBrowser()
      await service.dispose()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}))

interface Measured {
  one: ImportCase
  folder: string
  tell: (step: string) => void
}

async function measure(service: RunningService, { one, folder, tell }: Measured): Promise<Figure[]> {
  const tenant = await ownTenant(service)
  const text = one.file(tenant.name, ROWS)
  const files = { good: join(folder, 'good.csv'), bad: join(folder, 'errors.csv') }
  writeFileSync(files.good, text)
  // A third of the mail addresses lose what makes them one.
  writeFileSync(
    files.bad,
    text.replaceAll(/^(.*)@/gm, (line, before: string) => (line.length % 3 === 0 ? before : line)),
  )
  const browser = await sharedBrowser()
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  await page.goto(service.origin)
  await page.getByRole('button', { name: MAIL }).click()
  await page.goto(`${service.origin}/oid/${tenant.oid}/${one.page}`)
  await page.getByRole('gridcell').first().waitFor()
  const seconds: string[] = []
  const tasks = await mainThreadTasksDuring(page, browser, async (phase) => {
    for (const [name, step] of Object.entries(stepsOn(page, files))) {
      await phase(name)
      const from = performance.now()
      await step()
      seconds.push(`${name} ${((performance.now() - from) / 1000).toFixed(1)} s`)
      tell(seconds.at(-1) ?? '')
    }
  })
  return figuresOf(one, tasks, seconds)
}

function stepsOn(page: Page, files: { good: string; bad: string }): Record<string, () => Promise<void>> {
  const read = async (file: string): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText(/rows read from the file/).waitFor()
    await idle(page)
  }
  return {
    'read a third with errors': () => read(files.bad),
    'see the errors': async () => {
      await page.getByRole('tab', { name: /^With errors ?[1-9]/ }).click()
      await scroll(page)
    },
    reset: async () => {
      await page.getByRole('button', { name: 'Reset all changes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset all changes' }).click()
      await page.getByRole('tab', { name: /^New ?0$/ }).waitFor()
      await page.getByRole('tab', { name: /^All/ }).click()
    },
    'parse and check': () => read(files.good),
    scroll: () => scroll(page),
    preview: async () => {
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('alertdialog').getByRole('gridcell').first().waitFor()
    },
    apply: async () => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await idle(page)
    },
    'scroll afterwards': () => scroll(page),
    undo: async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText(/undone/).waitFor()
      await idle(page)
    },
  }
}

const idle = (page: Page): Promise<void> => page.getByRole('progressbar').waitFor({ state: 'detached' })

/** As with a wheel, some rows at a time, then to far places as with the bar. */
async function scroll(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().hover()
  for (let turn = 0; turn < SCROLLS; turn++) {
    await page.mouse.wheel(0, turn % 10 === 9 ? 200_000 : 600)
    await page.waitForTimeout(50)
  }
}

function figuresOf({ rows }: ImportCase, tasks: readonly MainThreadTask[], seconds: readonly string[]): Figure[] {
  const worst = (of: (task: MainThreadTask) => number): number => Math.max(0, ...tasks.map(of))
  const slow = tasks.filter(({ cpuMs }) => cpuMs > 50).map(({ phase, cpuMs }) => `${phase} ${cpuMs.toFixed(0)} ms`)
  return [
    {
      id: `B1 longest task of ${rows}, own work`,
      ours: worst(({ cpuMs }) => cpuMs),
      unit: 'ms',
      budget: { of: 'ours', atMost: 50 },
      note: [...seconds, slow.length === 0 ? 'no task over 50 ms' : `over 50 ms: ${slow.join(', ')}`].join('; '),
    },
    {
      id: `B1 longest task of ${rows}, by the clock`,
      ours: worst(({ wallMs }) => wallMs),
      unit: 'ms',
      note: 'includes what else ran on the machine',
    },
  ]
}
