import { mkdirSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { findBrowser } from '../../../scripts/tooling/browser.mjs'
import { isExhaustive } from '../extent.ts'

/** What Chromium needs in a container or behind a closed network. */
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

let shared: Promise<Browser> | undefined

/** The browser of all test files of this process, which ends with it. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= findBrowser().then((executablePath) => chromium.launch({ executablePath, args: ARGS }))
  return shared
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Cookies of the accounts that have signed in, by service and mail. */
const sessions = new Map<string, Cookies>()

/** Visitors who stay from test to test, by service and mail. */
const staying = new Map<string, Visitor>()

/** Closes the pages that stay from test to test and forgets who has signed in; call it after the last test of a file. */
export async function leaveAll(): Promise<void> {
  await Promise.all([...staying.values()].map((visitor) => visitor.leave()))
  sessions.clear()
  staying.clear()
}

/** Ends the browser. */
export async function closeBrowser(): Promise<void> {
  await leaveAll()
  await (await shared)?.close()
  shared = undefined
}

/** A visitor with cookies and storage of their own, and what went wrong on their pages. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Messages of the console at level error, uncaught exceptions, and violations of the content security policy. */
  complaints: string[]
  /** Closes the page before the test ends. */
  leave(): Promise<void>
}

/** Where pictures of failed tests go. */
const PICTURES = 'test-results'
/** Of this file's tests so far: one test may have several visitors. */
let pictures = 0

/** How a visitor's browser is set up. */
interface VisitOptions {
  width?: number
  height?: number
  language?: string
}

/** Opens a page at an address of the service; nobody is signed in. It closes with the test, which leaves a picture where it failed. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visitor> {
  const visitor = await open([], url, options)
  closesWithTest(visitor)
  return visitor
}

function closesWithTest({ page, context }: Visitor): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(page, task.name)
    await context.close()
  })
}

async function open(cookies: Cookies, url: string, options: VisitOptions): Promise<Visitor> {
  const browser = await sharedBrowser()
  const { width = 1440, height = 900, language = 'en' } = options
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    serviceWorkers: 'block',
    storageState: { cookies, origins: [] },
    // Without a graphics card, two fifths of the CPU time of a page load are frames of the skeletons' pulse.
    reducedMotion: isExhaustive ? 'no-preference' : 'reduce',
  })
  const complaints: string[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  const page = await context.newPage()
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(url)
  return { page, context, complaints, leave: () => context.close() }
}

async function keepPicture(page: Page, test: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  const path = `${PICTURES}/${test.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}-${++pictures}.png`
  await page.screenshot({ path, fullPage: true }).catch(() => undefined)
  console.log(`${page.url()} is in ${path}`)
}

/** Opens a page as a demo account, through the sign-in page. */
export async function signInAs(mail: string, url: string, options: VisitOptions = {}): Promise<Visitor> {
  const visitor = await visit(url, options)
  await chooseAccount(visitor, mail)
  return visitor
}

/** Presses the account's button on the sign-in page, and remembers its session. */
async function chooseAccount({ page, context }: Visitor, mail: string): Promise<void> {
  await page.getByRole('button', { name: mail }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/oidc'))
  sessions.set(sessionOf(mail, page.url()), await context.cookies())
}

/** Opens a page as a demo account that has signed in: through the sign-in page only where no test of the file has done so before. */
export async function visitAs(mail: string, url: string, options: VisitOptions = {}): Promise<Visitor> {
  const cookies = sessions.get(sessionOf(mail, url))
  if (!cookies) return signInAs(mail, url, options)
  const visitor = await open(cookies, url, options)
  closesWithTest(visitor)
  return visitor
}

/**
 * A page of the whole file as a demo account, for tests that only look around: `moveTo` leads on from where the last one ended.
 * A failed test closes it, and the next one opens another.
 */
export async function sharedVisitAs(mail: string, origin: string): Promise<Visitor> {
  const key = sessionOf(mail, origin)
  const visitor = staying.get(key) ?? (await enter(mail, origin))
  staying.set(key, visitor)
  visitor.complaints.length = 0
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    staying.delete(key)
    await keepPicture(visitor.page, task.name)
    await visitor.leave()
  })
  return visitor
}

async function enter(mail: string, origin: string): Promise<Visitor> {
  const visitor = await open(sessions.get(sessionOf(mail, origin)) ?? [], origin, {})
  if (!sessions.has(sessionOf(mail, origin))) await chooseAccount(visitor, mail)
  return visitor
}

const sessionOf = (mail: string, url: string): string => `${new URL(url).origin} ${mail}`

/**
 * Another address in the same page, as a link would: loading everything anew for each would only take time.
 * A page has its heading first: what signing in still redirects would lead away again.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
