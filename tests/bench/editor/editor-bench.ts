import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { PlanResult } from '../../../schemas/plan.ts'
import { closeBrowser, sharedBrowser } from '../../support/browser/browser.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { serveBuiltPage, type BuiltPage } from '../built-page.ts'
import { median, type Figure } from '../figure.ts'
import { timeKeystrokes, mainThreadTime, type Field } from './keystrokes.ts'
import { boxesPlan, largestBox } from './largest-box.ts'

/** The account that edits: a customer's network manager, in the customer's own overlay; the console is in English. */
const MAIL = 'network@demo.test'
const SIZES = [1, 10] as const
const STEP_TIMEOUT_MS = 120_000
/** How often each editor is opened; the figure is the median, since the first time loads the scripts. */
const OPENINGS = 5

/** BUDGETS F1 and F2: main-thread time per keystroke in the editor of the largest edge box, and for opening that editor. */
export const editorBench: Bench = {
  id: 'F',
  about: 'keystrokes in the editor of the largest edge box, compared with the stock form on the same data',
  async run(showProgress) {
    const service = await startService()
    const stock = await serveBuiltPage(join(import.meta.dirname, 'stock'))
    try {
      return await measure({ service, stock, browser: await sharedBrowser() }, showProgress)
    } finally {
      await closeBrowser()
      await stock.close()
      await service.dispose()
    }
  },
}

interface Environment {
  service: RunningService
  stock: BuiltPage
  browser: Browser
}

async function measure({ service, stock, browser }: Environment, showProgress: (step: string) => void): Promise<Figure[]> {
  const { tenantOid, boxes } = await createBoxes(service)
  showProgress('the stock form')
  const reference = await measureStock(browser, stock)
  showProgress('the editor')
  const page = await openSignedInPage(browser, service)
  const address = (oid: string): string => `${service.origin}/oid/${tenantOid}/network/ipengines/edgeBoxes/edit/${oid}`
  const openingTimes = await measureOpenings(page, browser, {
    list: `${service.origin}/oid/${tenantOid}/network/ipengines`,
    names: boxes.map(({ name }) => name),
  })
  await page.context().close()
  const [f1 = [], f2 = []] = [
    await measureKeys(browser, service, address(boxes[0]?.oid ?? '')),
    await measureKeys(browser, service, address(boxes[1]?.oid ?? '')),
  ]
  return [
    { id: 'F1 one key, median', ours: median(f1), reference: median(reference.keys), unit: 'ms', budget: { of: 'ratio', atMost: 0.25 } },
    {
      id: 'F1 one key, longest',
      ours: Math.max(...f1),
      unit: 'ms',
      budget: { of: 'ours', atMost: 50 },
      note: `stock form ${Math.max(...reference.keys).toFixed(0)} ms`,
    },
    {
      id: 'F2 one key with 10 x the rows',
      ours: median(f2),
      reference: median(f1),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1.5 },
      note: `longest ${Math.max(...f2).toFixed(0)} ms`,
    },
    {
      id: 'F opening to first input',
      ours: openingTimes[0] ?? Number.NaN,
      reference: reference.mount,
      unit: 'ms',
      budget: { of: 'ratio', atMost: 0.5 },
      note: `with 10 x the rows ${(openingTimes[1] ?? 0).toFixed(0)} ms`,
    },
  ]
}

/** Creates one box of each size in the customer's overlay. */
async function createBoxes(service: RunningService): Promise<{ tenantOid: string; boxes: { oid: string; name: string }[] }> {
  const info = (await (await service.call(MAIL, '/api/user/v2/info')).json()) as { data: { tenant: { id: string } }[] }
  const tenantOid = info.data[0]?.tenant.id ?? ''
  const plan = boxesPlan(tenantOid, SIZES)
  const response = await service.call(MAIL, '/api/v1/plans', {
    method: 'POST',
    body: JSON.stringify(plan),
    headers: { 'idempotency-key': 'bench-boxes' },
  })
  if (!response.ok) throw new Error(`the boxes were refused: ${await response.text()}`)
  const { items } = (await response.json()) as PlanResult
  const boxes = items
    .slice(-SIZES.length)
    .map(({ oid = '' }, index) => ({ oid, name: String(plan.items.at(index - SIZES.length)?.changes?.['name']) }))
  return { tenantOid, boxes }
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  return page
}

async function openSignedInPage(browser: Browser, service: RunningService): Promise<Page> {
  const page = await newPage(browser)
  await page.goto(service.origin)
  await page.getByRole('button', { name: MAIL }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/oid/'))
  return page
}

const input = (pointer: string): string => `[id="field${pointer.replaceAll('/', '.')}"]`

/**
 * Times keystrokes in an address of an uplink, a number, an address that other fields are derived from, and a table cell.
 * Opens the editor in a new page.
 */
async function measureKeys(browser: Browser, service: RunningService, address: string): Promise<number[]> {
  const page = await openSignedInPage(browser, service)
  await page.goto(address)
  const tab = (name: RegExp) => () => page.getByRole('tab', { name }).first().click()
  const fields: Field[] = [
    { name: 'public address', selector: input('/wans/wan1/publicIp'), open: tab(/^WAN 1/) },
    { name: 'MTU', selector: input('/wans/wan1/mtu') },
    { name: 'management address', selector: input('/lan/mgtInterface/ipAddress'), open: tab(/^Interfaces/) },
    { name: 'prefix of a subnet', selector: `${input('/lan/subnets')} input >> nth=2`, open: tab(/^Subnets/) },
  ]
  const keys = await timeKeystrokes(page, browser, fields)
  await page.context().close()
  return keys
}

/** Main-thread time from the click in the list until the first input is shown, for each size. */
async function measureOpenings(page: Page, browser: Browser, { list, names }: { list: string; names: string[] }): Promise<number[]> {
  const medians: number[] = []
  for (const name of names) {
    const runs: number[] = []
    for (let run = 0; run < OPENINGS; run++) {
      await page.goto(`${list}?q=${encodeURIComponent(name)}`)
      const row = page.getByRole('link', { name, exact: true })
      await row.waitFor()
      await page.waitForTimeout(500)
      runs.push(
        await mainThreadTime(page, browser, async () => {
          await row.click()
          await page.locator(input('/wans/wan1/publicIp')).waitFor()
        }),
      )
    }
    medians.push(median(runs))
  }
  return medians
}

/** Main-thread time of each keystroke in the stock form, and of mounting it. */
async function measureStock(browser: Browser, { origin }: BuiltPage): Promise<{ keys: number[]; mount: number }> {
  const mounts: number[] = []
  const page = await newPage(browser)
  for (let run = 0; run < OPENINGS; run++) {
    await page.goto(origin)
    mounts.push(await mainThreadTime(page, browser, () => mountStock(page)))
  }
  await page.context().close()
  return { keys: await measureStockKeys(browser, origin), mount: median(mounts) }
}

async function mountStock(page: Page): Promise<void> {
  const props = { schema: entitySchemas['edge-box'], record: largestBox(1) }
  await page.evaluate((stockProps) => (window as unknown as { mount: (props: unknown) => void }).mount(stockProps), props)
  await page.locator('#root_wans_wan1_publicIp').waitFor()
}

/** Times keystrokes in the same fields of the stock form, in a new page, too. */
async function measureStockKeys(browser: Browser, origin: string): Promise<number[]> {
  const page = await newPage(browser)
  await page.goto(origin)
  await mountStock(page)
  const keys = await timeKeystrokes(page, browser, [
    { name: 'public address', selector: '#root_wans_wan1_publicIp' },
    { name: 'MTU', selector: '#root_wans_wan1_mtu' },
    { name: 'management address', selector: '#root_lan_mgtInterface_ipAddress' },
    { name: 'prefix of a subnet', selector: '#root_lan_subnets_2_prefix' },
  ])
  await page.context().close()
  return keys
}
