import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { navigationScreens, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { pagesOf } from '../../support/browser/entity-pages.ts'
import { pageScreens } from '../../support/browser/page-screens.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { recordsOf } from '../../support/browser/records.ts'
import { inExtent } from '../../support/extent.ts'

const service = demoService()
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
})

/** Cumulative layout shift since the page was loaded, once the layout is stable. */
async function layoutShift(page: Page): Promise<number> {
  await page.waitForTimeout(500)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (entries: PerformanceEntryList) =>
          (entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            .filter(({ hadRecentInput }) => !hadRecentInput)
            .reduce((total, { value }) => total + value, 0)
        const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Without a shift the observer is never called.
        setTimeout(() => resolve(0), 200)
      }),
  )
}

describe('a first visit', () => {
  const rows = (page: Page): Promise<void> => page.getByRole('gridcell').first().waitFor()
  const editor = (page: Page): Promise<void> => page.getByRole('button', { name: /^(Update|Close|Mettre à jour)$/ }).waitFor()
  const screenOf = (entity: string): NavigationScreen => {
    const found = navigationScreens.find((screen) => screen.entity === entity)
    if (!found) throw new Error(`No page shows "${entity}"`)
    return found
  }
  const listOf = (entity: string) => async (): Promise<string> => places.address(screenOf(entity))
  const editorOf = (entity: string) => async (): Promise<string> => {
    const { oid } = await recordsOf(service, places).some(screenOf(entity))
    return places.address(screenOf(entity), `/edit/${encodeURIComponent(oid)}`)
  }
  const visits: { name: string; mail?: string; address: () => Promise<string>; ready: (page: Page) => Promise<void> }[] = [
    { name: 'the list of customers', address: listOf('customer'), ready: rows },
    { name: 'the list of devices', mail: 'customer@demo.test', address: listOf('ip-engine'), ready: rows },
    {
      name: 'the overview',
      mail: 'customer@demo.test',
      address: async () => service.origin,
      ready: (page) => page.locator('main [aria-busy=false]').getByRole('slider').first().waitFor(),
    },
    {
      name: 'the editor of an edge box',
      mail: 'customer@demo.test',
      address: editorOf('edge-box'),
      ready: async (page) => {
        await editor(page)
        await page.getByRole('main').getByRole('list', { name: 'WANs' }).waitFor()
      },
    },
    { name: 'the editor of a partner', address: editorOf('partner'), ready: editor },
    { name: 'the devices of a customer, for the owner', address: listOf('ip-engine'), ready: rows },
    { name: 'the editor of an edge box, for the distributor', mail: 'vad@demo.test', address: editorOf('edge-box'), ready: editor },
    {
      name: 'a journal',
      address: async () => places.address(screenOf('customer'), '/journal'),
      ready: (page) => page.getByRole('row').nth(1).waitFor(),
    },
  ]
  // A list with its rows, an editor with tabs, and a page that leads to another.
  const representatives = inExtent(visits, 'name', [
    'the list of customers',
    'the editor of an edge box',
    'the devices of a customer, for the owner',
  ])
  it.each(representatives)('does not shift the layout of $name', async ({ mail = 'owner@demo.test', address, ready }) => {
    const { page } = await visitAs(mail, await address())
    await ready(page)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
  })
})

describe.each(inExtent(pageScreens, 'entity', ['vpn-zone-policy']))('a first visit to each page of $entity', (entry) => {
  const answers = [
    { how: 'soon', delaysMs: [0] },
    { how: 'late', delaysMs: [450, 900] },
  ]
  it.each(inExtent(answers, 'how', ['late']))('does not shift the layout when answers come $how', async ({ delaysMs }) => {
    const { page } = await visitAs('owner@demo.test', service.origin)
    let calls = 0
    const delay = async (route: Route): Promise<void> => {
      await sleep(delaysMs[calls++ % delaysMs.length] ?? 0)
      await route.continue()
    }
    await page.route('**/api/**', delay)
    const shifts: Record<string, number> = {}
    for (const { name, path, ready } of await pagesOf(entry, { service, places })) {
      await page.goto(path)
      await ready(page)
      const shift = await layoutShift(page)
      if (shift > 0.01) shifts[name] = shift
    }
    expect(shifts).toEqual({})
  })
})
