import { beforeAll, describe, expect, it } from 'vitest'
import { visitAs } from '../../support/browser/browser.ts'
import { button, deviceList, openDevice, waitForDeviceList } from '../../support/browser/device-pages.ts'
import { fillIn, openTab, readValues } from '../../support/browser/fields.ts'
import { focusOf, openFirstRow, tabTo } from '../../support/browser/keyboard.ts'
import { placesOf } from '../../support/browser/places.ts'
import { overlayWriter, type OverlayWriter } from '../../support/edge-box/overlay-writer.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
let devices: string
let overlay: OverlayWriter

beforeAll(async () => {
  devices = await deviceList(service)
  overlay = overlayWriter(service, (await placesOf(service)).tenantOid({ entity: 'edge-box' }))
})

const label = (field: string): string => text(`edge-box.field.lan.${field}`)

describe('a reset of the LAN routing', () => {
  it(
    'stays when BGP is chosen again: no peerings, no prepending, and no note that says otherwise',
    { tags: ['S1-2.31', 'S1-4.19', 'S1-4.20'] },
    async () => {
      const oid = await overlay.createSpoke('anchor', 244, {
        deploymentMode: 'multiwan_hybrid',
        lan: {
          mgtInterface: { ipAddress: '10.244.0.1', mask: 24, dhcpRelayEnabled: false },
          routingProtocol: 'bgp',
          ibgpLanPeerings: [{ ipAddress: '10.244.0.20' }],
          asPathPrependEnabled: true,
          asPathPrepend: 4,
        },
      })
      const { page, complaints } = await visitAs('network@demo.test', `${devices}/edgeBoxes/edit/${oid}`)
      const protocol = { [label('routingProtocol')]: '' }
      const prepend = { [label('asPathPrependEnabled')]: true, [label('asPathPrepend')]: '' }
      const peering = 'IP address, row 1'
      const bgp = await openTab(page, 'BGP')
      await bgp.getByRole('textbox', { name: peering }).waitFor()
      expect(await readValues(bgp, prepend)).toEqual({ [label('asPathPrependEnabled')]: true, [label('asPathPrepend')]: '4' })

      const reset = async () => {
        await button(page, 'edge-box.action.lan.resetRouting').click()
        await button(page.getByRole('alertdialog'), 'edge-box.action.lan.resetRouting').click()
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      }
      const expectReset = async () => {
        expect(await readValues(await openTab(page, 'Interfaces'), protocol)).toEqual({ [label('routingProtocol')]: 'BGP' })
        await openTab(page, 'BGP')
        expect(await bgp.getByRole('textbox', { name: peering }).count()).toBe(0)
        expect(await readValues(bgp, prepend)).toEqual({ [label('asPathPrependEnabled')]: false, [label('asPathPrepend')]: '1' })
        expect(await page.getByText(text('edge-box.because.resetRouting')).count()).toBe(0)
      }
      const interfaces = await openTab(page, 'Interfaces')
      await reset()
      expect(await page.getByRole('tab', { name: 'BGP' }).count()).toBe(0)
      await fillIn(interfaces, { [label('routingProtocol')]: 'BGP' })
      await expectReset()

      await fillIn(await openTab(page, 'Interfaces'), { [label('routingProtocol')]: 'None' })
      await page.reload()
      await button(page, 'editor.offer.restore').click()
      await fillIn(await openTab(page, 'Interfaces'), { [label('routingProtocol')]: 'BGP' })
      await expectReset()
      await button(page, 'editor.verb.update').click()
      await waitForDeviceList(page)
      await openDevice(page, 'anchor')
      await expectReset()
      expect(complaints).toEqual([])
    },
  )
})

describe('the keyboard alone', () => {
  it('is enough to open a box from its row, move through its tabs, add a subnet, choose a network and save', async () => {
    const { page, complaints } = await visitAs('network@demo.test', devices)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('gridcell').first().waitFor()
    await press('/')
    await page.keyboard.type('hub-central-1')
    await page.getByText(text('list.rows', { from: 1, to: 1, total: 1 }), { exact: true }).waitFor()
    await openFirstRow(page)
    await page.getByRole('heading', { level: 1, name: 'hub-central-1', exact: true }).waitFor()
    await expect.poll(() => focusOf(page)).toMatchObject({ isVisible: true })

    await tabTo(page, /^Interfaces/)
    await press('ArrowRight')
    await expect.poll(() => focusOf(page)).toMatchObject({ name: expect.stringMatching(/^Subnets/) as string, isVisible: true })
    const subnets = page.getByRole('tabpanel', { name: 'Subnets' })
    await subnets.getByLabel('Prefix, row 1', { exact: true }).waitFor()
    await tabTo(page, 'Prefix, row 1')
    await press('Control+End', 'Enter')
    const last = 'row 31'
    await expect.poll(async () => (await focusOf(page)).name).toBe(`Prefix, ${last}`)
    await page.keyboard.type('10.246.0.0')
    await press('Tab')
    await page.keyboard.type('24')
    expect(await readValues(subnets, { [`Prefix, ${last}`]: '', [`Mask, ${last}`]: '' })).toEqual({
      [`Prefix, ${last}`]: '10.246.0.0',
      [`Mask, ${last}`]: '24',
    })

    await tabTo(page, /^WAN 1/)
    for (const next of [/^WAN 2/, /^WAN 3/]) {
      await press('ArrowRight')
      await expect.poll(async () => (await focusOf(page)).name).toMatch(next)
    }
    await tabTo(page, 'Transport network')
    await press('ControlOrMeta+a')
    await page.keyboard.type('5')
    await page.getByRole('option', { name: '5G' }).waitFor()
    await press('ArrowDown', 'Enter')
    expect(await readValues(page.getByRole('tabpanel', { name: 'WAN 3' }), { 'Transport network': '' })).toEqual({
      'Transport network': '5G',
    })
    await tabTo(page, text('editor.verb.update'))
    await press('Enter')
    await waitForDeviceList(page)
    await expect.poll(() => focusOf(page)).toMatchObject({ isVisible: true })
    expect(complaints).toEqual([])
  })
})
