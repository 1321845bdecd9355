import { beforeAll, describe, expect, it } from 'vitest'
import type { Frame, Page } from 'playwright'
import { createPath } from '../../../renderer/descriptor/record-pages.ts'
import { languageNames } from '../../../src/i18n/languages.ts'
import { hasMatrixPage } from '../../../src/screen-addresses.ts'
import { waitForMatrices } from '../../support/api/matrices.ts'
import { isTabOfMany, listScreens, pageScreens, waitForTabOfMany } from '../../support/browser/page-screens.ts'
import { sharedVisitAs, visitAs } from '../../support/browser/browser.ts'
import { schemaOf } from '../../support/browser/editor-page.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { recordsOf } from '../../support/browser/records.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { inExtent, isExhaustive } from '../../support/extent.ts'
import { untranslatedLines } from '../../support/browser/strange-lines.ts'
import { text } from '../../support/browser/texts.ts'
import { viewIn, viewPages } from '../../support/browser/view-pages.ts'

const service = demoService()
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
})

/** All texts of a page: its visible lines, and those for assistive technology and tooltips. */
const linesOf = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'aria-description']
    const hiddenTexts = [...document.querySelectorAll('body *')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    )
    return [...document.body.innerText.split('\n'), document.title, ...hiddenTexts].map((line) => line.trim()).filter((line) => line !== '')
  })

const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Column headers of a list that are cut off. */
const cutHeaders = (page: Page): Promise<string[]> =>
  page
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      heads.flatMap((head) =>
        [...head.querySelectorAll('*')]
          .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth)
          .map((each) => `"${each.textContent}" is cut`),
      ),
    )

/** Chooses an item of the user menu, whatever the current language. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitemradio', { name: item, exact: true }).click()
}

const languages: readonly { language: string; name: string }[] = Object.entries(languageNames).map(([language, name]) => ({
  language,
  name,
}))

type Translate = (key: string, params?: Record<string, unknown>) => string
/** Opens an address and checks the texts of the page once it is ready. */
type CheckPage = (path: string, ready: () => Promise<unknown>, moreFindings?: (page: Page) => Promise<string[]>) => Promise<void>

/** Has pages checked in each language; returns texts that are missing or in another language, by language and path. */
async function strangeTexts(
  page: Page,
  checkPages: (checkPage: CheckPage, t: Translate) => Promise<void>,
  inLanguages: typeof languages = languages,
): Promise<Record<string, string[]>> {
  const strange: Record<string, string[]> = {}
  for (const { language, name } of inLanguages) {
    await choose(page, name)
    await page.locator(`html[lang=${language}]`).waitFor()
    const checkPage: CheckPage = async (path, ready, moreFindings) => {
      await moveTo(page, path)
      await ready()
      const found = [...untranslatedLines(await linesOf(page), language), ...((await moreFindings?.(page)) ?? [])]
      if (found.length > 0) strange[`${language} ${path}`] = [...new Set(found)]
    }
    await checkPages(checkPage, (key, params) => text(key, params, language))
  }
  return strange
}

/** Languages in which every page is checked: in the short extent one with long words and one with many accents. General pages are checked in all. */
const onEachPage = inExtent(languages, 'language', ['de', 'es'])

/** An address of an unknown record gets a 404, which the browser logs. */
const isUnexpected = (complaint: string): boolean => !complaint.includes(' 404 ')

describe('the console', () => {
  // List, editor, sheet and journal; a tab of records.
  it.each(inExtent(pageScreens, 'entity', ['customer', 'transport-network']))(
    'translates every page of $entity into each language: no text missing, none left in English, no column header cut off',
    { tags: ['S0-1.18'] },
    async (entry) => {
      const isTab = isTabOfMany(entry)
      const records = recordsOf(service, places)
      // The first record of a tab may be built in: it is read-only and has an English name.
      const builtIn = isTab ? (await records.some(entry))[schemaOf(entry)['x-entity'].label] : undefined
      const { oid } = await (isTab ? records.make(entry, 'spoken') : records.some(entry))
      const base = new URL(places.address(entry)).pathname
      const { page, complaints } = await sharedVisitAs('owner@demo.test', service.origin)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const row = (): Promise<void> => page.getByRole('gridcell').first().waitFor()
      const strange = await strangeTexts(
        page,
        async (checkPage, t) => {
          const { editor, bulk, journal } = entry.screen
          if (isTab) await checkPage(base, () => waitForTabOfMany(page, t(`${entry.entity}.many`)), cutHeaders)
          if (listScreens.includes(entry)) {
            await checkPage(`${base}?tab=all`, row, cutHeaders)
            await checkPage(`${base}?q=zzzzzzzz`, () => page.getByText(t('list.noMatch.title')).waitFor())
          }
          if (hasMatrixPage(entry)) await checkPage(base, () => waitForMatrices(page, entry))
          if (editor && isCreatable(schemaOf(entry)))
            await checkPage(createPath(base, entry.screen), async () => {
              const create = page.getByRole('button', { name: t(`editor.verb.${editor.verbs?.create ?? 'create'}`), exact: true })
              await create.waitFor()
              // A form whose required fields all have defaults would be valid: clear one of them.
              const prefilled = page.getByRole('form').locator('input[aria-required=true]:not([role])').first()
              if ((await prefilled.count()) > 0) await prefilled.fill('')
              await create.click()
              await page.getByText(t('validation.global.error')).waitFor()
            })
          if (editor && !entry.one) {
            await checkPage(`${base}/edit/00000000-0000-7000-8000-000000000000`, () => page.getByText(t('editor.notFound.title')).waitFor())
          }
          if (bulk) await checkPage(`${base}/bulk`, row)
          if (journal)
            await checkPage(`${base}/journal`, async () => {
              // Other pages have tables, too.
              await page.getByRole('heading', { level: 1, name: t('journal.title', { entities: t(`${entry.entity}.many`) }) }).waitFor()
              const rows = page.getByRole('table').getByRole('row')
              // A bulk change expands into the entries of its records.
              const collapsed = rows.locator('[aria-expanded=false]').first()
              const entries = rows.filter({ hasNot: page.locator('[aria-expanded]') }).getByRole('button')
              // Some entities have no entries in this customer's journal yet.
              await collapsed
                .or(entries)
                .or(page.getByText(t('journal.empty.title')))
                .first()
                .waitFor()
              if ((await rows.count()) === 0) return
              // A bulk change at the end of a page collapses once all of its entries are loaded; nothing above it moves.
              if ((await collapsed.count()) > 0) await collapsed.click()
              await entries.first().click()
              await page.getByRole('complementary').waitFor()
            })
          if (editor)
            await checkPage(entry.one ? base : `${base}/edit/${oid}`, () => page.getByRole('button', { name: t('editor.reset') }).waitFor())
        },
        onEachPage,
      )
      const found = Object.entries(strange).map(([at, lines]) => [at, lines.filter((line) => line !== builtIn)] as const)
      expect(found.filter(([, lines]) => lines.length > 0)).toEqual([])
      expect(complaints.filter(isUnexpected)).toEqual([])
    },
  )

  it('translates the general pages into each language', { tags: ['S0-2.2'] }, async () => {
    const { page, complaints } = await visitAs('owner@demo.test', service.origin)
    await page.getByRole('gridcell').first().waitFor()
    const strange = await strangeTexts(page, async (checkPage, t) => {
      const titled = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()
      await checkPage('/userInfo', () => titled(t('shell.user.info')))
      await checkPage('/about', () => titled(t('shell.about')))
      await checkPage('/oid/nowhere', () => page.getByRole('heading', { name: t('shell.noTenant') }).waitFor())
      await checkPage('/no/page', () => page.getByRole('heading', { name: t('shell.notFound') }).waitFor())
    })
    expect(strange).toEqual({})
    expect(complaints.filter(isUnexpected)).toEqual([])
  })

  it('translates the framed views into each language', { tags: ['S2-2.7'] }, async () => {
    const { page, complaints } = await visitAs('customer@demo.test', service.origin)
    // Once a customer's overlay is known another page replaces this one, which would close an open menu.
    await page.getByRole('heading', { level: 1 }).waitFor()
    const views = await viewPages(service, 'customer@demo.test')
    let checked = 0
    const strange = await strangeTexts(
      page,
      async (checkPage, t) => {
        const language = checked++
        // Each language gets its share of the views, in the short extent one; the suite of views requests every view in every language.
        const share = views.filter((_, index) => index % languages.length === language)
        for (const { to, text: key } of isExhaustive ? share : share.slice(0, 1)) {
          const titled = (): Promise<void> => page.getByRole('heading', { level: 1, name: t(key), exact: true }).waitFor()
          await checkPage(to, titled, async () => {
            const view = await viewIn(page, t(key))
            return untranslatedLines(await linesOf(view), await view.evaluate(() => document.documentElement.lang))
          })
        }
      },
      onEachPage,
    )
    expect(strange).toEqual({})
    expect(complaints).toEqual([])
  })

  it('switches to dark mode and to the chosen language at once, cuts off no column header, and keeps both on the next visit', async () => {
    const { page } = await visitAs('owner@demo.test', service.origin)
    const brightness = (): Promise<number> =>
      page.evaluate(() => {
        const context = document.createElement('canvas').getContext('2d')
        if (!context) throw new Error('No canvas')
        context.fillStyle = getComputedStyle(document.documentElement).backgroundColor
        context.fillRect(0, 0, 1, 1)
        return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3))
      })
    await page.getByRole('gridcell').first().waitFor()
    expect(await brightness()).toBeGreaterThan(200)
    await choose(page, text('shell.user.dark'))
    await expect.poll(brightness).toBeLessThan(60)
    const titled = (language: string): Promise<void> =>
      page.getByRole('heading', { level: 1, name: text('request.many', {}, language), exact: true }).waitFor()
    for (const { language, name } of languages.filter(({ language: each }) => each === 'es' || each === 'de')) {
      await choose(page, name)
      await titled(language)
      await page.getByRole('gridcell').first().waitFor()
      expect(await cutHeaders(page)).toEqual([])
    }
    await choose(page, 'Deutsch')
    await page.reload()
    await titled('de')
    expect(await brightness()).toBeLessThan(60)
    await choose(page, text('shell.user.system', {}, 'de'))
    await expect.poll(brightness).toBeGreaterThan(200)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(brightness).toBeLessThan(60)
  })
})
