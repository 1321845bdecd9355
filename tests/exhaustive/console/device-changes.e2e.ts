import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { visitAs } from '../../support/browser/browser.ts'
import { addDevice, button, deviceList, waitForDeviceList, openDevice, region } from '../../support/browser/device-pages.ts'
import { addRow, cells, fillIn, messageOf, openTab, readValues } from '../../support/browser/fields.ts'
import { overlayWriter, type OverlayWriter } from '../../support/edge-box/overlay-writer.ts'
import { placesOf } from '../../support/browser/places.ts'
import { recordsOf, type Records } from '../../support/browser/records.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
let devices: string
let records: Records
let overlay: OverlayWriter

beforeAll(async () => {
  devices = await deviceList(service)
  const places = await placesOf(service)
  records = recordsOf(service, places, 'customer@demo.test')
  overlay = overlayWriter(service, places.tenantOid({ entity: 'edge-box' }))
})

const box = { entity: 'edge-box' } as const

const rows = (count: number): string => text(`editor.table.count_${count === 1 ? 'one' : 'other'}`, { count })

describe('a box', () => {
  it(
    'gets another deployment mode and routing with warnings of the consequences, and is deleted in the end',
    { tags: ['S1-2.15', 'S1-2.16', 'S1-2.17', 'S1-2.31', 'S1-8.2', 'S1-8.3', 'S1-8.7'] },
    async () => {
      const oid = await overlay.createSpoke('rudder', 243, {
        deploymentMode: 'multiwan_hybrid',
        lan: {
          mgtInterface: { ipAddress: '10.243.0.1', mask: 24, dhcpRelayEnabled: false, ihapPeerIp: '10.243.0.9' },
          ihapEnabled: true,
          ihap: { role: 'nominal', ihapProfile: await overlay.oidOf('/networkConfiguration/v1/ihap/profiles', 'Default') },
          routingProtocol: 'bgp',
          ibgpLanPeerings: [{ ipAddress: '10.243.0.20' }],
        },
      })
      const { page } = await visitAs('network@demo.test', devices)
      const regions = '**/api/v1/cloudsec/regions*'
      await page.route(regions, (route) =>
        route.fulfill({
          status: 503,
          json: {
            status: 503,
            errors: [
              { pointer: '', key: 'none', message: 'Regions rest' },
              { pointer: '', key: 'none', message: 'x' },
            ],
          },
        }),
      )
      await page.goto(`${devices}/edgeBoxes/edit/${oid}`)
      const general = region(page, 'edge-box.section.general')
      await expect.poll(() => messageOf(general, 'Cloud security region')).toBe('Regions rest')
      await page.unroute(regions)

      const interfaces = await openTab(page, 'Interfaces')
      const warning = page.getByText(text('ihap.disable.warning'))
      await fillIn(interfaces, { 'IHAP enabled': false })
      await warning.waitFor()
      await fillIn(interfaces, { 'IHAP enabled': true })
      await warning.waitFor({ state: 'detached' })
      await button(page, 'edge-box.action.lan.resetRouting').click()
      const question = page.getByRole('alertdialog')
      await question.getByText(text('edge-box.confirm.lan.resetRouting')).waitFor()
      await button(question, 'edge-box.action.lan.resetRouting').click()
      expect(await readValues(interfaces, { 'Routing protocol': '' })).toEqual({ 'Routing protocol': 'None' })
      expect(await page.getByRole('tab', { name: 'BGP' }).count()).toBe(0)

      const wan = await openTab(page, 'WAN 1')
      await fillIn(wan, { 'Downstream (kbit/s)': '7777' })
      const mode = region(page, 'edge-box.section.deployment')
      const ip = mode.getByRole('radio', { name: 'Multi-WAN IP' })
      expect(await ip.isDisabled()).toBe(true)
      await fillIn(mode, { [text('edge-box.mode.changingDeployment')]: true })
      for (const locked of [
        wan.getByRole('textbox', { name: 'Downstream (kbit/s)' }),
        general.getByRole('combobox', { name: 'Site' }),
        interfaces.getByRole('switch', { name: 'IHAP enabled' }),
      ])
        expect(await locked.isDisabled()).toBe(true)
      expect(await readValues(wan, { 'Downstream (kbit/s)': '' })).toEqual({ 'Downstream (kbit/s)': '7777' })
      await ip.check()
      await page.getByRole('tab', { name: 'VRRP' }).waitFor()
      await button(page, 'editor.verb.update').click()
      await waitForDeviceList(page)
      await openDevice(page, 'rudder')
      expect(await readValues(mode, { 'Deployment mode': '' })).toEqual({ 'Deployment mode': 'Multi-WAN IP' })
      expect(
        await readValues(await openTab(page, 'WAN 1'), {
          'Downstream (kbit/s)': '',
          'Interface mode': '',
          DHCP: true,
          'Public IP': '',
          'Edge box, row 1': '',
        }),
      ).toEqual({
        'Downstream (kbit/s)': '7777',
        'Interface mode': 'L3',
        DHCP: true,
        'Public IP': '198.51.100.9',
        'Edge box, row 1': 'hub-central-1',
      })
      expect(await readValues(interfaces, { 'Routing protocol': '' })).toEqual({ 'Routing protocol': 'None' })
      await (await openTab(page, 'Subnets')).getByText(rows(3)).waitFor()

      await fillIn(general, { Mode: 'Hub' })
      await wan.getByText(rows(0)).first().waitFor()
      await button(page, 'editor.verb.update').click()
      await waitForDeviceList(page)
      await openDevice(page, 'rudder')
      expect(await wan.getByRole('textbox', { name: 'Edge box, row 1' }).count()).toBe(0)
      expect(await readValues(wan, { 'Default network preference': '' })).toEqual({ 'Default network preference': '100' })

      const deletions = '**/api/v1/edgeBoxes/*'
      await page.route(deletions, (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, json: { status: 500, errors: [{ pointer: '', key: 'none', message: 'The store is full' }] } })
          : route.fallback(),
      )
      const remove = button(page, 'editor.verb.delete')
      const said = page.getByRole('tooltip')
      const colour = () => remove.evaluate((element) => getComputedStyle(element).backgroundColor)
      const initialColour = await colour()
      const deleteBox = async () => {
        await remove.click()
        await said.getByText('rudder-1').waitFor()
        await remove.click()
        await page.mouse.move(0, 0)
      }
      await deleteBox()
      await said.getByText('The store is full').waitFor()
      expect(await colour()).not.toBe(initialColour)
      await expect.poll(colour).toBe(initialColour)
      await page.unroute(deletions)
      await deleteBox()
      await waitForDeviceList(page)
      await page.getByRole('searchbox').fill('rudder')
      await page.getByText(text('list.noMatch.title')).waitFor()
      expect(await records.read(box, oid)).toBeUndefined()
    },
  )
})

describe('two administrators editing one box', () => {
  it(
    'keep their changes to lists and uplinks, resolve a conflict in one cell, and see which references were deleted meanwhile',
    { tags: ['S1-8.8'] },
    async () => {
      const oid = await overlay.createSpoke('tiller', 244, {
        deploymentMode: 'multiwan_ip',
        lan: {
          mgtInterface: { ipAddress: '10.244.0.1', mask: 24, dhcpRelayEnabled: false, vrrpVirtualIp: '10.244.0.254' },
          vrrpEnabled: true,
          vrrp: { role: 'master', instanceIdentifier: 50, vrrpProfile: await overlay.oidOf('/api/v1/overlay/vrrp_profile', 'Default') },
        },
      })
      const [profile, network] = [{ entity: 'vrrp-profile' }, { entity: 'transport-network' }] as const
      const profileOid = await overlay.create(profile.entity, { name: 'Doomed profile' })
      const networkOid = await overlay.create(network.entity, { name: 'Doomed network' })
      const address = `${devices}/edgeBoxes/edit/${oid}`
      const [{ page: one }, { page: two }] = await Promise.all([
        visitAs('network@demo.test', address),
        visitAs('customer@demo.test', address),
      ])
      const save = (page: Page) => button(page, 'editor.verb.update').click()

      await fillIn(await openTab(one, 'Subnets'), cells(1, { 'Static route': '10.244.0.7' }))
      await fillIn(await openTab(one, 'WAN 1'), cells(1, { 'Network preference': '150' }))
      const subnets = await openTab(two, 'Subnets')
      await fillIn(subnets, cells(2, { 'Static route': '10.244.0.8' }))
      await addRow(subnets, 'Subnets', { Prefix: '10.244.8.0', Mask: '24' })
      await subnets.getByRole('button', { name: text('editor.table.remove', { row: 3, list: 'Subnets' }) }).click()
      await fillIn(await openTab(two, 'WAN 1'), { 'Downstream (kbit/s)': '8888', MTU: '1400' })
      await save(one)
      await waitForDeviceList(one)
      await save(two)
      await waitForDeviceList(two)
      expect(await records.read(box, oid)).toMatchObject({
        lan: { subnets: [{ staticRoute: '10.244.0.7' }, { staticRoute: '10.244.0.8' }, { prefix: '10.244.8.0' }] },
        wans: { wan1: { access: { downBandwidth: 8888 }, mtu: 1400, wanConnections: [{ networkPref: 150 }] } },
      })

      await Promise.all([openDevice(one, 'tiller'), openDevice(two, 'tiller')])
      await fillIn(await openTab(one, 'Subnets'), cells(1, { 'Static route': '10.244.0.17' }))
      await fillIn(await openTab(two, 'Subnets'), cells(1, { 'Static route': '10.244.0.18' }))
      await fillIn(await openTab(two, 'WAN 2'), { 'Upstream (kbit/s)': '555' })
      await save(one)
      await waitForDeviceList(one)
      await save(two)
      const dialog = two.getByRole('dialog', { name: text('editor.conflict.title') })
      await dialog.getByRole('radio', { name: /10\.244\.0\.18/, checked: true }).waitFor()
      await dialog.getByRole('radio', { name: /10\.244\.0\.17/ }).check()
      await button(dialog, 'editor.conflict.save').click()
      await waitForDeviceList(two)
      expect(await records.read(box, oid)).toMatchObject({
        lan: { subnets: [{ staticRoute: '10.244.0.17' }, {}, {}] },
        wans: { wan2: { access: { upBandwidth: 555 } } },
      })

      await openDevice(two, 'tiller')
      await fillIn(await openTab(two, 'VRRP'), { 'VRRP profile': 'Doomed profile', 'Instance identifier': '51' })
      await fillIn(await openTab(two, 'WAN 2'), { 'Transport network': 'Doomed network', 'Upstream (kbit/s)': '556' })
      await records.remove(profile, profileOid)
      await records.remove(network, networkOid)
      await save(two)
      await region(two, 'editor.alerts').getByText(text('validation.global.error')).waitFor()
      const [vrrp, wan2] = [await openTab(two, 'VRRP'), await openTab(two, 'WAN 2')]
      expect(await messageOf(wan2, 'Transport network')).toBe(text('service.reference.unknown'))
      expect(await messageOf(vrrp, 'VRRP profile')).toBe(text('service.reference.unknown'))
      expect(await readValues(vrrp, { 'VRRP profile': '', 'Instance identifier': '' })).toEqual({
        'VRRP profile': 'Doomed profile',
        'Instance identifier': '51',
      })
      expect(await readValues(wan2, { 'Transport network': '', 'Upstream (kbit/s)': '' })).toEqual({
        'Transport network': 'Doomed network',
        'Upstream (kbit/s)': '556',
      })
      await fillIn(vrrp, { 'VRRP profile': 'Patient' })
      await fillIn(wan2, { 'Transport network': 'Internet' })
      await save(two)
      await waitForDeviceList(two)
    },
  )
})

describe('a tele engine', () => {
  it(
    'is created on a new site without a network, keeps its first subnet, is read-only for a viewer, and is deleted',
    { tags: ['S1-1.2', 'S1-2.48', 'S1-2.49', 'S1-5.37', 'S1-6.8', 'S1-7.12'] },
    async () => {
      const { page } = await visitAs('customer@demo.test', devices)
      await addDevice(page, 'tele-engine')
      const [general, wan] = [region(page, 'tele-engine.section.general'), region(page, 'tele-engine.section.wan')]
      await fillIn(general, { Name: 'buoy', Site: 'Buoy rock' })
      await fillIn(wan, { 'Transport network': 'Internet', 'Upstream (kbit/s)': '100', 'Downstream (kbit/s)': '200' })
      await fillIn(wan, { 'Transport network': 'Not Specified' })
      const up = wan.getByRole('textbox', { name: 'Upstream (kbit/s)' })
      // The fields that a network fixes are disabled once the service has found it by its name.
      await expect.poll(async () => [await up.isDisabled(), await up.inputValue()]).toEqual([true, ''])
      const subnets = await openTab(page, 'Subnets')
      await fillIn(subnets, cells(1, { Prefix: '10.245.1.0', Mask: '24' }))
      await addRow(subnets, 'Subnets', { Prefix: '10.245.2.0', Mask: '24' })
      await button(page, 'editor.verb.create').click()
      await waitForDeviceList(page)
      await openDevice(page, 'buoy')
      const removal = (row: number) => subnets.getByRole('button', { name: text('editor.table.remove', { row, list: 'Subnets' }) })
      await removal(1).click({ force: true })
      await page.getByRole('tooltip').getByText(text('tele-engine.because.firstSubnet')).waitFor()
      await subnets.getByText(rows(2)).waitFor()
      await removal(2).click()
      await subnets.getByText(rows(1)).waitFor()
      await button(page, 'editor.verb.update').click()
      await waitForDeviceList(page)

      // This user's language is French.
      const french = (key: string) => text(key, {}, 'fr')
      const { page: reader } = await visitAs('viewer@demo.test', devices)
      await reader.getByRole('searchbox').fill('buoy')
      await reader.getByRole('button', { name: /^Actions pour buoy/ }).click()
      await reader.getByRole('menuitem').first().waitFor()
      expect(await reader.getByRole('menuitem').allInnerTexts()).toEqual([
        french('list.row.view'),
        french('list.row.copy'),
        french('list.action.delete'),
      ])
      expect(await reader.getByRole('menuitem', { name: french('list.action.delete') }).getAttribute('aria-disabled')).toBe('true')
      await reader.getByRole('menuitem', { name: french('list.row.view') }).click()
      const close = reader.getByRole('button', { name: french('editor.close'), exact: true })
      await close.waitFor()
      const read = { [french('tele-engine.field.name')]: 'buoy', [french('tele-engine.field.site')]: 'Buoy rock' }
      expect(await readValues(reader.getByRole('main'), read)).toEqual(read)
      for (const control of await reader.getByRole('main').getByRole('textbox').all()) expect(await control.isEditable()).toBe(false)
      const verb = (name: string) => reader.getByRole('button', { name: french(`editor.verb.${name}`), exact: true })
      expect([await verb('update').count(), await verb('delete').getAttribute('aria-disabled')]).toEqual([0, 'true'])
      await close.click()
      await reader.getByRole('main').getByRole('link', { name: 'buoy' }).waitFor()

      await openDevice(page, 'buoy')
      await button(page, 'editor.verb.delete').click()
      await button(page, 'editor.verb.delete').click()
      await waitForDeviceList(page)
      await page.getByText(text('list.noMatch.title')).waitFor()
    },
  )
})
