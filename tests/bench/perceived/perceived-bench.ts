import type { Browser, CDPSession, Page } from 'playwright'
import { closeBrowser, sharedBrowser } from '../../support/browser/browser.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import { servePeer } from '../peer/serve-peer.ts'
import { emulate, timeUntilChanged, waitForRows, watchRows, type LoadMetrics } from './in-page.ts'

/** An account that sees every customer; the console is in English. */
const MAIL = 'owner@demo.test'
const TENANT = 'platform'
const RUNS = 7
/** Time between hovering over a link and clicking it. */
const POINTER_MS = 200
const STEP_TIMEOUT_MS = 120_000

/** One of the two compared apps, showing its list of customers; strings are CSS selectors unless stated otherwise. */
interface App {
  page: Page
  session: CDPSession
  /** Address of the list. */
  home: string
  /** Name cell of the first row. */
  cell: string
  next: string
  previous: string
  sort: string
  /** Menu link to a list, e.g. `list('partners')`. */
  list: (name: string) => string
  /** The name input of the editor. */
  input: string
}

const conditions = [
  { name: 'cached', slowdown: 1, isCold: false },
  { name: 'not cached', slowdown: 1, isCold: true },
  { name: 'cached, a quarter of the speed', slowdown: 4, isCold: false },
  { name: 'not cached, a quarter of the speed', slowdown: 4, isCold: true },
]

/** BUDGETS T1 to T4: how long users wait, compared with a plain react-admin app with the same columns on the same API. */
export const perceivedSpeedBench: Bench = {
  id: 'T',
  about: 'time until rows and editors are shown, compared with a react-admin app on the same service',
  async run(showProgress) {
    const service = await startService()
    const peer = await servePeer(service.origin)
    try {
      const browser = await sharedBrowser()
      const first = await firstVisit(browser, service)
      const ours = await openConsole(browser, service)
      const theirs = await openPeer(browser, peer.origin, await service.token(MAIL))
      showProgress('reloading')
      const reloads = await reloadBoth(ours, theirs)
      for (const { id, ours: ms, reference = 1 } of reloads) showProgress(`${id}: ${ms.toFixed(0)} ms, ${(ms / reference).toFixed(2)} x`)
      showProgress('paging, sorting, switching lists')
      const steps = await stepFigures(ours, theirs)
      showProgress('opening editors')
      return [...reloads, ...steps, ...(await editorFigures(ours, theirs)), ...first]
    } finally {
      await closeBrowser()
      await peer.close()
      await service.dispose()
    }
  },
}

async function newPage(browser: Browser): Promise<{ page: Page; session: CDPSession }> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  // tsx wraps nested functions in the helper `__name`, which does not exist in the page.
  await page.addInitScript('globalThis.__name = (fn) => fn')
  return { page, session: await page.context().newCDPSession(page) }
}

const ourCell = '.ag-row[row-index="0"] [col-id="name"]'
const ourList = (service: RunningService): string => `${service.origin}/oid/${TENANT}/admin/customers`

async function signIn(page: Page, service: RunningService): Promise<void> {
  await page.goto(service.origin)
  await page.getByRole('button', { name: MAIL }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/oid/'))
}

async function openConsole(browser: Browser, service: RunningService): Promise<App> {
  const { page, session } = await newPage(browser)
  const home = ourList(service)
  await watchRows(page, ourCell)
  await signIn(page, service)
  await page.goto(home)
  await waitForRows(page)
  return {
    page,
    session,
    home,
    cell: ourCell,
    next: '[aria-label="Next page"]',
    previous: '[aria-label="Previous page"]',
    sort: '.ag-header-cell[col-id="name"] :is(.ag-header-cell-text, [title])',
    list: (name) => `nav a[href$="/${name}"]`,
    input: 'form input[id$="name"]',
  }
}

async function openPeer(browser: Browser, origin: string, token: string): Promise<App> {
  const { page, session } = await newPage(browser)
  const cell = 'tbody tr:first-child td.column-name'
  await page.addInitScript(
    (session) => {
      sessionStorage.setItem('peer.token', session.token)
      sessionStorage.setItem('peer.tenant', session.tenant)
    },
    { token, tenant: TENANT },
  )
  await watchRows(page, cell)
  const home = `${origin}/#/customers`
  await page.goto(home)
  await waitForRows(page)
  return {
    page,
    session,
    home,
    cell,
    next: '[aria-label="Go to next page"]',
    previous: '[aria-label="Go to previous page"]',
    sort: 'th.column-name [role=button], th.column-name .MuiTableSortLabel-root',
    list: (name) => `a[href="#/${name}"]`,
    input: 'form input[name="name"]',
  }
}

/** T1; alternates between the two apps, so that a busy machine slows down both. */
async function reloadBoth(ours: App, theirs: App): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, ...condition } of conditions) {
    const loads: { ours: LoadMetrics[]; theirs: LoadMetrics[] } = { ours: [], theirs: [] }
    for (let run = 0; run < RUNS; run++) {
      loads.ours.push(await reload(ours, condition))
      loads.theirs.push(await reload(theirs, condition))
    }
    const [ourTimes, theirTimes] = [loads.ours.map(({ rowsMs }) => rowsMs), loads.theirs.map(({ rowsMs }) => rowsMs)]
    figures.push({
      id: `T1 reload, ${name}`,
      ours: median(ourTimes),
      reference: median(theirTimes),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1 },
      note: `slowest ours ${Math.max(...ourTimes).toFixed(0)} ms, theirs ${Math.max(...theirTimes).toFixed(0)} ms; layout shift ${Math.max(...loads.ours.map(({ shift }) => shift)).toFixed(3)}`,
    })
  }
  return figures
}

async function reload({ page, session }: App, condition: { slowdown: number; isCold: boolean }): Promise<LoadMetrics> {
  await emulate(session, condition)
  await page.reload({ waitUntil: 'commit' })
  const result = await waitForRows(page)
  await emulate(session, { slowdown: 1, isCold: false })
  return result
}

async function medianOfRuns(step: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await step())
  return median(times)
}

/** T2: the reference of every step is the time that the react-admin app takes to show the next page. */
async function stepFigures(ours: App, theirs: App): Promise<Figure[]> {
  // Alternates between next and previous, because the demo data has few pages.
  const turnPage = ({ page, cell, next, previous }: App) => {
    let count = 0
    return medianOfRuns(() => timeUntilChanged(page, { click: count++ % 2 === 0 ? next : previous, watch: cell }))
  }
  const sort = ({ page, cell, sort: header }: App) => medianOfRuns(() => timeUntilChanged(page, { click: header, watch: cell }))
  const switchList = async ({ page, cell, list }: App): Promise<number> => {
    // Loads the code of both lists first, because this figure is not about the first visit.
    await timeUntilChanged(page, { click: list('partners'), watch: cell })
    await timeUntilChanged(page, { click: list('customers'), watch: cell })
    let count = 0
    return medianOfRuns(() => timeUntilChanged(page, { click: list(count++ % 2 === 0 ? 'partners' : 'customers'), watch: cell }))
  }
  const reference = await turnPage(theirs)
  const figure = (name: string, time: number): Figure => ({
    id: `T2 ${name}`,
    ours: time,
    reference,
    unit: 'ms',
    budget: { of: 'ratio', atMost: 0.8 },
  })
  return [
    figure('next page', await turnPage(ours)),
    figure('sort', await sort(ours)),
    { ...figure('other list', await switchList(ours)), note: `theirs ${(await switchList(theirs)).toFixed(0)} ms` },
    figure('search', await search(ours)),
    figure('other tenant', await switchTenant(ours)),
  ]
}

/**
 * From Enter, which skips the debounce. Searches for another name each time, to avoid cached results, and never for that of the first
 * row, so that the cell changes.
 */
async function search({ page, cell }: App): Promise<number> {
  const names = await page.locator('.ag-row [col-id="name"]').allTextContents()
  const box = 'input[aria-keyshortcuts="/"]'
  let count = 0
  const time = await medianOfRuns(async () => {
    await page.locator(box).fill(names[1 + count++] ?? '')
    return timeUntilChanged(page, { click: box, watch: cell, isEnter: true })
  })
  await page.locator(box).fill('')
  return time
}

/** From choosing another tenant until the list shows its records. */
async function switchTenant({ page, cell, home }: App): Promise<number> {
  await page.goto(home.replace('customers', 'partners'))
  await waitForRows(page)
  const partners = await page.locator('.ag-row [col-id="name"]').allTextContents()
  await page.goto(home)
  await waitForRows(page)
  const alternating = partners.slice(0, 2)
  const choose = async (name: string): Promise<number> => {
    await page.locator('header button[aria-haspopup=dialog]').first().click()
    await page.getByRole('dialog').getByRole('combobox').fill(name)
    await page.waitForFunction((expected) => {
      const [option, ...others] = document.querySelectorAll('[role=option]')
      return others.length === 0 && option?.textContent?.includes(expected)
    }, name)
    const time = await timeUntilChanged(page, { click: '[role=option]', watch: cell })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    return time
  }
  // Enters each tenant once before measuring, so that its scope is cached.
  for (const name of alternating) await choose(name)
  let count = 0
  return medianOfRuns(() => choose(alternating[count++ % 2] ?? ''))
}

/** T3: from the click in the list until the first field is shown; opening the editor for the first time loads its code. */
async function editorFigures(ours: App, theirs: App): Promise<Figure[]> {
  const open = async ({ page, cell, input }: App): Promise<number> => {
    const link = `${cell} a, ${cell}`
    // A user moves the pointer onto the link a moment before clicking it.
    await page.mouse.move(0, 0)
    await page.locator(cell).hover()
    await page.waitForTimeout(POINTER_MS)
    const time = await timeUntilChanged(page, { click: link, watch: input, property: 'value' })
    await page.goBack()
    await page.waitForFunction((selector) => Boolean(document.querySelector(selector)?.textContent), cell)
    await page.waitForTimeout(200)
    return time
  }
  for (const { page, home } of [theirs, ours]) {
    // Other lists are open; `goto` alone does not load a page if only the fragment of its URL changes.
    await page.goto(home)
    await page.reload()
    await waitForRows(page)
  }
  const first = await open(ours)
  await open(theirs)
  const reference = await medianOfRuns(() => open(theirs))
  const later = await medianOfRuns(() => open(ours))
  const figure = (name: string, time: number, atMost: number): Figure => ({
    id: `T3 editor, ${name}`,
    ours: time,
    reference,
    unit: 'ms',
    budget: { of: 'ratio', atMost },
  })
  return [figure('first time', first, 1.5), figure('later', later, 0.8)]
}

/** T4: number of script files and layout shift when a list is loaded for the first time. */
async function firstVisit(browser: Browser, service: RunningService): Promise<Figure[]> {
  const { page } = await newPage(browser)
  await watchRows(page, ourCell)
  await signIn(page, service)
  await page
    .context()
    .newCDPSession(page)
    .then((session) => session.send('Network.clearBrowserCache'))
  await page.goto(ourList(service))
  const { scripts, shift } = await waitForRows(page)
  await page.context().close()
  return [
    { id: 'T4 script files of a first visit', ours: scripts, unit: 'files', budget: { of: 'ours', atMost: 25 } },
    { id: 'T4 layout shift of a first visit', ours: shift, unit: 'CLS', budget: { of: 'ours', atMost: 0.01 } },
  ]
}
