import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright'
import { navigationScreens, type NavigationScreen } from '../../src/screen-addresses.ts'
import { axeFindings } from '../support/axe.ts'
import { closeBrowser, visitAs } from '../support/browser.ts'
import { placesOf, type Places } from '../support/places.ts'
import { recordsOf } from '../support/records.ts'
import { startService, type RunningService } from '../support/service.ts'

let service: RunningService
let places: Places

beforeAll(async () => {
  service = await startService({ template: inject('demoData') })
  places = await placesOf(service)
})
afterAll(async () => {
  await closeBrowser()
  await service.dispose()
})

interface PageCase {
  name: string
  path: string
  /** What is on the page once it has loaded. */
  ready: (page: Page) => Promise<void>
}

async function pagesOf(entry: NavigationScreen): Promise<PageCase[]> {
  const { screen } = entry
  const base = places.address(entry)
  const { oid } = await recordsOf(service, places).some(entry)
  const pages: PageCase[] = []
  const rows = (page: Page): Promise<void> => page.getByRole('gridcell').first().waitFor()
  if (screen.list) pages.push({ name: 'list', path: base, ready: rows })
  if (screen.list)
    pages.push({
      name: 'list without a match',
      path: `${base}?q=zzzzzzzz`,
      ready: (page) => page.getByRole('button', { name: /clear/i }).first().waitFor(),
    })
  if (screen.editor) {
    pages.push({ name: 'new', path: `${base}/new`, ready: (page) => page.getByRole('button', { name: 'Create' }).waitFor() })
    pages.push({
      name: 'edit',
      path: `${base}/edit/${oid}`,
      ready: (page) => page.getByRole('button', { name: 'Update' }).waitFor(),
    })
  }
  if (screen.bulk) pages.push({ name: 'bulk', path: `${base}/bulk`, ready: rows })
  if (screen.journal) pages.push({ name: 'journal', path: `${base}/journal`, ready: (page) => page.getByRole('row').nth(1).waitFor() })
  return pages
}

const looks = [
  { colorScheme: 'light', width: 1440, language: 'en' },
  { colorScheme: 'dark', width: 768, language: 'en' },
] as const

describe.each(navigationScreens)('every page of $entity', (navigated) => {
  it.each(looks)('has no accessibility finding and keeps to the content security policy ($colorScheme, $width px)', async (look) => {
    const { page, complaints } = await visitAs('owner@demo.test', service.origin, { width: look.width })
    await page.emulateMedia({ colorScheme: look.colorScheme })
    const findings: Record<string, string[]> = {}
    for (const { name, path, ready } of await pagesOf(navigated)) {
      await page.goto(path)
      await ready(page)
      const found = await axeFindings(page)
      if (found.length > 0) findings[name] = found
    }
    expect(findings).toEqual({})
    expect(complaints).toEqual([])
  })

  it('does not scroll sideways on a narrow window', async () => {
    const { page } = await visitAs('owner@demo.test', service.origin, { width: 768 })
    const wide: string[] = []
    for (const { name, path, ready } of await pagesOf(navigated)) {
      await page.goto(path)
      await ready(page)
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(name)
    }
    expect(wide).toEqual([])
  })
})
