// @vitest-environment happy-dom
import { cleanup, configure, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachCase } from '../../support/each-case.ts'
import { oidOf, openBox, type OpenBoxOptions } from '../../support/editor/edge-box-form.tsx'
import { screen } from '../../support/editor/render-editor.tsx'

beforeAll(() => {
  localStorage.clear()
  // Test files of one process share the document, and some leave elements in it.
  document.body.replaceChildren()
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterAll(cleanup)

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 10_000, defaultHidden: true })

const features = { cloud_security: true, sdi: true }

/** The card of the form with this heading. */
const card = async (name: string): Promise<HTMLElement> => (await screen.findByRole('heading', { level: 2, name })).closest('section')!

/** The fields inside an element, by their places in the record. */
const fieldsIn = (element: Element): string[] =>
  [...element.querySelectorAll('[id^="field."]')].map(({ id }) => id.slice('field.'.length)).filter((id) => !/__|-written$/.test(id))

/** The LAN tabs; a tab that cannot be opened stands in brackets. */
async function lanTabs(): Promise<string[]> {
  const tabs = within(await card('LAN')).getAllByRole('tab')
  return tabs.map((tab) => (tab.getAttribute('aria-disabled') === 'true' ? `(${tab.textContent})` : tab.textContent))
}

const shown = new Map<string, Awaited<ReturnType<typeof openBox>>>()
// The forms of other tests stand aside; what they have put beside themselves stays, since they remove it themselves.
beforeEach(() => shown.forEach(({ container }) => container.remove()))

/** Shows the form of a box. Tests that only read share it, since rendering takes longer than all that they do; a `key` opens another one. */
async function showBox(options: OpenBoxOptions, key = JSON.stringify(options)) {
  shown.forEach(({ container }) => container.remove())
  const opened = shown.get(key) ?? (await openBox(options))
  shown.set(key, opened)
  document.body.append(opened.container)
  return opened
}

/** Shows a box and one of its tabs. Returns the content of the tab. */
async function openTab(tab: RegExp, options: OpenBoxOptions) {
  const opened = await showBox(options)
  const button = await screen.findByRole('tab', { name: tab })
  await opened.user.click(button)
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')!
  await waitFor(() => expect(fieldsIn(panel).length).toBeGreaterThan(0))
  return { ...opened, panel, fields: fieldsIn(panel).map((field) => field.split('.').at(-1)) }
}

describe('S1 section 2, the tabs of the LAN of', () => {
  eachCase<[string, OpenBoxOptions, string[]]>([
    ['a box without routing', { box: 'spoke' }, ['Interfaces1', 'Subnets2', '(IHAP)'], 'S1-2.22', 'S1-2.26'],
    ['a box with BGP', { box: 'hub' }, ['Interfaces1', 'Subnets2', 'BGP', '(IHAP)'], 'S1-1.1', 'S1-2.23'],
    ['a box with OSPF', { box: 'ospf' }, ['Interfaces1', 'Subnets2', 'OSPF', '(IHAP)'], 'S1-2.24'],
    ['a box of a pair', { box: 'pair' }, ['Interfaces1', 'Subnets2', 'IHAP'], 'S1-1.1', 'S1-2.26'],
    ['a box in multi-WAN IP with VRRP', { box: 'router' }, ['Interfaces1', 'Subnets0', 'VRRP'], 'S1-1.1', 'S1-2.25', 'S1-2.26'],
    [
      'a box in multi-WAN IP without',
      { box: 'router', values: { lan: { vrrpEnabled: false } } },
      ['Interfaces1', 'Subnets0', '(VRRP)'],
      'S1-2.25',
    ],
    ['a bridge with BGP', { box: 'bridge', values: { lan: { routingProtocol: 'bgp' } } }, ['Interfaces', 'Subnets1', '(IHAP)'], 'S1-2.23'],
    [
      'a bridge with OSPF',
      { box: 'bridge', values: { lan: { routingProtocol: 'ospf' } } },
      ['Interfaces', 'Subnets1', '(IHAP)'],
      'S1-2.24',
    ],
  ])('%s', async (_about, options, expected) => {
    await showBox(options)
    expect(await lanTabs()).toEqual(expected)
  })
})

describe('S1 section 2, the fields of', () => {
  const address = 'dhcpEnabled ipAddress mask defaultGateway publicIp overlayAddress'
  const transport = 'transportNetwork eligibleDti allowTrafficInTheUnderlay defaultNetworkPref upBandwidth downBandwidth mtu speed'
  const lists = 'wanConnections externalGatewayConnections localPortForwarding'
  const layer3 = `state interfaceMode ${address} ${transport}`
  const layer2 = 'state interfaceMode transportNetwork upBandwidth downBandwidth speed routerLanIPAddress coloring'
  const management = 'ipAddress mask vlanId dhcpRelayEnabled dhcpServerAddress'
  const routers = 'autoAllocationIP vRouter1IPAdress vRouter2IPAdress vRouter3IPAdress'
  const physical = 'multipathEnabled lan2wan wan2lan speed'
  const routing = 'routingProtocol interVLANForwarding'

  eachCase<[string, OpenBoxOptions & { tab: RegExp }, string]>([
    [
      'the interfaces of a spoke',
      { tab: /^Interfaces/, box: 'spoke' },
      `${management} ${routers} interfaces ${physical} ihapEnabled ${routing}`,
      'S1-2.27',
      'S1-2.28',
      'S1-2.29',
      'S1-2.30',
    ],
    [
      'the interfaces of a hub',
      { tab: /^Interfaces/, box: 'hub' },
      `${management} ${routers} interfaces ${physical} enableBackhauling lanGatewayIp ihapEnabled ${routing}`,
      'S1-2.30',
    ],
    [
      'the interfaces of a box in multi-WAN IP with VRRP',
      { tab: /^Interfaces/, box: 'router' },
      `ipAddress mask vlanId vrrpVirtualIp dhcpRelayEnabled dhcpServerAddress ${routers} interfaces ${physical} vrrpEnabled ${routing}`,
      'S1-2.27',
      'S1-2.28',
    ],
    [
      'the interfaces of a pair',
      { tab: /^Interfaces/, box: 'pair' },
      `ipAddress mask vlanId ihapPeerIp dhcpRelayEnabled dhcpServerAddress ${routers} interfaces ${physical} ihapEnabled ${routing}`,
      'S1-2.27',
    ],
    [
      'the interfaces of a bridge',
      { tab: /^Interfaces/, box: 'bridge' },
      `${management} ${physical} enableBackhauling lanGatewayIp ihapEnabled interVLANForwarding`,
      'S1-2.28',
      'S1-2.30',
    ],
    ['BGP', { tab: /^BGP/, box: 'hub' }, 'ibgpLanPeerings ibgpEdgeBoxPeerings asPathPrependEnabled asPathPrepend', 'S1-2.34'],
    [
      'VRRP',
      { tab: /^VRRP/, box: 'router' },
      'instanceIdentifier role vrrpProfile trackingWan1 trackingWan2 trackingWan3 logicTrackingInterfaces',
      'S1-2.36',
    ],
    ['IHAP', { tab: /^IHAP/, box: 'pair' }, 'role ihapProfile', 'S1-2.37'],
    ['a WAN at layer 3', { tab: /^WAN 1/, box: 'spoke' }, `${layer3} ${lists}`, 'S1-2.40', 'S1-2.41', 'S1-2.44', 'S1-2.45'],
    [
      'a WAN at layer 3 with the features',
      { tab: /^WAN 1/, box: 'spoke', feature: features },
      `${layer3} cloudSecurityEnabled cloudSecurityRegion sdiEnabled sdiPop ${lists}`,
      'S1-2.41',
      'S1-2.44',
      'S1-2.45',
      'S1-6.7',
    ],
    [
      'a WAN for somebody who may not read gateways',
      { tab: /^WAN 1/, box: 'spoke', can: { readExternalGateway: false } },
      `${layer3} wanConnections localPortForwarding`,
      'S1-2.46',
      'S1-6.6',
    ],
    ['a WAN at layer 2', { tab: /^WAN 2/, box: 'mixed' }, layer2, 'S1-2.40', 'S1-2.42'],
    ['the first WAN of a bridge', { tab: /^WAN 1/, box: 'bridge' }, `${layer2} bypass`, 'S1-2.42', 'S1-2.47'],
    ['the second WAN of a bridge with multipath', { tab: /^WAN 2/, box: 'bridge' }, `${layer2} bypass`, 'S1-2.47'],
    [
      'the second WAN of a bridge without',
      { tab: /^WAN 2/, box: 'bridge', values: { dwsMode: 'cpe', lan: { multipathEnabled: false } } },
      layer2,
      'S1-2.47',
    ],
    ['the third WAN of a bridge', { tab: /^WAN 3/, box: 'bridge' }, layer2, 'S1-2.47'],
  ])('%s', async (_about, { tab, ...options }, expected) => {
    const { fields } = await openTab(tab, options)
    expect(fields).toEqual(expected.split(' '))
  })

  it('the general card', { tags: ['S1-2.20', 'S1-2.21'] }, async () => {
    await showBox({ box: 'spoke', feature: features })
    const general = 'name site mode dwsMode serialNumber applianceModel softwareVersion syslog cloudSecurityRegion'
    expect(fieldsIn(await card('General'))).toEqual([...general.split(' '), 'services.wanOptimization', 'lan.bgpASMode', 'lan.bgpASNumber'])
  })

  eachCase<[string, OpenBoxOptions, boolean]>([
    ['with the feature', { box: 'spoke', feature: features }, true, 'S1-2.21'],
    ['without the feature', { box: 'spoke' }, false, 'S1-2.21', 'S1-6.7'],
    ['of a bridge', { box: 'bridge', feature: features }, false, 'S1-2.21'],
  ])('the general card %s has or has not a cloud security region', async (_about, options, isThere) => {
    await showBox(options)
    expect(fieldsIn(await card('General')).includes('cloudSecurityRegion')).toBe(isThere)
  })
})

describe('S1 section 2, the editor of a box', () => {
  it('says of a stored value not that a rule set it, once the transport network is loaded', { tags: ['S1-4.13'] }, async () => {
    await showBox({ box: 'spoke' })
    const underlay = (): HTMLInputElement => document.getElementById('field.wans.wan1.allowTrafficInTheUnderlay') as HTMLInputElement
    await waitFor(() => expect([underlay().checked, underlay().disabled]).toEqual([true, false]))
    expect(document.getElementById(`${underlay().id}-written`)).toBeNull()
  })

  const columnsOf = (table: HTMLElement): (string | null)[] =>
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)

  it('shows a table of subnets, in a bridge without static routes', { tags: ['S1-2.33'] }, async () => {
    for (const [box, columns] of [
      ['spoke', ['Number', 'Prefix', 'Mask', 'Static route', 'Actions']],
      ['bridge', ['Number', 'Prefix', 'Mask', 'Actions']],
    ] as const) {
      await openTab(/^Subnets/, { box })
      expect(columnsOf(screen.getByRole('table', { name: 'Subnets' }))).toEqual(columns)
    }
  })

  it('shows the three virtual routers of OSPF in fixed rows, and the rest folded', { tags: ['S1-2.35'] }, async () => {
    const { user, panel } = await openTab(/^OSPF/, { box: 'ospf' })
    const ospf = within(panel)
    expect(columnsOf(ospf.getByRole('table'))).toEqual([
      'Number',
      'Virtual router',
      'VLAN',
      'Area',
      'Cost',
      'Authentication',
      'Key',
      'Key ID',
      'Actions',
    ])
    expect(ospf.getAllByRole('row').map(({ textContent }) => /WAN \d/.exec(textContent)?.[0])).toEqual([
      undefined,
      'WAN 1',
      'WAN 2',
      'WAN 3',
    ])
    expect(ospf.queryByRole('button', { name: /^(Add|Remove) row/ })).toBeNull()
    expect(fieldsIn(panel)).toEqual(['lan.ospf.vrouters'])
    await user.click(ospf.getByRole('button', { name: 'Advanced' }))
    const advanced = 'helloTimer deadTimer priority defaultOriginate instanceId metricType externalRouteCost'
    await waitFor(() => expect(fieldsIn(panel).map((field) => field.split('.').at(-1))).toEqual(['vrouters', ...advanced.split(' ')]))
  })

  it('fetches the IHAP profiles once their tab opens, and shows what the profile holds', { tags: ['S1-2.37', 'S1-2.38'] }, async () => {
    const { source, user } = await showBox({ box: 'pair' }, 'its tabs closed')
    const fetched = (): boolean => source.list.mock.calls.some(([entity]) => entity === 'ihap-profile')
    await screen.findByRole('tab', { name: /^IHAP/ })
    expect(fetched()).toBe(false)
    await user.click(screen.getByRole('tab', { name: /^IHAP/ }))
    await waitFor(() => expect(fetched()).toBe(true))
    const shown = 'Name, Keep-alive (ms), Bad health criteria, Peer dead factor, Monitored interfaces, Tunnel persistence, Preemption'
    await waitFor(() => expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(shown.split(', ')))
  })

  it('has a tab for each of the three WANs, with a dot for its state', { tags: ['S1-1.1', 'S1-2.39', 'S1-9.1'] }, async () => {
    await showBox({ box: 'spoke' })
    const tabs = within(await card('WANs')).getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['WAN 1', 'WAN 2', 'WAN 3'])
    const isFilled = (tab: HTMLElement): boolean => tab.querySelector('circle')?.getAttribute('fill') !== 'none'
    expect(tabs.map(isFilled)).toEqual([true, false, false])
  })

  it('lists the subnets of the site by box, no higher than 200 pixels', { tags: ['S1-2.19'] }, async () => {
    const subnets = [
      { edgeBoxName: 'Hub', prefix: '10.1.0.0', mask: 16 },
      { edgeBoxName: 'Kiosk', prefix: '10.2.0.0', mask: 24 },
    ]
    const { source } = await showBox({ box: 'spoke', answers: { related: () => Promise.resolve(subnets) } }, 'with subnets')
    const region = await screen.findByRole('region', { name: 'Subnets of the site' })
    expect((await card('Site overview')).contains(region)).toBe(true)
    const rows = within(region)
      .getAllByRole('row')
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
    expect(rows).toEqual([[], ['Hub', '10.1.0.0/16'], ['Kiosk', '10.2.0.0/24']])
    expect(source.related.mock.calls[0]?.[0]).toMatchObject({ entity: 'site', oid: oidOf('nantes'), name: 'subnets' })
    expect(document.head.textContent).toMatch(new RegExp(`${region.className}\\{[^}]*max-height:200px`))
  })
})
