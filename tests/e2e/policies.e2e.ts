import { expect, it } from 'vitest'
import type { Locator, Page } from 'playwright'
import { listAddress } from '../../src/screen-addresses.ts'
import { visitAs } from '../support/browser/browser.ts'
import { demoService } from '../support/browser/demo-service.ts'
import { matricesShown } from '../support/api/matrices.ts'
import { text } from '../support/browser/texts.ts'

const service = demoService()
const ENTITY = 'vpn-zone-policy'

const cardOf = (page: Page): Locator => page.getByRole('region', { name: text('internet-policy.many'), exact: true })
const button = (within: Page | Locator, key: string): Locator => within.getByRole('button', { name: text(key), exact: true })
/** Names of the first cells of the first rows: what they hold, and what there is to say besides. */
const corner = async (page: Page, [rows, columns]: [number, number]): Promise<(string | null)[]> => {
  const cells = Array.from({ length: rows * columns }, (_, at) =>
    cardOf(page)
      .locator(`[role=row][aria-rowindex="${2 + Math.floor(at / columns)}"]`)
      .locator(`[role=gridcell][aria-colindex="${2 + (at % columns)}"]`),
  )
  return Promise.all(cells.map((cell) => cell.getAttribute('aria-label')))
}

it(
  'policies of the internet are filled, refused, tried again, copied and stored by keyboard, and lead to a set and back',
  { tags: ['S2-2.82'] },
  async () => {
    const { page, complaints } = await visitAs('network@demo.test', service.origin)
    await page.getByRole('navigation', { name: text('shell.navigation') }).waitFor()
    const tenant = decodeURIComponent(/\/oid\/([^/]+)/.exec(page.url())?.[1] ?? '')

    // A service in trouble: each card says so, and asks again.
    const trouble = { status: 400, headers: { 'x-request-id': 'trouble-7' }, json: { status: 400, detail: 'The disk is on fire.' } }
    await page.route('**/policies/matrix*', (route) => route.fulfill(trouble))
    await page.goto(`${service.origin}${listAddress(tenant, ENTITY)}`)
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'trouble-7' }).count()).toBe(2)
    await page.unrouteAll({ behavior: 'wait' })
    for (const retry of await button(page, 'list.error.retry').all()) await retry.click()
    await matricesShown(page, { entity: ENTITY })

    const alarms = page.getByRole('region', { name: text('matrix.alarms') })
    const countOfAlarms = async (): Promise<number> => Number.parseInt(await alarms.getByRole('listitem').innerText(), 10)
    const before = await countOfAlarms()
    await alarms.getByRole('button', { name: text('matrix.alarms.all', { count: before }) }).click()
    await alarms.getByText(/^Data centres\/Collaboration apps: /).waitFor()

    // Two by two cells; the first one has an alarm that goes with its policy. What is refused stays wanted.
    const card = cardOf(page)
    await card.getByRole('grid').focus()
    await page.route('**/api/v1/plans*', (route) => route.fulfill(trouble))
    for (const keys of ['Control+Home', 'Shift+ArrowRight', 'Shift+ArrowDown', 'b']) await page.keyboard.press(keys)
    const refused = page.getByRole('region', { name: text('matrix.failures.label') })
    await refused.getByText(text('matrix.failures_other', { count: 4 })).waitFor()
    expect(await corner(page, [2, 2])).toEqual(Array(4).fill(expect.stringMatching(/^Backhauling, Not saved: .*The disk is on fire\./)))
    await page.unrouteAll({ behavior: 'wait' })
    await button(refused, 'matrix.retry').click()
    await expect.poll(() => corner(page, [2, 2])).toEqual(Array(4).fill('Backhauling'))
    expect(await countOfAlarms()).toBe(before - 1)

    // Copied beside itself, and still there when the page is loaded again.
    await card.getByRole('grid').focus()
    await page.keyboard.press('Control+c')
    await card.getByText(text('matrix.copied_other', { count: 4 })).waitFor()
    for (const keys of ['Control+Home', 'ArrowRight', 'ArrowRight', 'Control+v']) await page.keyboard.press(keys)
    await card.getByText(text('matrix.pasted_other', { count: 4 })).waitFor()
    await expect.poll(() => corner(page, [2, 4])).toEqual(Array(8).fill('Backhauling'))
    await page.reload()
    await matricesShown(page, { entity: ENTITY })
    expect(await corner(page, [2, 4])).toEqual(Array(8).fill('Backhauling'))

    // The head of a column is the way to its set, from which one comes back.
    await card.getByRole('grid').focus()
    for (const keys of ['Control+Home', 'ArrowUp', 'Enter']) await page.keyboard.press(keys)
    await button(page, 'editor.verb.update').waitFor()
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Collaboration apps')
    await button(page, 'editor.cancel').click()
    await matricesShown(page, { entity: ENTITY })
    expect(complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([])
  },
)
