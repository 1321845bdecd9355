import { mkdirSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { findBrowser } from '../../scripts/tooling/browser.mjs'

/** What Chromium needs in a container or behind a closed network. */
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

let shared: Promise<Browser> | undefined

/** The one browser of this test file. */
export function sharedBrowser(): Promise<Browser> {
  const browser = shared ?? findBrowser().then((executablePath) => chromium.launch({ executablePath, args: ARGS }))
  shared = browser
  return browser
}

/** Ends the browser; call it after the last test of a file. */
export async function closeBrowser(): Promise<void> {
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

/** Opens a page at an address of the service; nobody is signed in. It closes with the test, which leaves a picture where it failed. */
export async function visit(url: string, options: { width?: number; height?: number; language?: string } = {}): Promise<Visitor> {
  const browser = await sharedBrowser()
  const { width = 1440, height = 900, language = 'en' } = options
  const context = await browser.newContext({ viewport: { width, height }, locale: language, serviceWorkers: 'block' })
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
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(page, task.name)
    await context.close()
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
export async function visitAs(mail: string, url: string, options: Parameters<typeof visit>[1] = {}): Promise<Visitor> {
  const visitor = await visit(url, options)
  await visitor.page.getByRole('button', { name: mail }).click()
  await visitor.page.waitForURL((address) => !address.pathname.startsWith('/oidc'))
  return visitor
}

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
