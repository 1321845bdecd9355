import { expect } from 'vitest'
import type { Locator, Page } from 'playwright'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import type { BoxInput } from '../edge-box/journey-boxes.ts'
import { addRow, cells, fillIn, openTab, readValues, type Values } from './fields.ts'
import type { RunningService } from '../service/service.ts'
import { text } from './texts.ts'

/** URL of the managed customer's device list. */
export async function deviceList(service: RunningService): Promise<string> {
  const { data } = (await (await service.call('customer@demo.test', '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  return `${service.origin}${tenantRoot(data[0].tenant.id)}/network/ipengines`
}

export const region = (page: Page, key: string): Locator => page.getByRole('region', { name: text(key), exact: true })
export const button = (page: Page | Locator, key: string): Locator => page.getByRole('button', { name: text(key), exact: true })

/** Waits for the device list. */
export const waitForDeviceList = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 1, name: text('ip-engine.many'), exact: true }).waitFor()

/** Opens the editor of a new device from the device list. */
export async function addDevice(page: Page, entity: 'edge-box' | 'tele-engine'): Promise<void> {
  await button(page, 'list.action.create').click()
  await page.getByRole('menuitem', { name: text(`${entity}.one`) }).click()
}

/** Searches for a device in the list and opens it. */
export async function openDevice(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Fills the open editor with a box. */
export async function fillBox(page: Page, { deployment = {}, general, tabs }: BoxInput): Promise<void> {
  await fillIn(region(page, 'edge-box.section.deployment'), deployment)
  await fillIn(region(page, 'edge-box.section.general'), general)
  for (const [tab, values, lists = {}] of tabs) {
    const panel = await openTab(page, tab)
    await fillIn(panel, values)
    for (const [list, rows] of Object.entries(lists)) for (const row of rows) await addRow(panel, list, row)
  }
}

/** Expects the editor to show all values of the box; waits until the names of referenced records have loaded. */
export async function expectBox(page: Page, { deployment = {}, general, tabs }: BoxInput): Promise<void> {
  const expectValues = (part: Locator, values: Values) => expect.poll(() => readValues(part, values), { timeout: 5_000 }).toEqual(values)
  await expectValues(region(page, 'edge-box.section.deployment'), deployment)
  await expectValues(region(page, 'edge-box.section.general'), general)
  for (const [tab, values, lists = {}] of tabs) {
    const panel = await openTab(page, tab)
    await expectValues(panel, values)
    for (const rows of Object.values(lists)) for (const [index, row] of rows.entries()) await expectValues(panel, cells(index + 1, row))
  }
}
