import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { ListAnswer } from '../../../schemas/plan.ts'
import type { UserInfo } from '../../../schemas/tenancy.ts'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
const OWNER = 'owner@demo.test'
/** Someone of a customer. */
const NETWORK = 'network@demo.test'

let overlay = ''
let customer = ''
let box: Record<string, unknown> = {}
let appliance: Record<string, unknown> = {}

const read = async <T>(mail: string, path: string, headers: Record<string, string> = {}): Promise<T> =>
  (await (await service.call(mail, path, { headers })).json()) as T

beforeAll(async () => {
  const { tenant } = (await read<{ data: [UserInfo] }>(NETWORK, '/api/user/v2/info')).data[0]
  overlay = tenant?.id ?? ''
  customer = tenant?.name ?? ''
  box = (await read<ListAnswer>(NETWORK, '/api/v1/edgeBoxes?size=1', { 'x-overlay-oid': overlay })).data[0] ?? {}
  appliance = (await read<ListAnswer>(OWNER, '/api/inventory/v1/appliances/platform?size=1')).data[0] ?? {}
})

async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: text('palette.title') }).fill(typed)
}

describe('the search over everything', () => {
  it('opens a box of a customer from the top of the tree, and says where it is', async () => {
    const { page, complaints } = await visitAs(OWNER, `${service.origin}${tenantRoot('all')}/admin/partners`)
    await page.getByRole('gridcell').first().waitFor()
    const name = String(box['name'])
    await search(page, name)
    const option = page.getByRole('option').filter({ hasText: name }).filter({ hasText: customer }).first()
    expect(await option.locator('mark').innerText()).toBe(name)
    await option.click()
    await page.waitForURL((url) => url.pathname.startsWith(`${tenantRoot(overlay)}/network/`) && url.pathname.endsWith(String(box['id'])))
    await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor()
    expect(complaints).toEqual([])
  })

  it('finds an appliance by its serial number with the keyboard alone', async () => {
    const { page, complaints } = await visitAs(OWNER, `${service.origin}${tenantRoot('all')}/admin/partners`)
    await page.getByRole('gridcell').first().waitFor()
    const serialNumber = String(appliance['serialNumber'])
    await search(page, serialNumber.toLowerCase())
    await page.getByRole('option', { name: new RegExp(`^${serialNumber}`), selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(serialNumber) }).waitFor()
    expect(complaints).toEqual([])
  })

  it('leads to a field of the settings', async () => {
    const { page, complaints } = await visitAs(NETWORK, `${service.origin}${tenantRoot(overlay)}`)
    await page.getByRole('button', { name: text('shell.palette.open') }).waitFor()
    await search(page, 'ospf')
    await page.getByRole('option', { name: new RegExp(`^${text('overlay-routing.field.ospfTag')}`) }).click()
    const field = page.getByLabel(text('overlay-routing.field.ospfTag'), { exact: true })
    await field.waitFor()
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
  })

  it('says so where nothing is found', async () => {
    const { page } = await visitAs(OWNER, `${service.origin}${tenantRoot('all')}/admin/partners`)
    await page.getByRole('gridcell').first().waitFor()
    await search(page, 'no-such-record-anywhere')
    await page
      .getByRole('status')
      .filter({ hasText: text('palette.none') })
      .waitFor()
  })
})
