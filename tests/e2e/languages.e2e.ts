import { beforeAll, describe, expect, it } from 'vitest'
import type { Frame, Page } from 'playwright'
import { createPath } from '../../renderer/descriptor/record-pages.ts'
import { languageNames } from '../../src/i18n/languages.ts'
import { hasMatrixPage } from '../../src/screen-addresses.ts'
import { matricesShown } from '../support/api/matrices.ts'
import { isTabOfMany, listScreens, pageScreens } from '../support/browser/page-screens.ts'
import { stayAs, visitAs } from '../support/browser/browser.ts'
import { schemaOf } from '../support/browser/editor-page.ts'
import { isMadeByCalls } from '../support/api/made-by-calls.ts'
import { placesOf, type Places } from '../support/browser/places.ts'
import { recordsOf } from '../support/browser/records.ts'
import { demoService } from '../support/browser/demo-service.ts'
import { inExtent } from '../support/extent.ts'
import { strangeLines } from '../support/browser/strange-lines.ts'
import { text } from '../support/browser/texts.ts'
import { viewIn, viewPages } from '../support/browser/view-pages.ts'

const service = demoService()
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
})

/** Everything that a page says: its lines, and what it says to assistive technology and under the pointer. */
const linesOf = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'placeholder', 'aria-description']
    const said = [...document.querySelectorAll('body *')].flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? ''))
    return [...document.body.innerText.split('\n'), document.title, ...said].map((line) => line.trim()).filter((line) => line !== '')
  })

const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Heads of a list whose column is too narrow for them. */
const cutHeads = (page: Page): Promise<string[]> =>
  page
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      heads.flatMap((head) =>
        [...head.querySelectorAll('*')]
          .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth)
          .map((each) => `"${each.textContent}" is cut`),
      ),
    )

/** Chooses from the person's menu, whatever language it speaks. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitemradio', { name: item, exact: true }).click()
}

const languages: readonly { language: string; name: string }[] = Object.entries(languageNames).map(([language, name]) => ({
  language,
  name,
}))

type Say = (key: string, params?: Record<string, unknown>) => string
/** Goes to an address and reads what is there once it is ready. */
type Look = (path: string, ready: () => Promise<unknown>, alsoWrong?: (page: Page) => Promise<string[]>) => Promise<void>

/** Has pages looked at in languages, and finds what is not of them. */
async function strangeIn(
  page: Page,
  lookAround: (look: Look, say: Say) => Promise<void>,
  spoken: typeof languages = languages,
): Promise<Record<string, string[]>> {
  const strange: Record<string, string[]> = {}
  for (const { language, name } of spoken) {
    await choose(page, name)
    await page.locator(`html[lang=${language}]`).waitFor()
    const look: Look = async (path, ready, alsoWrong) => {
      await moveTo(page, path)
      await ready()
      const found = [...strangeLines(await linesOf(page), language), ...((await alsoWrong?.(page)) ?? [])]
      if (found.length > 0) strange[`${language} ${path}`] = [...new Set(found)]
    }
    await lookAround(look, (key, params) => text(key, params, language))
  }
  return strange
}

/** Every page in every language. The short extent has one of long words and one of many accents; all four speak on the pages around. */
const onEachPage = inExtent(languages, 'language', ['de', 'es'])

/** An address that names nothing is answered with 404, which the browser notes. */
const isUnexpected = (complaint: string): boolean => !complaint.includes(' 404 ')

describe('the console', () => {
  // List, editor, sheet and journal; a page of one record; a tab of records.
  it.each(inExtent(pageScreens, 'entity', ['customer', 'settings', 'transport-network']))(
    'speaks each language on every page of $entity, with no text missing, none left in English and no head of a list cut',
    { tags: ['S0-1.18'] },
    async (entry) => {
      const isTab = isTabOfMany(entry)
      const records = recordsOf(service, places)
      // The first of a tab may come with the product: nobody changes it, and its name is an English word.
      const { oid } = await (isTab ? records.make(entry, 'spoken') : records.some(entry))
      const base = new URL(places.address(entry)).pathname
      const { page, complaints } = await stayAs('owner@demo.test', service.origin)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const row = (): Promise<void> => page.getByRole('gridcell').first().waitFor()
      const strange = await strangeIn(
        page,
        async (look, say) => {
          const { editor, bulk, journal } = entry.screen
          if (isTab) await look(base, () => page.getByRole('table', { name: say(`${entry.entity}.many`) }).waitFor(), cutHeads)
          if (listScreens.includes(entry)) {
            await look(`${base}?tab=all`, row, cutHeads)
            await look(`${base}?q=zzzzzzzz`, () => page.getByText(say('list.noMatch.title')).waitFor())
          }
          if (hasMatrixPage(entry)) await look(base, () => matricesShown(page, entry))
          if (editor && isMadeByCalls(schemaOf(entry)))
            await look(createPath(base, entry.screen), async () => {
              const create = page.getByRole('button', { name: say(`editor.verb.${editor.verbs?.create ?? 'create'}`), exact: true })
              await create.waitFor()
              // What everything required begins with could be made as it stands.
              const begun = page.getByRole('form').locator('input[aria-required=true]:not([role])').first()
              if ((await begun.count()) > 0) await begun.fill('')
              await create.click()
              await page.getByText(say('validation.global.error')).waitFor()
            })
          if (editor && !entry.one) {
            await look(`${base}/edit/00000000-0000-7000-8000-000000000000`, () => page.getByText(say('editor.notFound.title')).waitFor())
          }
          if (bulk) await look(`${base}/bulk`, row)
          if (journal)
            await look(`${base}/journal`, async () => {
              // Other pages have tables, too.
              await page.getByRole('heading', { level: 1, name: say('journal.title', { entities: say(`${entry.entity}.many`) }) }).waitFor()
              const rows = page.getByRole('table').getByRole('row')
              // What was done to many at once unfolds into the entry of each record.
              const folded = rows.locator('[aria-expanded=false]').first()
              const entries = rows.filter({ hasNot: page.locator('[aria-expanded]') }).getByRole('button')
              // Of some entities the customer at hand has changed nothing yet.
              await folded
                .or(entries)
                .or(page.getByText(say('journal.empty.title')))
                .first()
                .waitFor()
              if ((await rows.count()) === 0) return
              // An action at the end of a page folds once all of its entries are there: what stands above it does not move.
              if ((await folded.count()) > 0) await folded.click()
              await entries.first().click()
              await page.getByRole('complementary').waitFor()
            })
          if (editor)
            await look(entry.one ? base : `${base}/edit/${oid}`, () => page.getByRole('button', { name: say('editor.reset') }).waitFor())
        },
        onEachPage,
      )
      expect(strange).toEqual({})
      expect(complaints.filter(isUnexpected)).toEqual([])
    },
  )

  it('speaks each language on the pages around', { tags: ['S0-2.2'] }, async () => {
    const { page, complaints } = await visitAs('owner@demo.test', service.origin)
    await page.getByRole('gridcell').first().waitFor()
    const strange = await strangeIn(page, async (look, say) => {
      const titled = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()
      await look('/userInfo', () => titled(say('shell.userInfo')))
      await look('/about', () => titled(say('shell.about')))
      await look('/oid/nowhere', () => page.getByRole('heading', { name: say('shell.noTenant') }).waitFor())
      await look('/no/page', () => page.getByRole('heading', { name: say('shell.notFound') }).waitFor())
    })
    expect(strange).toEqual({})
    expect(complaints.filter(isUnexpected)).toEqual([])
  })

  it('speaks each language in the views that it shows in frames', { tags: ['S2-2.7'] }, async () => {
    const { page, complaints } = await visitAs('customer@demo.test', service.origin)
    // The page of a customer is another one once its overlay is known, and a menu closes with the page that it was opened on.
    await page.getByRole('heading', { level: 1 }).waitFor()
    const views = await viewPages(service, 'customer@demo.test')
    const share = Math.ceil(views.length / Object.keys(languageNames).length)
    const strange = await strangeIn(page, async (look, say) => {
      // Each language is seen in its share of the views; every view is asked for in every language by the suite of views.
      for (const { to, text: key } of views.splice(0, share)) {
        const titled = (): Promise<void> => page.getByRole('heading', { level: 1, name: say(key), exact: true }).waitFor()
        await look(to, titled, async () => {
          const view = await viewIn(page, say(key))
          return strangeLines(await linesOf(view), await view.evaluate(() => document.documentElement.lang))
        })
      }
    })
    expect(strange).toEqual({})
    expect(complaints).toEqual([])
  })

  it('turns dark when told so, stays dark, and speaks the chosen language at once, with no head cut, and on the next visit', async () => {
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
      expect(await cutHeads(page)).toEqual([])
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
