import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { button, fillBox, region } from '../../support/browser/device-pages.ts'
import { addRow, cells, fillIn, openTab } from '../../support/browser/fields.ts'
import { text } from '../../support/browser/texts.ts'
import { deleteOpened, line, overlayJourney, sent } from '../../conformance/overlay-journey.ts'
import type { Item } from '../../conformance/client/http.ts'

const journey = overlayJourney()

const BOXES = '/api/v1/edgeBoxes'
const ENGINES = '/api/v1/teleEngines'

async function storedAt(path: string, name: string): Promise<Item> {
  const found = (await journey.stored(path)).find((record) => record['name'] === name)
  if (!found) throw new Error(`No ${name} at ${path}`)
  return found
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function openBox(name: string): Promise<Page> {
  const { id } = await storedAt(BOXES, name)
  const page = await journey.open(`network/ipengines/edgeBoxes/edit/${String(id)}`)
  await heading(page, name)
  return page
}

/** Expects the list of devices to show a row, with these texts. */
async function expectListed(page: Page, name: string, texts: (string | RegExp)[]): Promise<void> {
  await heading(page, text('ip-engine.many'))
  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  for (const shown of texts) await row.getByText(shown).first().waitFor()
  await page.getByRole('searchbox').fill('')
}

/** The record with changes at paths such as `lan/subnets/0/mask`. */
function changed(record: Item, values: Record<string, unknown>): Item {
  const copy = structuredClone(record)
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('/')
    const last = names.pop() ?? ''
    names.reduce<Item>((at, name) => at[name] as Item, copy)[last] = value
  }
  return copy
}

const management = { identifier: 1, name: 'Management', ipAddress: '10.9.0.1', mask: 24, dhcpRelayEnabled: false }
const newWan = (identifier: string): Item => ({
  identifier,
  state: 'disabled',
  interfaceMode: 'L3',
  mtu: 1500,
  speed: 'AUTO',
  bypass: identifier !== 'wan3',
  wanConnections: [],
  externalGatewayConnections: [],
  localPortForwarding: [],
})

/** What S1 section 3 prints of a box, with the defaults of what nobody typed. */
const newBox: Item = {
  name: 'texel-11',
  serialNumber: 'PN-4400-00009',
  machineId: 'PN-4400-00009',
  mode: 'spoke',
  deploymentMode: 'multiwan_hybrid',
  dwsMode: 'cpe',
  site: { id: 'site-5', name: 'Texel', cloudGuardRegionId: 'region-1' },
  syslog: [],
  services: { wanOptimization: true },
  lan: {
    mgtInterface: management,
    interfaces: [management],
    subnets: [],
    routingProtocol: 'none',
    bgpASMode: 'auto',
    asPathPrepend: 1,
    ibgpLanPeerings: [],
    ibgpEdgeBoxPeerings: [],
    vrrpEnabled: false,
    ihapEnabled: false,
    ospf: { helloTimer: 10, deadTimer: 40, vrouters: [{ vrouterId: 'wan1' }, { vrouterId: 'wan2' }, { vrouterId: 'wan3' }] },
  },
  wans: {
    wan1: {
      ...newWan('wan1'),
      state: 'enabled',
      ipAddress: '203.0.113.2',
      mask: 29,
      defaultGateway: '203.0.113.1',
      publicIp: '203.0.113.2',
      transportNetwork: 'Internet',
      access: { upBandwidth: 50_000, downBandwidth: 100_000 },
      wanConnections: [{ type: 'User', networkPref: 100, endpoint: { edgeBoxName: 'brest-1', wanIdentifier: 'wan1' } }],
    },
    wan2: newWan('wan2'),
    wan3: newWan('wan3'),
  },
}

const asked = async (path: string): Promise<boolean> => (await journey.reads()).includes(path)

describe('edge boxes on a platform that is not ours', () => {
  it('change in a WAN and in lists of the LAN, and travel whole', { tags: ['S1-7.4', 'S1-7.6', 'S1-7.22'] }, async () => {
    const before = await storedAt(BOXES, 'calais-2')
    const page = await openBox('calais-2')
    await region(page, 'edge-box.section.siteOverview').getByRole('row', { name: 'calais-7 10.6.8.0/24' }).waitFor()
    await fillIn(await openTab(page, 'WAN 1'), { MTU: '1400' })
    const interfaces = await openTab(page, 'Interfaces')
    await fillIn(interfaces, { 'Management interface': { VLAN: '44' } })
    await fillIn(interfaces, cells(1, { Name: 'Visitors' }))
    await fillIn(await openTab(page, 'Subnets'), cells(1, { Mask: '25' }))
    await button(page, 'editor.verb.update').click()
    const [put] = await journey.writes()
    expect(put && line(put)).toBe(`PUT ${BOXES}`)
    expect(sent(put)).toEqual([
      changed(before, {
        'wans/wan1/mtu': 1400,
        'lan/mgtInterface/vlanId': 44,
        'lan/interfaces/0/vlanId': 44,
        'lan/interfaces/1/name': 'Visitors',
        'lan/subnets/0/mask': 25,
      }),
    ])
    await expectListed(page, 'calais-2', ['Calais'])
  })

  it(
    'are made of an appliance, with a connection to an endpoint that the platform offers, and deleted',
    { tags: ['S1-7.5', 'S1-7.7', 'S1-7.19', 'S1-7.23'] },
    async () => {
      const page = await journey.open('network/ipengines')
      await page.getByRole('tab', { name: /^Not configured/ }).click()
      await page.getByRole('button', { name: 'Actions for PN-4400-00009' }).click()
      await page.getByRole('menuitem', { name: text('list.row.configure'), exact: true }).click()
      await fillBox(page, {
        general: { Name: 'texel-11', Site: 'Texel' },
        tabs: [
          ['Interfaces', { 'Management interface': { 'IP address': '10.9.0.1', Mask: '24', 'DHCP relay': false } }],
          [
            'WAN 1',
            {
              State: 'Enabled',
              'IP address': '203.0.113.2',
              Mask: '29',
              'Default gateway': '203.0.113.1',
              'Public IP': '203.0.113.2',
              'Transport network': 'Internet',
              'Upstream (kbit/s)': '50000',
              'Downstream (kbit/s)': '100000',
            },
            { 'WAN connections': [{ 'Edge box': 'brest-1' }] },
          ],
        ],
      })
      await button(page, 'editor.verb.create').click()
      const [post] = await journey.writes()
      expect(post && line(post)).toBe(`POST ${BOXES}`)
      expect(await asked('/api/v1/wanEndpoints')).toBe(true)
      expect(sent(post)).toMatchObject([newBox])
      await page.getByRole('tab', { name: /^All/ }).click()
      await expectListed(page, 'texel-11', ['Texel', /Internet/])
      await page.getByRole('link', { name: 'texel-11', exact: true }).click()
      await heading(page, 'texel-11')
      await deleteOpened(page)
      const [deletion] = await journey.writes()
      expect(deletion && line(deletion)).toMatch(/^DELETE \/api\/v1\/edgeBoxes\/edge-box-\d+$/)
      await heading(page, text('ip-engine.many'))
      await page.getByRole('link', { name: 'texel-11', exact: true }).waitFor({ state: 'detached' })
    },
  )

  it('peer with a box of their site that the platform offers', { tags: ['S1-7.6', 'S1-7.21'] }, async () => {
    const before = await storedAt(BOXES, 'calais-7')
    const { id } = await storedAt(BOXES, 'calais-2')
    const page = await openBox('calais-7')
    await fillIn(await openTab(page, 'Interfaces'), { 'Routing protocol': 'BGP' })
    await addRow(await openTab(page, 'BGP'), 'iBGP edge box peerings', { 'Edge box': 'calais-2' })
    await button(page, 'editor.verb.update').click()
    const [put] = await journey.writes()
    expect(await asked('/api/v1/sites/site-2/ibgpEdgeBoxEndpoints')).toBe(true)
    expect(sent(put)).toEqual([
      changed(before, { 'lan/routingProtocol': 'bgp', 'lan/ibgpEdgeBoxPeerings': [{ edgeBoxId: id, edgeBoxName: 'calais-2' }] }),
    ])
  })
})

describe('tele engines on a platform that is not ours', () => {
  it('are created, changed whole and deleted', { tags: ['S1-7.9', 'S1-7.10', 'S1-7.11', 'S1-7.12', 'S1-7.17'] }, async () => {
    const page = await journey.open('network/ipengines/teleEngines/new')
    await fillIn(region(page, 'tele-engine.section.general'), { Name: 'kiosk-9', Site: 'Texel' })
    await fillIn(await openTab(page, 'Subnets'), cells(1, { Prefix: '10.99.0.0', Mask: '24' }))
    await fillIn(region(page, 'tele-engine.section.wan'), {
      'Transport network': 'MPLS',
      'Upstream (kbit/s)': '1000',
      'Downstream (kbit/s)': '2000',
    })
    await button(page, 'editor.verb.create').click()
    const [post] = await journey.writes()
    expect(post && line(post)).toBe(`POST ${ENGINES}`)
    expect(sent(post)).toEqual([
      {
        name: 'kiosk-9',
        site: { name: 'Texel' },
        lan: { id: 'lan', subnets: [{ prefix: '10.99.0.0', mask: 24 }] },
        wan: { id: 'wan1', identifier: 'wan1', transportNetwork: 'MPLS', access: { upBandwidth: 1000, downBandwidth: 2000 } },
      },
    ])
    await expectListed(page, 'kiosk-9', ['Texel'])
    const before = await storedAt(ENGINES, 'kiosk-9')
    await page.getByRole('link', { name: 'kiosk-9', exact: true }).click()
    await heading(page, 'kiosk-9')
    await fillIn(region(page, 'tele-engine.section.wan'), { 'Transport network': 'Not Specified' })
    await button(page, 'editor.verb.update').click()
    const [put] = await journey.writes()
    expect(put && line(put)).toBe(`PUT ${ENGINES}`)
    expect(sent(put)).toEqual([
      changed(before, { 'wan/transportNetwork': 'Not Specified', 'wan/access/upBandwidth': null, 'wan/access/downBandwidth': null }),
    ])
    await expectListed(page, 'kiosk-9', ['Texel'])
    await page.getByRole('link', { name: 'kiosk-9', exact: true }).click()
    await heading(page, 'kiosk-9')
    await deleteOpened(page)
    const [deletion] = await journey.writes()
    expect(deletion && line(deletion)).toMatch(/^DELETE \/api\/v1\/teleEngines\/tele-engine-\d+$/)
    await heading(page, text('ip-engine.many'))
    await page.getByRole('link', { name: 'kiosk-9', exact: true }).waitFor({ state: 'detached' })
  })
})
