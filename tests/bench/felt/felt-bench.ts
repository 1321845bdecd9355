import type { Browser, CDPSession, Page } from 'playwright'
import { closeBrowser, sharedBrowser } from '../../support/browser/browser.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import { servePeer } from '../peer/serve-peer.ts'
import { loaded, under, untilChanged, watchRows, type Loaded } from './in-page.ts'

/** Sees every customer. Reads English. */
const MAIL = 'owner@demo.test'
const TENANT = 'platform'
const RUNS = 7
/** Between the pointer's arrival on a link and the click. */
const POINTER_MS = 200
const STEP_TIMEOUT_MS = 120_000

/** One of the two apps that are compared, at its list of customers. */
interface App {
  page: Page
  session: CDPSession
  /** Address of the list. */
  home: string
  /** First cell that holds a name. */
  cell: string
  next: string
  previous: string
  sort: string
  /** Link of the menu to a list, by the last part of its address. */
  list: (name: string) => string
  /** A text box of the editor, and the link that leads back to the list. */
  input: string
}

const conditions = [
  { name: 'cached', slowdown: 1, isCold: false },
  { name: 'not cached', slowdown: 1, isCold: true },
  { name: 'cached, a quarter of the speed', slowdown: 4, isCold: false },
  { name: 'not cached, a quarter of the speed', slowdown: 4, isCold: true },
]

/** BUDGETS T1 to T4: what people wait for, against a plain react-admin app with the same columns on the same API. */
export const feltBench: Bench = {
  id: 'T',
  about: 'time until rows and editors stand there, against a react-admin app on the same service',
  async run(tell) {
    const service = await startService()
    const peer = await servePeer(service.origin)
    try {
      const browser = await sharedBrowser()
      const first = await firstVisit(browser, service)
      const ours = await openConsole(browser, service)
      const theirs = await openPeer(browser, peer.origin, await service.token(MAIL))
      tell('reloading')
      const reloads = await reloadBoth(ours, theirs)
      for (const { id, ours: own, reference = 1 } of reloads) tell(`${id}: ${own.toFixed(0)} ms, ${(own / reference).toFixed(2)} x`)
      tell('turning pages, sorting, changing lists')
      const steps = await stepFigures(ours, theirs)
      tell('opening editors')
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
  // What runs this file names the functions within functions, by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
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
  await loaded(page)
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
    (kept) => {
      sessionStorage.setItem('peer.token', kept.token)
      sessionStorage.setItem('peer.tenant', kept.tenant)
    },
    { token, tenant: TENANT },
  )
  await watchRows(page, cell)
  const home = `${origin}/#/customers`
  await page.goto(home)
  await loaded(page)
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

/** T1, alternating between the two apps. */
async function reloadBoth(ours: App, theirs: App): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, ...condition } of conditions) {
    const found: { ours: Loaded[]; theirs: Loaded[] } = { ours: [], theirs: [] }
    for (let run = 0; run < RUNS; run++) {
      found.ours.push(await reload(ours, condition))
      found.theirs.push(await reload(theirs, condition))
    }
    const [own, other] = [found.ours.map(({ rowsMs }) => rowsMs), found.theirs.map(({ rowsMs }) => rowsMs)]
    figures.push({
      id: `T1 reload, ${name}`,
      ours: median(own),
      reference: median(other),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1 },
      note: `slowest ${Math.max(...own).toFixed(0)} and ${Math.max(...other).toFixed(0)} ms; layout shift ${Math.max(...found.ours.map(({ shift }) => shift)).toFixed(3)}`,
    })
  }
  return figures
}

async function reload({ page, session }: App, condition: { slowdown: number; isCold: boolean }): Promise<Loaded> {
  await under(session, condition)
  await page.reload({ waitUntil: 'commit' })
  const result = await loaded(page)
  await under(session, { slowdown: 1, isCold: false })
  return result
}

async function repeated(work: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await work())
  return median(times)
}

/** T2: the peer's next page is the reference of every step. */
async function stepFigures(ours: App, theirs: App): Promise<Figure[]> {
  // There and back: the demo world has few pages.
  const turn = ({ page, cell, next, previous }: App) => {
    let count = 0
    return repeated(() => untilChanged(page, { click: count++ % 2 === 0 ? next : previous, watch: cell }))
  }
  const sort = ({ page, cell, sort: head }: App) => repeated(() => untilChanged(page, { click: head, watch: cell }))
  const change = async ({ page, cell, list }: App): Promise<number> => {
    // Its code is there: the first visit of a list is another measurement.
    await untilChanged(page, { click: list('partners'), watch: cell })
    await untilChanged(page, { click: list('customers'), watch: cell })
    let count = 0
    return repeated(() => untilChanged(page, { click: list(count++ % 2 === 0 ? 'partners' : 'customers'), watch: cell }))
  }
  const reference = await turn(theirs)
  const figure = (name: string, time: number): Figure => ({
    id: `T2 ${name}`,
    ours: time,
    reference,
    unit: 'ms',
    budget: { of: 'ratio', atMost: 0.8 },
  })
  return [
    figure('next page', await turn(ours)),
    figure('sort', await sort(ours)),
    { ...figure('other list', await change(ours)), note: `theirs ${(await change(theirs)).toFixed(0)} ms` },
    figure('search', await searching(ours)),
    figure('other tenant', await changingTenant(ours)),
  ]
}

/** From Enter, which stands for the end of the pause: another name each time, so that no answer is known, of a row that was not first. */
async function searching({ page, cell }: App): Promise<number> {
  const names = await page.locator('.ag-row [col-id="name"]').allTextContents()
  const box = 'input[aria-keyshortcuts="/"]'
  let count = 0
  const time = await repeated(async () => {
    await page.locator(box).fill(names[1 + count++] ?? '')
    return untilChanged(page, { click: box, watch: cell, isEnter: true })
  })
  await page.locator(box).fill('')
  return time
}

/** From the choice of another tenant until the same list of that one stands there. */
async function changingTenant({ page, cell, home }: App): Promise<number> {
  await page.goto(home.replace('customers', 'partners'))
  await loaded(page)
  const partners = await page.locator('.ag-row [col-id="name"]').allTextContents()
  await page.goto(home)
  await loaded(page)
  const inTurn = partners.slice(0, 2)
  const choose = async (name: string): Promise<number> => {
    await page.locator('header button[aria-haspopup=dialog]').first().click()
    await page.getByRole('dialog').getByRole('combobox').fill(name)
    await page.waitForFunction((wanted) => {
      const [option, ...others] = document.querySelectorAll('[role=option]')
      return others.length === 0 && option?.textContent?.includes(wanted)
    }, name)
    const time = await untilChanged(page, { click: '[role=option]', watch: cell })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    return time
  }
  // Their scopes are known from then on: entering a tenant for the first time is another measurement.
  for (const name of inTurn) await choose(name)
  let count = 0
  return repeated(() => choose(inTurn[count++ % 2] ?? ''))
}

/** T3: from the click in the list until the first field stands there; the first opening loads the code. */
async function editorFigures(ours: App, theirs: App): Promise<Figure[]> {
  const open = async ({ page, cell, input }: App): Promise<number> => {
    const link = `${cell} a, ${cell}`
    // Whoever clicks has brought the pointer there, and needs a moment for the click.
    await page.mouse.move(0, 0)
    await page.locator(cell).hover()
    await page.waitForTimeout(POINTER_MS)
    const time = await untilChanged(page, { click: link, watch: input, property: 'value' })
    await page.goBack()
    await page.waitForFunction((selector) => Boolean(document.querySelector(selector)?.textContent), cell)
    await page.waitForTimeout(200)
    return time
  }
  for (const { page, home } of [theirs, ours]) {
    // The lists were changed before: an address that differs in its fragment only loads nothing by itself.
    await page.goto(home)
    await page.reload()
    await loaded(page)
  }
  const first = await open(ours)
  await open(theirs)
  const reference = await repeated(() => open(theirs))
  const later = await repeated(() => open(ours))
  const figure = (name: string, time: number, atMost: number): Figure => ({
    id: `T3 editor, ${name}`,
    ours: time,
    reference,
    unit: 'ms',
    budget: { of: 'ratio', atMost },
  })
  return [figure('first time', first, 1.5), figure('later', later, 0.8)]
}

/** T4, and how much moves while a list comes for the first time. */
async function firstVisit(browser: Browser, service: RunningService): Promise<Figure[]> {
  const { page } = await newPage(browser)
  await watchRows(page, ourCell)
  await signIn(page, service)
  await page
    .context()
    .newCDPSession(page)
    .then((session) => session.send('Network.clearBrowserCache'))
  await page.goto(ourList(service))
  const { scripts, shift } = await loaded(page)
  await page.context().close()
  return [
    { id: 'T4 script files of a first visit', ours: scripts, unit: 'files', budget: { of: 'ours', atMost: 25 } },
    { id: 'T4 layout shift of a first visit', ours: shift, unit: 'CLS', budget: { of: 'ours', atMost: 0.01 } },
  ]
}
