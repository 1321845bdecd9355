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
/** An account whose console is in English, as the button names below require. */
const MAIL = 'owner@demo.test'
const STEP_TIMEOUT_MS = 300_000
const SCROLLS = 60

/** BUDGETS B1, browser part: no step of an import on the bulk page blocks the main thread. */
export const importInBrowserBenches: readonly Bench[] = cases.map((importCase) => ({
  id: importCase.id.replace('B1', 'B1-BROWSER'),
  about: `an import of ${ROWS.toLocaleString('en')} ${importCase.rows} on the bulk page: main-thread tasks`,
  async run(showProgress) {
    const folder = mkdtempSync(join(tmpdir(), 'import-'))
    const server = await testServer()
    const service = await startService({ env: { DATABASE_URL: await server.createDatabase(), SECRET_KEY: '01'.repeat(32) } })
    try {
      return await measure(service, { importCase, folder, showProgress })
    } finally {
      await closeBrowser()
      await service.dispose()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}))

interface MeasureOptions {
  importCase: ImportCase
  folder: string
  showProgress: (step: string) => void
}

async function measure(service: RunningService, { importCase, folder, showProgress }: MeasureOptions): Promise<Figure[]> {
  const tenant = await ownTenant(service)
  const text = importCase.file(tenant.name, ROWS)
  const files = { good: join(folder, 'good.csv'), bad: join(folder, 'errors.csv') }
  writeFileSync(files.good, text)
  // Makes about a third of the mail addresses invalid by removing the @.
  writeFileSync(
    files.bad,
    text.replaceAll(/^(.*)@/gm, (line, before: string) => (line.length % 3 === 0 ? before : line)),
  )
  const browser = await sharedBrowser()
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  await page.goto(service.origin)
  await page.getByRole('button', { name: MAIL }).click()
  await page.goto(`${service.origin}/oid/${tenant.oid}/${importCase.page}`)
  await page.getByRole('gridcell').first().waitFor()
  const seconds: string[] = []
  const tasks = await mainThreadTasksDuring(page, browser, async (phase) => {
    for (const [name, step] of Object.entries(stepsOn(page, files))) {
      await phase(name)
      const start = performance.now()
      await step()
      seconds.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
      showProgress(seconds.at(-1) ?? '')
    }
  })
  return figuresOf(importCase, tasks, seconds)
}

function stepsOn(page: Page, files: { good: string; bad: string }): Record<string, () => Promise<void>> {
  const readFile = async (file: string): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText(/rows read from the file/).waitFor()
    await waitUntilIdle(page)
  }
  return {
    'read a file with a third invalid': () => readFile(files.bad),
    'show the errors': async () => {
      await page.getByRole('tab', { name: /^With errors ?[1-9]/ }).click()
      await scroll(page)
    },
    reset: async () => {
      await page.getByRole('button', { name: 'Reset all changes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset all changes' }).click()
      await page.getByRole('tab', { name: /^New ?0$/ }).waitFor()
      await page.getByRole('tab', { name: /^All/ }).click()
    },
    'parse and check': () => readFile(files.good),
    scroll: () => scroll(page),
    preview: async () => {
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('alertdialog').getByRole('gridcell').first().waitFor()
    },
    apply: async () => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await waitUntilIdle(page)
    },
    'scroll afterwards': () => scroll(page),
    undo: async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText(/undone/).waitFor()
      await waitUntilIdle(page)
    },
  }
}

const waitUntilIdle = (page: Page): Promise<void> => page.getByRole('progressbar').waitFor({ state: 'detached' })

/** Scrolls a few rows at a time, like a mouse wheel; every tenth time by a long distance, like dragging the scroll bar. */
async function scroll(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().hover()
  for (let turn = 0; turn < SCROLLS; turn++) {
    await page.mouse.wheel(0, turn % 10 === 9 ? 200_000 : 600)
    await page.waitForTimeout(50)
  }
}

function figuresOf({ rows }: ImportCase, tasks: readonly MainThreadTask[], seconds: readonly string[]): Figure[] {
  const longest = (duration: (task: MainThreadTask) => number): number => Math.max(0, ...tasks.map(duration))
  const slow = tasks.filter(({ cpuMs }) => cpuMs > 50).map(({ phase, cpuMs }) => `${phase} ${cpuMs.toFixed(0)} ms`)
  return [
    {
      id: `B1 longest task of ${rows}, own work`,
      ours: longest(({ cpuMs }) => cpuMs),
      unit: 'ms',
      budget: { of: 'ours', atMost: 50 },
      note: [...seconds, slow.length === 0 ? 'no task over 50 ms' : `over 50 ms: ${slow.join(', ')}`].join('; '),
    },
    {
      id: `B1 longest task of ${rows}, by the clock`,
      ours: longest(({ wallMs }) => wallMs),
      unit: 'ms',
      note: 'includes time in which other processes used the CPU',
    },
  ]
}
