import { expect, it } from 'vitest'
import type { Locator, Page } from 'playwright'
import { listAddress } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { waitForMatrices } from '../../support/api/matrices.ts'
import { text } from '../../support/browser/texts.ts'
import { intercept } from '../../support/browser/intercept.ts'

const service = demoService()
const ENTITY = 'vpn-zone-policy'

const cardOf = (page: Page): Locator => page.getByRole('region', { name: text('internet-policy.many'), exact: true })
const button = (within: Page | Locator, key: string): Locator => within.getByRole('button', { name: text(key), exact: true })
/** Accessible names of the cells in the top left corner: their values, with any alarm or error. */
const corner = async (page: Page, [rows, columns]: [number, number]): Promise<(string | null)[]> => {
  const cells = Array.from({ length: rows * columns }, (_, index) =>
    cardOf(page)
      .locator(`[role=row][aria-rowindex="${2 + Math.floor(index / columns)}"]`)
      .locator(`[role=gridcell][aria-colindex="${2 + (index % columns)}"]`),
  )
  return Promise.all(cells.map((cell) => cell.getAttribute('aria-label')))
}

it(
  'internet policies are set, refused, retried, copied and stored by keyboard, and a column header leads to its set and back',
  { tags: ['S2-2.82'] },
  async () => {
    const { page, complaints } = await visitAs('network@demo.test', service.origin)
    await page.getByRole('navigation', { name: text('shell.navigation') }).waitFor()
    const tenant = decodeURIComponent(/\/oid\/([^/]+)/.exec(page.url())?.[1] ?? '')

    // While the service fails, each card shows the error and offers a retry.
    const failure = { status: 400, headers: { 'x-request-id': 'trouble-7' }, json: { status: 400, detail: 'The disk is on fire.' } }
    await page.route('**/policies/matrix*', (route) => route.fulfill(failure))
    await page.goto(`${service.origin}${listAddress(tenant, ENTITY)}`)
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'trouble-7' }).count()).toBe(2)
    await page.unrouteAll({ behavior: 'wait' })
    // The last one first, as one that has been pressed goes.
    for (const retry of (await button(page, 'list.error.retry').all()).toReversed()) await retry.click()
    await waitForMatrices(page, { entity: ENTITY })

    const alarms = page.getByRole('region', { name: text('matrix.alarms') })
    const countOfAlarms = async (): Promise<number> => Number.parseInt(await alarms.getByRole('listitem').innerText(), 10)
    const before = await countOfAlarms()
    await alarms.getByRole('button', { name: text('matrix.alarms.all', { count: before }) }).click()
    await alarms.getByText(/^Data centres\/Collaboration apps: /).waitFor()

    // Two by two cells; the new policy clears the alarm of the first one. Refused values stay in their cells.
    const card = cardOf(page)
    await card.getByRole('grid').focus()
    await intercept(page, '**/firewall/*/policies', (route) => route.fulfill(failure))
    for (const keys of ['Control+Home', 'Shift+ArrowRight', 'Shift+ArrowDown', 'b']) await page.keyboard.press(keys)
    const refused = page.getByRole('region', { name: text('matrix.failures.label') })
    await refused.getByText(text('matrix.failures_other', { count: 4 })).waitFor()
    expect(await corner(page, [2, 2])).toEqual(Array(4).fill(expect.stringMatching(/^Backhauling, Not saved: .*The disk is on fire\./)))
    await page.unrouteAll({ behavior: 'wait' })
    await button(refused, 'matrix.retry').click()
    await expect.poll(() => corner(page, [2, 2])).toEqual(Array(4).fill('Backhauling'))
    expect(await countOfAlarms()).toBe(before - 1)

    // Pasted beside themselves, the cells are still there after a reload.
    await card.getByRole('grid').focus()
    await page.keyboard.press('Control+c')
    await card.getByText(text('matrix.copied_other', { count: 4 })).waitFor()
    for (const keys of ['Control+Home', 'ArrowRight', 'ArrowRight', 'Control+v']) await page.keyboard.press(keys)
    await card.getByText(text('matrix.pasted_other', { count: 4 })).waitFor()
    await expect.poll(() => corner(page, [2, 4])).toEqual(Array(8).fill('Backhauling'))
    await page.reload()
    await waitForMatrices(page, { entity: ENTITY })
    expect(await corner(page, [2, 4])).toEqual(Array(8).fill('Backhauling'))

    // The header of a column opens its set, and Cancel leads back.
    await card.getByRole('grid').focus()
    for (const keys of ['Control+Home', 'ArrowUp', 'Enter']) await page.keyboard.press(keys)
    await button(page, 'editor.verb.update').waitFor()
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Collaboration apps')
    await button(page, 'editor.cancel').click()
    await waitForMatrices(page, { entity: ENTITY })
    expect(complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([])
  },
)
