import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { axeFindings } from '../../support/browser/axe.ts'
import { visit } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'
import { inExtent } from '../../support/extent.ts'

const service = demoService()

/** One page of each kind, those with the longest and widest tables among them. */
const paths = ['/docs/', '/docs/en/index.html', '/docs/fr/edge-box.html', '/docs/de/customer.html', '/docs/es/rights.html']
const widths = [390, 1440, 1920]
const cases = paths.flatMap((path) => widths.map((width) => ({ name: `${path} at ${width}`, path, width })))
const isWiderThanWindow = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
/** Cells of a card out of which the name of their column runs. */
const overfullCells = (page: Page): Promise<number> =>
  page.locator('td').evaluateAll((cells) => cells.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).length)

describe('pages of the reference', () => {
  // In the short extent: the choice of languages in one column, folded contents with wide tables, contents beside many tables.
  it.each(inExtent(cases, 'name', ['/docs/ at 390', '/docs/fr/edge-box.html at 390', '/docs/es/rights.html at 1440']))(
    'are accessible in both colour modes: $name',
    async ({ path, width }) => {
      const { page, complaints } = await visit(service.origin + path, { width })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await axeFindings(page)).toEqual([])
      }
      expect(await isWiderThanWindow(page)).toBe(false)
      expect(await overfullCells(page)).toBe(0)
      expect(complaints).toEqual([])
    },
  )

  it('lead by keyboard from the first page to a section, skipping the table of contents', async () => {
    const { page, complaints } = await visit(`${service.origin}/docs`)
    await page.getByRole('link', { name: 'Français' }).press('Enter')
    await page
      .getByRole('main')
      .getByRole('link', { name: text('edge-box.many', {}, 'fr'), exact: true })
      .press('Enter')
    await page.getByRole('heading', { level: 1, name: text('edge-box.many', {}, 'fr') }).waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: text('shell.skip', {}, 'fr') })
    expect(await skip.evaluate((link) => document.activeElement === link && link.getBoundingClientRect().top >= 0)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const table = page.getByRole('group', { name: text('docs.section.fields', {}, 'fr') })
    expect(await table.evaluate((element) => document.activeElement === element)).toBe(true)
    expect(complaints).toEqual([])
  })

  it('collapse their table of contents in a narrow window until it is opened, and again when a section is chosen', async () => {
    const { page } = await visit(`${service.origin}/docs/en/partner.html`, { width: 390 })
    const section = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Calls' })
    expect(await section.isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Contents' }).click()
    await section.click()
    expect(await section.isVisible()).toBe(false)
    await expect.poll(() => page.locator('#calls').evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 40)).toBe(true)
  })

  it('find a field by its name with the keyboard alone, and ask again where the search could not be loaded', async () => {
    const { page, complaints } = await visit(`${service.origin}/docs/de/index.html`)
    await page.route('**/search.json', (route) => route.abort())
    // The browser intercepts the calls of an open page a moment after it was told to; those of a page to come, at once.
    await page.reload()
    await page.keyboard.press('/')
    await page.keyboard.type('w')
    await page.getByText(text('docs.search.failed', {}, 'de')).waitFor()
    await page.unrouteAll()
    complaints.length = 0
    await page.keyboard.type('an mtu')
    const found = page.getByRole('list', { name: text('docs.search.found', {}, 'de') })
    await found.getByRole('link', { name: /MTU/ }).first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/de\/[a-z-]+\.html#\w+$/)
    await page.keyboard.press('/')
    await page.keyboard.type('zzzz')
    await page.getByText(text('docs.search.none', {}, 'de')).waitFor()
    expect(complaints).toEqual([])
  })

  it('are revalidated, and have a policy that allows no injected scripts and styles', async () => {
    const page = await fetch(`${service.origin}/docs/en/partner.html`)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none';.*style-src 'self' 'nonce-/)
    // Revalidates as a browser does; without these headers fetch would bypass every cache.
    const again = await fetch(page.url, { headers: { 'cache-control': 'max-age=0', 'if-none-match': page.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const font = await fetch(`${service.origin}/docs/files/inter-latin-wght-normal.woff2`)
    expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
      200,
      'font/woff2',
      'public, max-age=86400',
    ])
  })
})
