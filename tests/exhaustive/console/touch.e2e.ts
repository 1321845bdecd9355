import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
const PHONE = { width: 390, height: 780, touch: true }
/** What a keyboard leaves of it. */
const ABOVE_KEYBOARD = { width: 390, height: 420 }

interface Point {
  x: number
  y: number
}

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd'

/** A finger on the screen. */
async function fingerOn(page: Page): Promise<(type: TouchType, ...touchPoints: Point[]) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  return (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

/** Moves a finger over the screen. */
async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const touch = await fingerOn(page)
  await touch('touchStart', from)
  for (const part of [0.2, 0.4, 0.6, 0.8, 1])
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
  await touch('touchEnd')
}

/** Waits until a list that a finger has thrown stands still: a tap before that only stops it. */
async function atRest(page: Page): Promise<void> {
  const head = page.locator('.ag-header-cell[col-id=name]')
  let last: number | undefined
  await expect
    .poll(
      async () => {
        const x = (await head.boundingBox())?.x
        const isStill = x !== undefined && x === last
        last = x
        return isStill
      },
      { interval: 300 },
    )
    .toBe(true)
}

/** Taps what is disabled, too, which `Locator.tap` waits for. */
async function tapAt(page: Page, locator: Locator): Promise<void> {
  await locator.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await locator.boundingBox()) ?? expect.fail('nothing to tap')
  await page.touchscreen.tap(x + width / 2, y + height / 2)
}

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox()) ?? expect.fail(selector)

describe('a list under a finger', () => {
  it('scrolls sideways below its pinned columns, opens menus by a tap, and its panels have room above a keyboard', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}${tenantRoot('platform')}/admin/partners`, PHONE)
    await page.getByRole('gridcell').first().waitFor()
    const [cell, actions] = [await boxOf(page, '[row-index="1"] [col-id=name]'), await boxOf(page, '[row-index="1"] [col-id=row-actions]')]
    const middle = cell.y + cell.height / 2
    await swipe(page, { x: 280, y: middle }, { x: 120, y: middle })
    await expect.poll(async () => (await page.locator('.ag-header-cell[col-id=name]').boundingBox())?.x ?? -999).toBeLessThan(cell.x - 100)
    await atRest(page)
    expect((await boxOf(page, '[row-index="1"] [col-id=row-actions]')).x).toBe(actions.x)
    expect(new URL(page.url()).pathname).toMatch(/partners$/)

    await page.locator('[data-row-menu]').nth(1).tap()
    await page.getByRole('menuitem', { name: text('list.row.edit'), exact: true }).waitFor()
    await page.keyboard.press('Escape')

    // A finger that rests on the head of a column opens its menu, and does not sort by it.
    const address = page.url()
    const nameX = async (): Promise<number | undefined> => {
      await swipe(page, { x: 120, y: middle }, { x: 280, y: middle })
      await atRest(page)
      return (await page.locator('.ag-header-cell[col-id=name]').boundingBox())?.x
    }
    await expect.poll(nameX).toBe(cell.x)
    const head = await boxOf(page, '.ag-header-cell[col-id=name]')
    const finger = await fingerOn(page)
    await finger('touchStart', { x: head.x + 30, y: head.y + head.height / 2 })
    const menu = page.getByRole('menu', { name: text('list.columns.menu', { column: text('partner.field.name') }) })
    await menu.getByRole('menuitem', { name: text('list.columns.fit'), exact: true }).waitFor()
    await finger('touchEnd')
    await menu.getByRole('menuitem', { name: text('list.columns.fit'), exact: true }).tap()
    await menu.waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)

    // The browser takes the keyboard's room from the page, not from what is in front of it alone.
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('interactive-widget=resizes-content')
    await page.setViewportSize(ABOVE_KEYBOARD)
    await page.reload()
    await page.getByRole('gridcell').first().waitFor()
    for (const panel of [text('list.columns'), text('list.filter.add')]) {
      await page.getByRole('button', { name: panel, exact: true }).tap()
      const dialog = page.getByRole('dialog', { name: panel })
      await dialog.getByRole('checkbox').or(dialog.getByRole('button')).first().waitFor()
      const { y, height } = (await dialog.boundingBox()) ?? { y: -1, height: 0 }
      expect({ panel, isTall: height >= 180, isInside: y >= 0 && y + height <= ABOVE_KEYBOARD.height }).toEqual({
        panel,
        isTall: true,
        isInside: true,
      })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(complaints).toEqual([])
  })

  it('says by a tap on a disabled control why it is as it is', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}${tenantRoot('platform')}/admin/partners/new`, PHONE)
    const reset = page.getByRole('button', { name: text('editor.reset') })
    await reset.waitFor()
    await tapAt(page, reset)
    await page.getByRole('tooltip', { name: text('editor.nothing.reset') }).waitFor()
    await tapAt(page, page.getByRole('radiogroup', { name: text('partner.field.state') }))
    await page.getByRole('dialog', { name: text('partner.field.state') }).waitFor()
    expect(complaints).toEqual([])
  })
})
