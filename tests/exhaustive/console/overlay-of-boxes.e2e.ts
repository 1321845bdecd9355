import { beforeAll, describe, expect, it } from 'vitest'
import { visitAs } from '../../support/browser/browser.ts'
import {
  addDevice,
  button,
  deviceList,
  expectBox,
  waitForDeviceList,
  openDevice,
  region,
  fillBox,
} from '../../support/browser/device-pages.ts'
import { bridge, hub, routers, spoke } from '../../support/edge-box/journey-boxes.ts'
import { cells, fillIn, messageOf, openTab, readValues } from '../../support/browser/fields.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
let devices: string

beforeAll(async () => {
  devices = await deviceList(service)
})

describe('an overlay', () => {
  it(
    'gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
    {
      tags: [
        'S1-1.1',
        'S1-2.5',
        'S1-2.12',
        'S1-2.16',
        'S1-2.19',
        'S1-2.20',
        'S1-2.21',
        'S1-2.23',
        'S1-2.24',
        'S1-2.34',
        'S1-2.35',
        'S1-2.36',
        'S1-2.37',
        'S1-4.37',
        'S1-5.32',
        'S1-8.4',
      ],
    },
    async () => {
      const { page, complaints } = await visitAs('network@demo.test', devices)
      await addDevice(page, 'edge-box')
      await fillBox(page, hub)
      await button(page, 'editor.verb.create').click()
      await waitForDeviceList(page)
      await page.getByRole('searchbox').fill('keel-hub')
      for (const cell of [
        /^Keel yard$/,
        /^KEEL-1 Unknown/,
        /^Hub$/,
        /^10\.240\.0\.1\/24, 10\.240\.0\.2\/24, .*10\.240\.1\.1\/24$/,
        /wan1.*Keel fibre.*wan2.*Internet/,
        /^65001$/,
      ])
        await page.getByRole('gridcell', { name: cell }).waitFor()
      await openDevice(page, 'keel-hub')
      await expectBox(page, hub)
      const interfaces = await openTab(page, 'Interfaces')
      expect(await readValues(interfaces, { 'Virtual router 1': '', 'Virtual router 3': '' })).toEqual({
        'Virtual router 1': '10.240.0.2',
        'Virtual router 3': '10.240.0.4',
      })
      await button(page, 'editor.cancel').click()
      await waitForDeviceList(page)

      // The spoke is created from an appliance without a box.
      await page.getByRole('searchbox').fill('')
      await page.getByRole('tab', { name: text('ip-engine.tab.notConfigured') }).click()
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: text('list.row.configure') }).click()
      const general = region(page, 'edge-box.section.general')
      const prefilled = await readValues(general, { 'Serial number': '', Model: '' })
      expect(Object.values(prefilled)).not.toContain('')
      await fillBox(page, spoke)
      const ospf = await openTab(page, 'OSPF')
      await fillIn(ospf, cells(1, { ...routers, Key: 'not for others' }))
      await ospf.getByRole('button', { name: 'Advanced' }).click()
      await fillIn(ospf, { 'Hello timer (s)': '30', 'Metric type': 'Type 2' })
      await button(page, 'editor.verb.create').click()
      const alerts = region(page, 'editor.alerts')
      await alerts.getByText(text('validation.global.error')).waitFor()
      expect(await messageOf(await openTab(page, 'OSPF'), 'Dead timer (s)')).toBe(
        text('validation.field.between', { min: 90, max: 65_535 }),
      )
      const wan = await openTab(page, 'WAN 1')
      expect(await messageOf(wan, 'Public IP')).toBe(text('validation.field.mandatory'))
      await fillIn(wan, { 'Public IP': '198.51.100.41' })
      await fillIn(await openTab(page, 'OSPF'), { 'Dead timer (s)': '90' })
      await button(page, 'editor.verb.create').click()
      await waitForDeviceList(page)
      await page.getByRole('tab', { name: text('ip-engine.tab.all') }).click()
      await openDevice(page, 'keel-spoke')
      await expectBox(page, spoke)
      expect(await readValues(general, prefilled)).toEqual(prefilled)
      expect(await readValues(await openTab(page, 'WAN 1'), { 'Public IP': '' })).toEqual({ 'Public IP': '198.51.100.41' })
      expect(await readValues(await openTab(page, 'OSPF'), cells(1, routers))).toEqual(cells(1, routers))
      await button(page, 'editor.cancel').click()
      await waitForDeviceList(page)

      await addDevice(page, 'edge-box')
      await fillBox(page, bridge)
      const overview = region(page, 'edge-box.section.siteOverview')
      await overview.getByText('10.241.0.0/24').waitFor()
      const wan2 = await openTab(page, 'WAN 2')
      const layer2 = wan2.getByRole('radiogroup', { name: 'Interface mode' }).getByRole('radio', { name: 'L2' })
      expect([await layer2.isChecked(), await layer2.isDisabled()]).toEqual([true, true])
      for (const hidden of ['Cloud security region', 'Routing protocol']) expect(await page.getByLabel(hidden).count()).toBe(0)
      for (const hidden of ['BGP', 'OSPF', 'VRRP']) expect(await page.getByRole('tab', { name: hidden }).count()).toBe(0)
      await button(page, 'editor.verb.create').click()
      await alerts.getByText(text('validation.global.error')).waitFor()
      expect(await messageOf(wan2, 'Router LAN IP')).toBe(text('validation.field.mandatory'))
      await fillIn(wan2, { 'Router LAN IP': '10.242.0.254' })
      await button(page, 'editor.verb.create').click()
      await waitForDeviceList(page)
      await openDevice(page, 'keel-bridge')
      await expectBox(page, bridge)
      expect(complaints).toEqual([])
    },
  )
})
