import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { axeFindings } from '../../support/browser/axe.ts'
import { moveTo, sharedVisitAs, visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { pagesOf } from '../../support/browser/entity-pages.ts'
import { pageScreens } from '../../support/browser/page-screens.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
const OWNER = 'owner@demo.test'
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
  // No plan makes a token, whose secret is shown once; other records are made where there are none.
  const token = { name: 'Looks', tenantOid: 'platform', expiresAt: new Date(Date.now() + 86_400_000).toISOString() }
  const made = await service.call(OWNER, '/api/v1/profile/apiTokens', { method: 'POST', body: JSON.stringify({ data: [token] }) })
  expect(made.status).toBe(201)
})

const looks = [390, 1024, 1440].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })))

/** Opens something on a page: a panel, a menu, a dialog. */
type Open = (page: Page) => Promise<unknown>

const rows: Open = (page) => page.getByRole('gridcell').first().waitFor()
const heading: Open = (page) => page.getByRole('heading', { level: 1 }).waitFor()
const isWithinWindow = (): boolean => document.documentElement.scrollWidth <= innerWidth
const dialog: Open = (page) => page.getByRole('dialog').waitFor()

/** Chooses rows of a list, and what is to be done with them. */
const withRows =
  (count: number, action: string): Open =>
  async (page) => {
    await rows(page)
    for (let index = 0; index < count; index++) await page.locator(`[row-index="${index}"]`).getByRole('checkbox').first().click()
    await page.getByRole('button', { name: text(action) }).click()
    await dialog(page)
  }

const LIST = '/oid/platform/admin/partners'
/** Pages and states that belong to no one entity. */
const states: readonly [name: string, path: string, ...open: Open[]][] = [
  ['roles and tokens', '/userInfo', heading],
  ['the profile', '/userInfo', heading, (page) => page.getByRole('button', { name: text('account.edit') }).click(), dialog],
  ['operations', '/operations', heading],
  ['schema changes', '/schema-changes', heading],
  ['all changes', '/oid/platform/journal', heading, (page) => page.locator('time').first().waitFor()],
  [
    'search',
    LIST,
    rows,
    (page) => page.keyboard.press('Control+k'),
    (page) => page.keyboard.type('a'),
    (page) => page.getByRole('option').first().waitFor(),
  ],
  ['keys', LIST, rows, (page) => page.locator('main').focus(), (page) => page.keyboard.press('?'), dialog],
  [
    'help',
    LIST,
    rows,
    (page) => page.keyboard.press('F1'),
    (page) =>
      page
        .frameLocator(`iframe[title="${text('palette.help')}"]`)
        .getByRole('heading', { level: 1 })
        .waitFor(),
  ],
  ['set fields', LIST, withRows(2, 'list.action.set')],
  ['compare', LIST, withRows(2, 'list.action.compare')],
]

/** Findings of a page in every look; `open` brings it into its state. */
async function findingsOf(page: Page, path: string, open: Open): Promise<Record<string, string[]>> {
  const findings: Record<string, string[]> = {}
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('about:blank')
    await page.goto(service.origin + path)
    await open(page)
    const found = await axeFindings(page)
    if (!(await page.evaluate(isWithinWindow))) found.push('wider than the window')
    if (found.length > 0) findings[`${colorScheme}, ${width} px`] = found
  }
  return findings
}

describe.each(states)('%s', (_name, path, ...open) => {
  it('has no accessibility finding and no overflow at 390, 1024 and 1440 px, light and dark', async () => {
    const { page, complaints } = await visitAs(OWNER, service.origin + LIST)
    const all: Open = async (at) => {
      for (const step of open) await step(at)
    }
    expect(await findingsOf(page, path, all)).toEqual({})
    expect(complaints).toEqual([])
  })
})

describe.each(pageScreens)('every page of $entity', (entry) => {
  it('has no accessibility finding and no overflow at 390, 1024 and 1440 px, light and dark', async () => {
    const { page, complaints } = await sharedVisitAs(OWNER, service.origin)
    const findings: Record<string, string[]> = {}
    for (const { name, path, ready } of await pagesOf(entry, { service, places })) {
      await moveTo(page, path)
      for (const { width, colorScheme } of looks) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.locator(`html.${colorScheme}`).waitFor()
        await ready(page)
        // The grid fits its columns to a new width after a frame or two.
        await heading(page)
        await page.waitForFunction(isWithinWindow, undefined, { timeout: 2_000 }).catch(() => undefined)
        const found = await axeFindings(page)
        if (!(await page.evaluate(isWithinWindow))) found.push('wider than the window')
        if (found.length > 0) findings[`${name}, ${colorScheme}, ${width} px`] = found
      }
    }
    expect(findings).toEqual({})
    expect(complaints).toEqual([])
  })
})

it('tools of a list take one row below the search in a narrow window in every language, and no placeholder is cut', async () => {
  const [{ oid }] = ((await (await service.call(OWNER, '/api/v1/profile')).json()) as { data: [{ oid: string }] }).data
  for (const language of ['en', 'de', 'fr', 'es']) {
    const { page } = await visitAs(OWNER, service.origin + LIST, { width: 390 })
    await page.evaluate(([key, chosen]) => localStorage.setItem(key ?? '', chosen ?? ''), [`language:${oid}`, language])
    await page.goto(service.origin + LIST)
    await rows(page)
    await page.locator(`html[lang=${language}]`).waitFor()
    const box = page.getByRole('searchbox').first()
    const tools = box.locator('xpath=../..')
    const height = async (one: typeof box): Promise<number> => (await one.boundingBox())?.height ?? 0
    expect((await height(tools)) - 2 * (await height(box)), language).toBeLessThan(48)
    const isCut = await box.evaluate((input: HTMLInputElement) => {
      const pen = document.createElement('canvas').getContext('2d')
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      if (!pen) return true
      pen.font = font
      return pen.measureText(input.placeholder).width > input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    })
    expect([language, isCut]).toEqual([language, false])
  }
})
