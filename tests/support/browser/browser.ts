import { mkdirSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { findBrowser } from '../../../scripts/tooling/browser.mjs'
import { signInWithCookies } from '../../../scripts/tooling/sign-in.ts'
import { DEMO_PASSWORD } from '../../../server/identity/accounts/credentials.ts'
import { isExhaustive } from '../extent.ts'

/** Arguments that Chromium needs in a container or without network access. */
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

let shared: Promise<Browser> | undefined

/** The browser that all test files of this process share. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= findBrowser().then((executablePath) => chromium.launch({ executablePath, args: ARGS }))
  return shared
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Cookies of signed-in accounts, by service and mail address. */
const sessions = new Map<string, Promise<Cookies>>()

/** Visitors that tests of a file share, by service and mail address. */
const sharedVisitors = new Map<string, Visitor>()

/** Closes shared pages and forgets all sessions; call it after the last test of a file. */
export async function leaveAll(): Promise<void> {
  await Promise.all([...sharedVisitors.values()].map((visitor) => visitor.leave()))
  sessions.clear()
  sharedVisitors.clear()
}

/** Closes the browser. */
export async function closeBrowser(): Promise<void> {
  await leaveAll()
  await (await shared)?.close()
  shared = undefined
}

/** A visitor with separate cookies and storage, and the errors of their pages. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Errors in the browser console, uncaught exceptions, and violations of the content security policy. */
  complaints: string[]
  /** Closes the page before the test ends. */
  leave(): Promise<void>
}

/** Folder for screenshots of failed tests. */
const SCREENSHOTS = 'test-results'
/** Number of screenshots so far, for file names: one test may have several visitors. */
let screenshotCount = 0

/** How a visitor's browser is set up. */
interface VisitOptions {
  width?: number
  height?: number
  language?: string
  /** A telephone: fingers instead of a pointer. @default false */
  touch?: boolean
}

/** Opens a page of the service without signing in. The page closes when the test ends, after a screenshot if the test failed. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visitor> {
  const visitor = await open([], url, options)
  closeAfterTest(visitor)
  return visitor
}

function closeAfterTest({ page, context }: Visitor): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await saveScreenshot(page, task.name)
    await context.close()
  })
}

async function open(cookies: Cookies, url: string, options: VisitOptions): Promise<Visitor> {
  const browser = await sharedBrowser()
  const { width = 1440, height = 900, language = 'en', touch = false } = options
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    ...(touch && { hasTouch: true, isMobile: true }),
    serviceWorkers: 'block',
    storageState: { cookies, origins: [] },
    // Without a graphics card, animating the skeletons takes two fifths of the CPU time of a page load.
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

async function saveScreenshot(page: Page, test: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  const path = `${SCREENSHOTS}/${test.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}-${++screenshotCount}.png`
  await page.screenshot({ path, fullPage: true }).catch(() => undefined)
  console.log(`Screenshot of ${page.url()}: ${path}`)
}

/** Signs in as a demo account on the sign-in page and opens a page. */
export async function signInAs(mail: string, url: string, options: VisitOptions = {}): Promise<Visitor> {
  const visitor = await visit(url, options)
  await visitor.page.getByRole('button', { name: mail }).click()
  await visitor.page.waitForURL((address) => !address.pathname.startsWith('/oidc'))
  return visitor
}

/**
 * Opens a page as a demo account that has a session: the session of an earlier test of the file, or one that calls have begun, which
 * saves loading the console for the sign-in page.
 */
export async function visitAs(mail: string, url: string, options: VisitOptions = {}): Promise<Visitor> {
  const visitor = await open(await sessionOf(mail, url), url, options)
  closeAfterTest(visitor)
  return visitor
}

/**
 * A page as a demo account that the read-only tests of a file share: each goes on with `moveTo` from where the last one ended.
 * If a test fails, its page closes and the next test opens a new one.
 */
export async function sharedVisitAs(mail: string, origin: string): Promise<Visitor> {
  const key = `${origin} ${mail}`
  const visitor = sharedVisitors.get(key) ?? (await open(await sessionOf(mail, origin), origin, {}))
  sharedVisitors.set(key, visitor)
  visitor.complaints.length = 0
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    sharedVisitors.delete(key)
    await saveScreenshot(visitor.page, task.name)
    await visitor.leave()
  })
  return visitor
}

/** Cookies of a session of the account with the service's provider. */
async function sessionOf(mail: string, url: string): Promise<Cookies> {
  const { origin, hostname: domain } = new URL(url)
  const key = `${origin} ${mail}`
  const session =
    sessions.get(key) ??
    signInWithCookies(origin, { mail, password: DEMO_PASSWORD }).then(({ cookies }) =>
      cookies.map((cookie) => ({ ...ofBrowser, ...cookie, domain })),
    )
  sessions.set(key, session)
  return session
}

const ofBrowser = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const

/**
 * Navigates within the loaded page, as a link would, because a full page load takes longer.
 * Waits for a heading and for buttons at work first: a redirect after sign-in, or the return from an editor that is being saved, would
 * navigate away again.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.locator('button[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
