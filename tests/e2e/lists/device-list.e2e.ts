import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { axeFindings } from '../../support/browser/axe.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const network = 'network@demo.test'
const folder = mkdtempSync(join(tmpdir(), 'devices-'))
const service = demoService()
let overlay = ''
let devices = ''

beforeAll(async () => {
  const { data } = (await (await service.call(network, '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  overlay = data[0].tenant.id
  devices = `${service.origin}/oid/${overlay}/network/ipengines`
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

/** Rows that the service returns for a tab, in the order of the list. */
async function rowsOf(tab: string, query = 'size=100'): Promise<ListAnswer> {
  const path = tab === 'all' ? '' : `/${tab}`
  const answer = await service.call(network, `/api/v1/ipEngines/synthesis${path}?${query}&sort=name`, {
    headers: { 'x-overlay-oid': overlay },
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as ListAnswer
}

const cell = (page: Page, row: number, column: string): Locator => page.locator(`[row-index="${row}"] [col-id="${column}"]`)
const settled = (page: Page): Promise<void> => page.locator('[aria-busy=false] [role=grid]').waitFor()
const rangeShown = (page: Page, text: string): Promise<void> => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams

/** Texts of a visible row, by column. */
async function textOf(page: Page, row: number): Promise<Record<string, string>> {
  const columns = ['name', 'siteName', 'serialNumber', 'mode', 'lanAddresses', 'wans', 'bgpASNumber']
  const texts = await Promise.all(columns.map(async (column) => (await cell(page, row, column).innerText()).replaceAll(/\s+/g, ' ').trim()))
  return Object.fromEntries(columns.map((column, index) => [column, texts[index] ?? '']))
}

/** Texts that a row has to show for a device, by column (S1 section 2). */
function expectedText(row: ServedRecord): Record<string, string> {
  const value = (field: string): string => String(row[field] ?? '')
  const addresses = [...new Set(row['lanAddresses'] as string[])]
  const wans = row['wans'] as Rec[]
  const appliance = [value('model') || 'Unknown', value('softwareVersion') || 'Unknown'].join(' · ')
  return {
    name: value('name'),
    siteName: value('siteName'),
    serialNumber: value('serialNumber') === '' ? '–' : `${value('serialNumber')} ${appliance}`,
    mode: { hub: 'Hub', spoke: 'Spoke' }[value('mode')] ?? '–',
    lanAddresses: addresses.slice(0, 5).join(', ') + (addresses.length > 5 ? ', …' : ''),
    wans: wans.map((wan) => `${String(wan['name'])} ${String(wan['transportNetwork'])}`).join(' ') || '–',
    bgpASNumber: value('bgpASNumber') || '–',
  }
}

describe('the list of devices', () => {
  it(
    'shows every device with its appliance, addresses and uplinks, in tabs and pages, and keeps its state for the next visit',
    { tags: ['S1-1.3', 'S1-2.1', 'S1-2.4', 'S1-2.6', 'S1-2.7', 'S1-2.8', 'S1-2.9', 'S1-2.50', 'S1-2.51', 'S1-9.19', 'S1-9.20'] },
    async () => {
      const { page, context, complaints } = await visitAs(network, devices, { width: 2200 })
      await page.getByRole('gridcell').first().waitFor()
      expect((await page.getByRole('columnheader').allInnerTexts()).map((head) => head.split('\n')[0])).toEqual([
        '',
        '#',
        'Name',
        'Site',
        'Appliance',
        'Mode',
        'LAN',
        'WAN',
        'AS number',
        'Actions',
      ])
      const { data, meta } = await rowsOf('all', 'size=50')
      for (const row of [0, 8]) expect(await textOf(page, row)).toEqual(expectedText(data[row] as ServedRecord))
      expect([await cell(page, 0, 'row-number').innerText(), await cell(page, 8, 'row-number').innerText()].map(Number)).toEqual([1, 9])

      // The counts of the tabs add up, and every tab lists as many rows as it counts.
      const counted = Object.fromEntries(
        (await page.getByRole('tab').allInnerTexts()).map((tab) => [tab.replace(/[\s\d,]+$/, ''), Number(/[\d,]+$/.exec(tab)?.[0])]),
      )
      const { All: all, ...parts } = counted
      expect(Object.keys(parts)).toEqual(['Configured', 'Not configured', 'Not provisioned', 'Tele engines'])
      expect([Object.values(parts).reduce((sum, one) => sum + one, 0), meta.totalCount]).toEqual([all, all])
      for (const [tab, count] of Object.entries(parts)) {
        await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
        await rangeShown(page, `1–${Math.min(50, count)} of ${count}`)
      }
      await page.getByRole('button', { name: 'Reset filters' }).click()
      await rangeShown(page, `1–50 of ${all}`)

      // Pages.
      const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
      const last = Math.ceil(meta.totalCount / 20)
      await press('20 rows per page')
      await rangeShown(page, `1–20 of ${all}`)
      await press('Last page')
      await rangeShown(page, `${(last - 1) * 20 + 1}–${all} of ${all}`)
      await press('Previous page')
      await rangeShown(page, `${(last - 2) * 20 + 1}–${(last - 1) * 20} of ${all}`)
      await press('First page')
      await press('Next page')
      await rangeShown(page, `21–40 of ${all}`)
      expect(await cell(page, 0, 'row-number').innerText()).toContain('21')
      await press('100 rows per page')
      await rangeShown(page, `1–100 of ${all}`)
      await press('Page 2')
      await rangeShown(page, `101–200 of ${all}`)

      // A search begins a second after the last letter, on the first page.
      await page.getByRole('searchbox').pressSequentially('hub', { delay: 30 })
      const typed = Date.now()
      await page.waitForURL((url) => url.searchParams.get('q') === 'hub')
      expect(Date.now() - typed).toBeGreaterThan(700)
      expect(query(page).get('page')).toBeNull()
      const hubs = await rowsOf(
        'all',
        `size=100&filter=${encodeURIComponent('name=ilike="%hub%",siteName=ilike="%hub%",serialNumber=ilike="%hub%"')}`,
      )
      await rangeShown(page, `1–${hubs.meta.totalCount} of ${hubs.meta.totalCount}`)
      const central = hubs.data.findIndex(({ name }) => name === 'hub-central-1')
      const shown = await textOf(page, central)
      expect(shown).toEqual(expectedText(hubs.data[central] as ServedRecord))
      expect(shown).toMatchObject({ mode: 'Hub', lanAddresses: expect.stringMatching(/^(?:\d+(?:\.\d+){3}\/24, ){5}…$/) as string })

      // The next visit.
      const nextVisit = await context.newPage()
      await nextVisit.goto(devices)
      await rangeShown(nextVisit, `1–${hubs.meta.totalCount} of ${hubs.meta.totalCount}`)
      expect(Object.fromEntries(query(nextVisit))).toEqual({ q: 'hub', size: '100' })
      expect(await nextVisit.getByRole('searchbox').inputValue()).toBe('hub')
      await nextVisit.close()
      expect(complaints).toEqual([])
    },
  )
})

/** Finds a device by its name and opens the menu of its row. */
async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Devices', exact: true }).waitFor()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === name)
  await settled(page)
  await page.getByRole('button', { name: new RegExp(`^Actions for ${name}`) }).click()
}

/** A box whose subnets and interface come before its own line in the file. */
const mixed = [
  'sheet,edge-box.name,prefix,mask,staticRoute',
  'subnets,mixed-box-1,10.250.20.0,24,',
  'subnets,mixed-box-1,10.250.30.0,24,10.250.10.9',
  'sheet,edge-box.name,name,vlanId,ipAddress,mask,dhcpRelayEnabled',
  'interfaces,mixed-box-1,Data,20,10.250.20.1,24,no',
  'sheet,name,siteName,serialNumber,mode,deploymentMode,lan.mgtInterface.vlanId,lan.mgtInterface.ipAddress,lan.mgtInterface.mask,lan.mgtInterface.dhcpRelayEnabled',
  'edge-box,mixed-box-1,Mixed site,MX-0001,spoke,multiwan_hybrid,10,10.250.10.1,24,no',
].join('\n')

describe('a device of the list', () => {
  it(
    'is imported from one file of boxes, interfaces and subnets in any order, monitored live, and deleted only once confirmed',
    { tags: ['S1-2.5', 'S1-2.11', 'S1-7.7'] },
    async () => {
      const { page, complaints } = await visitAs(network, `${devices}/edgeBoxes/bulk`)
      await page.getByRole('gridcell').first().waitFor()
      const file = join(folder, 'mixed.csv')
      writeFileSync(file, mixed)
      await page.locator('input[type=file]').setInputFiles(file)
      const messages = page.getByRole('region', { name: 'Messages' })
      await messages.getByText('4 rows read from the file.').waitFor()
      await page.getByRole('tab', { name: /^New\s*1$/ }).waitFor()
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click()
      await messages.getByText(/written/).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Devices' }).click()

      await openMenu(page, 'mixed-box-1')
      const { data } = await rowsOf('all', `size=20&filter=${encodeURIComponent('name=="mixed-box-1"')}`)
      expect(await textOf(page, 0)).toEqual(expectedText(data[0] as ServedRecord))
      expect(await textOf(page, 0)).toMatchObject({
        siteName: 'Mixed site',
        serialNumber: 'MX-0001 Unknown · Unknown',
        lanAddresses: '10.250.10.1/24, 10.250.20.1/24',
        wans: '–',
      })
      const box = await service.call(network, `/api/v1/edgeBoxes/${data[0]?.oid}`, { headers: { 'x-overlay-oid': overlay } })
      expect(((await box.json()) as { data: [Rec] }).data[0]).toMatchObject({
        lan: {
          subnets: [{ prefix: '10.250.20.0' }, { prefix: '10.250.30.0', staticRoute: '10.250.10.9' }],
          interfaces: [{ name: 'Data', vlanId: 20, ipAddress: '10.250.20.1' }],
        },
      })

      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const question = page.getByRole('alertdialog', { name: /^Delete mixed-box-1.*\?$/ })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await openMenu(page, 'mixed-box-1')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await question.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
      expect((await rowsOf('all', `filter=${encodeURIComponent('name=="mixed-box-1"')}`)).meta.totalCount).toBe(0)

      const hub = 'hub-central-1'
      await openMenu(page, hub)
      const [live] = await Promise.all([page.waitForEvent('popup'), page.getByRole('menuitem', { name: 'Troubleshoot live' }).click()])
      await live.waitForURL(new RegExp(`^${service.origin}/livemon/v1/${overlay}/view/[0-9a-f-]{36}/`))
      await live.getByRole('heading', { level: 1, name: hub }).waitFor()
      await live.getByText(/^Simulated data/).waitFor()
      expect(await live.evaluate(() => self.origin)).toBe('null')
      for (const wan of ['wan1', 'wan2']) {
        const charts = live.getByRole('region', { name: wan })
        expect(await charts.getByRole('img').count()).toBe(4)
        const drawn = (): Promise<string | null> => charts.locator('path.down').getAttribute('d')
        await expect.poll(drawn).toMatch(/^M/)
        const before = await drawn()
        await expect.poll(drawn, { timeout: 8000 }).not.toBe(before)
      }
      await live.close()
      const teleEngine = (await rowsOf('teleEngine')).data[0]?.['name'] as string
      await openMenu(page, teleEngine)
      await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Edit', 'New like this', 'Copy link', 'Delete'])
      expect(complaints).toEqual([])
    },
  )

  it(
    'is created from an appliance without a box, edited with the right to update, and shown read-only without it',
    { tags: ['S1-2.2', 'S1-2.3', 'S1-2.10', 'S1-2.13', 'S1-6.3', 'S1-6.10'] },
    async () => {
      const { page, complaints } = await visitAs(network, `${devices}?tab=notConfigured`)
      await page.getByRole('gridcell').first().waitFor()
      const unconfigured = (await rowsOf('notConfigured')).data[0]
      await page.getByRole('link', { name: 'Configure' }).first().click()
      await page.waitForURL(`${devices}/edgeBoxes/new`)
      await expect.poll(() => page.getByRole('combobox', { name: /^Serial number/ }).inputValue()).toBe(unconfigured?.['serialNumber'])
      await expect.poll(() => page.getByRole('textbox', { name: 'Model' }).inputValue()).toBe(unconfigured?.['model'])
      await page.getByRole('button', { name: 'Create' }).waitFor()

      const waiting = (await rowsOf('unProvisioned', 'size=20&filter=type==appliance')).data[0]
      await page.goto(`${devices}?tab=unProvisioned&q=${String(waiting?.['serialNumber'])}`)
      await page.getByRole('link', { name: 'Configure' }).click()
      await expect.poll(() => page.getByRole('combobox', { name: /^Serial number/ }).inputValue()).toBe(waiting?.['serialNumber'])

      await page.goto(`${devices}?q=hub-central-1`)
      await page.getByRole('link', { name: 'hub-central-1' }).click()
      await page.waitForURL(/\/edgeBoxes\/edit\//)
      await page.getByRole('button', { name: 'Update' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Devices' }).click()
      await page.getByRole('gridcell').first().waitFor()
      expect(complaints).toEqual([])

      const viewer = await visitAs('viewer@demo.test', `${devices}?q=hub-central-1`)
      const t = (key: string, params = {}): string => text(key, params, 'fr')
      await viewer.page.getByRole('button', { name: new RegExp(`^${t('list.row.actions', { name: 'hub-central-1' })}`) }).click()
      const items = viewer.page.getByRole('menuitem')
      await items.first().waitFor()
      expect(await items.allInnerTexts()).toEqual(
        ['list.row.view', 'list.row.copy', 'list.row.troubleshoot', 'list.action.delete'].map((key) => t(key)),
      )
      expect(await items.last().getAttribute('aria-disabled')).toBe('true')
      await items.first().click()
      await viewer.page.waitForURL(/\/edgeBoxes\/consult\//)
      await viewer.page.getByRole('button', { name: t('editor.close') }).waitFor()
      expect(await viewer.page.getByRole('button', { name: t('editor.verb.update') }).count()).toBe(0)
      await viewer.page.goto(`${devices}?tab=notConfigured`)
      await viewer.page.getByRole('gridcell').first().waitFor()
      expect(await viewer.page.getByRole('link', { name: t('list.row.configure') }).count()).toBe(0)
      expect(viewer.complaints).toEqual([])
    },
  )
})

/** Scale and offset of the map. */
const transformOf = (map: Locator): Promise<string | null> => map.locator('> g').first().getAttribute('transform')

describe('the map of devices', () => {
  it('shows hubs, spokes and the networks between them, opens a box by pointer and keyboard, and keeps zoom and hidden networks on return', async () => {
    const { page, complaints } = await visitAs(network, `${devices}?view=map`)
    const placed = (await rowsOf('all', 'size=20&filter=type!=appliance')).meta.totalCount
    const map = page.getByRole('group', { name: new RegExp(`^Map of ${placed} devices at \\d+ sites`) })
    const drawn = (): Promise<void> => map.and(page.locator('[aria-busy=false]')).waitFor()
    await drawn()
    const marks = map.getByRole('link')
    expect(await marks.count()).toBe(placed)
    expect(await marks.locator('[data-kind=middle]').count()).toBe(8)
    for (const name of ['Hub', 'Spoke', 'Tele engine', 'Not provisioned'])
      await page.getByRole('listitem').getByText(name, { exact: true }).waitFor()
    const networks = await page.getByRole('group', { name: 'Transport networks' }).getByRole('button').allInnerTexts()
    expect(await map.locator('.all .line').count()).toBe(networks.length)
    expect(await axeFindings(page)).toEqual([])

    // By keyboard: move between marks, zoom in, open a box and go back.
    const initial = await transformOf(map)
    await page.getByRole('button', { name: 'MPLS' }).focus()
    for (let tabs = 0; tabs < 8; tabs++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement?.hasAttribute('data-device'))) break
    }
    await page.keyboard.press('ArrowRight')
    for (const _ of [1, 2, 3]) await page.keyboard.press('+')
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('data-device'))
    await expect.poll(() => transformOf(map)).not.toBe(initial)
    await page.getByRole('button', { name: 'MPLS' }).click()
    await page.locator(`[data-device="${focused}"]`).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${devices}/edgeBoxes/edit/${focused}`)
    await page.getByRole('button', { name: 'Update' }).waitFor()
    await page.goBack()
    await drawn()
    const zoomed = await transformOf(map)
    expect(Number(/scale\((.+)\)/.exec(zoomed ?? '')?.[1]) / Number(/scale\((.+)\)/.exec(initial ?? '')?.[1])).toBeCloseTo(1.35 ** 3, 2)
    expect(await page.getByRole('button', { name: 'MPLS' }).getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-device'))).toBe(focused)

    // By pointer: a click on a mark shows its device with a link to the editor.
    await page.locator(`[data-device="${focused}"]`).click()
    await page.getByRole('link', { name: 'Open' }).click()
    await page.waitForURL(`${devices}/edgeBoxes/edit/${focused}`)
    await page.getByRole('button', { name: 'Update' }).waitFor()
    await page.goBack()
    await drawn()
    expect(await transformOf(map)).toBe(zoomed)

    // Another tab draws its own devices.
    await page.getByRole('tab', { name: /^Tele engines/ }).click()
    const others = page.getByRole('group', { name: /^Map of 40 devices/ }).and(page.locator('[aria-busy=false]'))
    await others.waitFor()
    expect(await others.getByRole('link').count()).toBe(40)
    expect(complaints).toEqual([])
  })
})
