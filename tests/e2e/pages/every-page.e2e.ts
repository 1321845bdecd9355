import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page, Route } from 'playwright'
import { filterKind } from '../../../renderer/list/filters/field-filter.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityMeta, Rec } from '../../../schemas/vocabulary/types.ts'
import { listScreens, pageScreens } from '../../support/browser/page-screens.ts'
import { axeFindings } from '../../support/browser/axe.ts'
import { moveTo, sharedVisitAs, visit, visitAs } from '../../support/browser/browser.ts'
import { schemaOf } from '../../support/browser/editor-page.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { framedViews } from '../../support/browser/expected-rights.ts'
import { pagesOf } from '../../support/browser/entity-pages.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { recordsOf } from '../../support/browser/records.ts'
import { inExtent, isExhaustive } from '../../support/extent.ts'
import { text } from '../../support/browser/texts.ts'
import { viewFindings, viewIn, viewPages } from '../../support/browser/view-pages.ts'
import type { FactId } from '../../proofs/facts.ts'

const service = demoService()
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
})

/** A route handler that holds requests back until they are released. */
function holdRequests(): { route: (route: Route) => Promise<void>; release: () => void } {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  return { route: (route) => released.then(() => route.continue()), release }
}

const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 768 },
] as const

/** Sets colour scheme and width of a page and waits until it is redrawn. */
async function applyLook(page: Page, { colorScheme, width }: { colorScheme: 'light' | 'dark'; width: number }): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  await page.locator(`html.${colorScheme}`).waitFor()
}

/** Looks to check a page in, starting with the one that the page before ended in, which saves a redraw. The short extent alternates between them. */
const looksOf = (index: number) => (index % 2 === 0 ? looks : looks.toReversed()).slice(0, isExhaustive ? undefined : 1)

/** Facts about the pages of one entity. */
const facts: Partial<Record<string, FactId[]>> = {
  partner: ['S0-2.6'],
  customer: ['S0-2.7'],
  'user-role': ['S0-2.8'],
  appliance: ['S0-2.10'],
  license: ['S0-2.11'],
  request: ['S0-2.12'],
  'external-gateway': ['S2-1.1', 'S2-2.2'],
  'firewall-vpn-zone': ['S2-1.1', 'S2-2.3'],
  'application-set': ['S2-1.1', 'S2-2.4'],
  'vpn-zone-policy': ['S2-2.45'],
  'internet-policy': ['S2-2.45'],
}

// List, editor, sheet and journal; the largest editor; a page of one record; matrices; a tab of records.
describe.each(inExtent(pageScreens, 'entity', ['customer', 'edge-box', 'settings', 'vpn-zone-policy', 'transport-network']))(
  'every page of $entity',
  (navigated) => {
    it(
      'has no accessibility finding, no violation of the content security policy and no overflow, light and dark, wide and narrow',
      { tags: facts[navigated.entity] ?? [] },
      async () => {
        const { page, complaints } = await sharedVisitAs('owner@demo.test', service.origin)
        const findings: Record<string, string[]> = {}
        const wide: string[] = []
        for (const [index, { name, path, ready }] of (await pagesOf(navigated, { service, places })).entries()) {
          for (const [turn, look] of looksOf(index).entries()) {
            await applyLook(page, look)
            if (turn === 0) await moveTo(page, path)
            await ready(page)
            const found = await axeFindings(page)
            const where = `${name}, ${look.colorScheme}, ${look.width} px`
            if (found.length > 0) findings[where] = found
            if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(where)
          }
        }
        expect({ findings, wide }).toEqual({ findings: {}, wide: [] })
        expect(complaints).toEqual([])
      },
    )
  },
)

describe('the check of accessibility', () => {
  it('takes no head for empty whose text is scrolled out of sight, nor where the grid has drawn others since', async () => {
    const { page } = await visit(`${service.origin}/docs/en/partner.html`)
    await page.evaluate(() => {
      const [full, empty] = ['Name', ''].map((text) =>
        Object.assign(document.createElement('th'), { id: `head${text}`, textContent: text }),
      )
      document.body.append(...[full, empty].filter((head) => head !== undefined))
      const run = async () => {
        full?.remove()
        return {
          violations: [
            { id: 'empty-table-header', nodes: [full, empty].map((element) => ({ target: [`#${element?.id ?? ''}`], element })) },
          ],
        }
      }
      Object.assign(globalThis, { axe: { run } })
    })
    expect(await axeFindings(page)).toEqual(['empty-table-header: ["#head"] '])
  })
})

describe('every view in a frame', () => {
  // The first view also checks the page around its frame.
  it.each(
    inExtent(
      framedViews.map((key) => ({ key })),
      'key',
      ['shell.dashboard.alerts'],
    ),
  )(
    '$key has no accessibility finding, no violation of the content security policy and no overflow, light and dark, wide and narrow',
    { tags: ['S2-2.7', 'H-5.12'] },
    async ({ key }) => {
      const { page, complaints } = await sharedVisitAs('customer@demo.test', service.origin)
      await page.waitForURL((url) => url.pathname.startsWith('/oid/'))
      const findings: Record<string, string[]> = {}
      const wide: string[] = []
      const views = await viewPages(service, 'customer@demo.test')
      expect(views.map((view) => view.text)).toEqual(framedViews)
      await moveTo(page, views.find((view) => view.text === key)?.to ?? '')
      for (const { colorScheme, width } of looks) {
        await applyLook(page, { colorScheme, width })
        const view = await viewIn(page, text(key))
        await view.locator(`html[data-look=${colorScheme}]`).waitFor()
        const look = `${colorScheme}, ${width} px`
        // The page around the frame is the same for every view.
        const found = [...(key === framedViews[0] ? await axeFindings(page) : []), ...(await viewFindings(view))]
        if (found.length > 0) findings[look] = found
        expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(text(key))
        expect(await page.locator('iframe:not([sandbox])').count()).toBe(0)
        if (await view.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(look)
      }
      expect({ findings, wide }).toEqual({ findings: {}, wide: [] })
      expect(complaints).toEqual([])
    },
  )
})

describe('the alert configurator', () => {
  it('stores a rule from within its frame and shows it again after a refresh', { tags: ['S2-2.8', 'S2-2.85'] }, async () => {
    const { page, complaints } = await visitAs('customer@demo.test', service.origin)
    const title = text('shell.place.alertConfigurator')
    await page.getByRole('navigation').getByRole('link', { name: title }).click()
    const view = page.frameLocator(`iframe[title="${title}"][data-loaded]`)
    await view.getByRole('button', { name: text('alerting.add') }).click()
    // Adding a rule focuses its name.
    await view.locator('input[type=text]:focus').fill('Too much jitter')
    const limit = view.getByRole('spinbutton').last()
    await limit.fill('90')
    await limit.press('Enter')
    await view.getByText(text('alerting.saved')).waitFor()
    await page.getByRole('button', { name: text('view.refresh') }).click()
    await view.getByText(text('alerting.saved')).waitFor({ state: 'detached' })
    expect(await view.getByRole('textbox').last().inputValue()).toBe('Too much jitter')
    expect(complaints).toEqual([])
  })
})

/** Without a policy the browser would report no violations. Every address gets the same page. */
it('sends a content security policy with every page', async () => {
  for (const entry of pageScreens) {
    const policy = (await fetch(places.address(entry))).headers.get('content-security-policy')
    expect(policy).toContain("require-trusted-types-for 'script'")
  }
})

// One list in the short extent.
describe.each(inExtent(listScreens, 'entity', ['customer']))('the list of $entity', (navigated) => {
  beforeAll(async () => {
    await recordsOf(service, places).some(navigated)
  })

  it('places its loading skeletons exactly where its header and rows appear', async () => {
    const { page } = await visitAs('owner@demo.test', service.origin, { width: 768 })
    const { route, listRoute = route }: EntityMeta = entityMeta[navigated.entity]
    const list = { path: places.address(navigated), route: listRoute.split('{')[0] ?? '' }
    const placeOf = (name: string, row: number): Promise<number[]> =>
      page
        .getByRole('status', { name, exact: true })
        .locator(':scope > div')
        .nth(row)
        .evaluate((element) => [element.getBoundingClientRect().top, element.getBoundingClientRect().height])
    const code = holdRequests()
    await page.route(/\/(?:list|ordered)-page-[^/]*\.js$/, code.route)
    const rows = holdRequests()
    await page.route(({ pathname }) => pathname.startsWith(list.route), rows.route)
    await page.goto(list.path)
    const [shape = 0] = await placeOf(text('shell.loading'), 0)
    code.release()
    const [head = 0] = await placeOf(text('list.loading'), 0)
    const skeleton = await placeOf(text('list.loading'), 1)
    rows.release()
    const row = await page
      .getByRole('row')
      .nth(1)
      .evaluate((element) => [element.getBoundingClientRect().top, element.getBoundingClientRect().height])
    expect(Math.abs(shape - head)).toBeLessThan(1)
    expect(row).toEqual(skeleton)
  })

  it('keeps menus, dialogs and filter chips within a small window', async () => {
    const { page } = await visitAs('owner@demo.test', service.origin, { width: 768, height: 420 })
    const record: Rec = await recordsOf(service, places).some(navigated)
    const filters = Object.entries(schemaOf(navigated).properties)
      .filter(([field, property]) => property.enum !== undefined && filterKind(property) !== undefined && record[field] !== undefined)
      .map(([field, { enum: options }]) => `f.${field}=${options?.join(',')}`)
    await page.goto(`${places.address(navigated)}?${filters.join('&')}`)
    await page.getByRole('gridcell').first().waitFor()
    const outside: string[] = []
    const isInside = async (inner: Locator): Promise<boolean> => {
      const box = await inner.boundingBox()
      return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 768 && box.y + box.height <= 420
    }
    const check = async (name: string, inner: Locator): Promise<void> => {
      await inner.waitFor()
      // A layer is drawn outside the window for one frame, until it is positioned.
      await expect
        .poll(() => isInside(inner), { timeout: 5_000 })
        .toBe(true)
        .catch(() => outside.push(name))
    }
    const chips = page.locator('[data-filter]')
    expect(await chips.count()).toBe(filters.length)
    for (const chip of await chips.all()) await check('chip', chip)
    const openers = [
      page.getByRole('main').getByRole('button', { name: text('list.filter.add'), exact: true }),
      page.getByRole('button', { name: text('list.columns'), exact: true }),
      page.getByRole('button', { name: text('list.export'), exact: true }),
      page.locator('[data-row-menu]').first(),
      ...(await page.getByRole('banner').locator('[aria-haspopup]').all()),
    ]
    for (const opener of openers) {
      await opener.click()
      await check(await opener.innerText(), page.getByRole('menu').or(page.getByRole('dialog')).last())
      await page.keyboard.press('Escape')
    }
    expect(outside).toEqual([])
  })
})
