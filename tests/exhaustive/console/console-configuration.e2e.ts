import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { button } from '../../support/browser/device-pages.ts'
import { addRow, cells, fillIn, openTab } from '../../support/browser/fields.ts'
import { text } from '../../support/browser/texts.ts'
import type { Item } from '../../conformance/client/http.ts'
import { line, overlayJourney, sent } from '../../conformance/overlay-journey.ts'
import type { ReceivedCall } from '../../conformance/stand-in.ts'

const journey = overlayJourney()

const panel = (page: Page, entity: string) => page.getByRole('tabpanel', { name: text(`${entity}.many`), exact: true })
const tab = (page: Page, entity: string) => openTab(page, text(`${entity}.many`))

/** The tabs of the page: where each is stored, and what a person changes there, in the form and in what is sent. */
const settings = {
  'local-breakout': {
    path: '/api/v1/localBreakout',
    change: (page: Page) => tab(page, 'local-breakout').then((form) => fillIn(form, { 'Transport network': 'LTE' })),
    expected: ([breakout]: Item[]) => [{ ...breakout, transportNetwork: 'LTE' }],
  },
  'overlay-routing': {
    path: '/api/v1/overlay/routing',
    change: (page: Page) => tab(page, 'overlay-routing').then((form) => fillIn(form, { 'BGP AS exclusion': '64600;64700-64710' })),
    expected: ([routing]: Item[]) => [{ ...routing, bgpAsExclusion: '64600;64700-64710' }],
  },
  'overlay-security': {
    path: '/api/v1/overlay/security',
    change: (page: Page) => tab(page, 'overlay-security').then((form) => fillIn(form, { 'MTU (bytes)': '1300' })),
    expected: ([security]: Item[]) => [{ ...security, mtu: 1300 }],
  },
  'syslog-server': {
    path: '/api/v1/syslogServer',
    change: async (page: Page) => {
      const table = await tab(page, 'syslog-server')
      await fillIn(table, cells(2, { Port: '1515' }))
      await addRow(table, text('syslog-server.many'), { Name: 'Attic', 'Address or host name': '192.0.2.11', Port: '514' })
    },
    expected: ([first, second]: Item[]) => [
      first,
      { ...second, port: 1515 },
      { name: 'Attic', ipOrHostname: '192.0.2.11', protocolId: 6, protocolName: 'TCP', port: 514 },
    ],
  },
  'time-synchro': {
    path: '/api/v1/timeSynchro',
    change: async (page: Page) => {
      const form = await tab(page, 'time-synchro')
      await fillIn(form, { 'Time server': '192.0.2.124' })
      await addRow(form, 'Synchro servers', { 'Edge box': 'dieppe-3' })
    },
    expected: ([time]: Item[]) => [
      { ...time, timeServer: '192.0.2.124', synchroServers: [...((time?.['synchroServers'] ?? []) as string[]), 'edge-box-3'] },
    ],
  },
  'transport-network': {
    path: '/api/v1/transportNetworks',
    change: (page: Page) =>
      tab(page, 'transport-network').then((table) => table.getByRole('switch', { name: 'Eligible to DTI: MPLS' }).check()),
    expected: (networks: Item[]) => networks.filter(({ name }) => name === 'MPLS').map((network) => ({ ...network, eligibleDti: true })),
  },
  'vrrp-profile': {
    path: '/api/v1/overlay/vrrp_profile',
    change: (page: Page) =>
      tab(page, 'vrrp-profile').then((form) => fillIn(form, { 'Preemption delay (s)': '77', 'Multicast address': '224.0.0.19' })),
    expected: ([profile]: Item[]) => [{ ...profile, preemptDelay: 77, multicastPeeringIp: { ip: '224.0.0.19' } }],
  },
}

describe('the advanced configuration on a platform that is not ours', () => {
  it(
    'shows what the platform has, and one press sends every changed tab whole',
    {
      tags: [
        ...(['S2-7.7', 'S2-7.8', 'S2-7.9', 'S2-7.10', 'S2-7.11', 'S2-7.12', 'S2-7.13', 'S2-7.14', 'S2-7.15', 'S2-7.16'] as const),
        ...(['S2-7.17', 'S2-7.18', 'S2-7.20', 'S2-7.26', 'S2-7.27', 'S2-7.28', 'S1-7.18', 'S1-7.26', 'S1-7.30'] as const),
      ],
    },
    async () => {
      const stored = async (path: string) => journey.stored(path === '/api/v1/transportNetworks' ? `${path}/full` : path)
      const before = new Map<string, Item[]>()
      for (const { path } of Object.values(settings)) before.set(path, await stored(path))
      await journey.open('network/externalGateways')
      const page = await journey.open('network/advancedConfiguration')
      await tab(page, 'cloud-mesh-routing')
      await panel(page, 'cloud-mesh-routing').getByRole('textbox', { name: 'AS number' }).waitFor()
      for (const { change } of Object.values(settings)) await change(page)
      await button(page, 'editor.verb.update').click()
      const puts = new Map((await journey.writes(7)).map((call): [string, ReceivedCall] => [line(call), call]))
      const expected = Object.values(settings).map(({ path, expected: of }) => [`PUT ${path}`, of(before.get(path) ?? [])] as const)
      expect(Object.fromEntries([...puts].map(([path, call]) => [path, sent(call)]))).toEqual(Object.fromEntries(expected))
      await page.getByRole('heading', { level: 1, name: text('external-gateway.many') }).waitFor()
    },
  )

  it('neither adds nor deletes VRRP profiles, for which there is no call', { tags: ['S2-7.12'] }, async () => {
    const page = await journey.open('network/advancedConfiguration/vrrpProfile')
    const profiles = panel(page, 'vrrp-profile')
    await profiles.getByRole('tab', { name: 'Patient' }).waitFor()
    expect(await profiles.getByRole('link', { name: text('list.action.create') }).count()).toBe(0)
    const deletion = profiles.getByRole('button', { name: text('settings-page.row.delete', { name: 'Default' }) })
    expect(await deletion.getAttribute('aria-disabled')).toBe('true')
  })

  it(
    'creates, changes and deletes IHAP profiles',
    { tags: ['S1-7.35', 'S1-7.36', 'S1-7.37', 'S1-7.38', 'S1-7.39', 'S2-7.21', 'S2-7.22', 'S2-7.23', 'S2-7.24', 'S2-7.25'] },
    async () => {
      const path = '/networkConfiguration/v1/ihap/profiles'
      const page = await journey.open('network/advancedConfiguration/ihapProfile')
      const profiles = panel(page, 'ihap-profile')
      await profiles.getByRole('link', { name: text('list.action.create'), exact: true }).click()
      await fillIn(page.getByRole('main'), { Name: 'Lighthouse', 'Keep-alive (ms)': '50', 'Peer dead factor': '10' })
      await button(page, 'editor.verb.create').click()
      const [post] = await journey.writes()
      expect(post && line(post)).toBe(`POST ${path}`)
      expect(sent(post)).toEqual([
        {
          name: 'Lighthouse',
          keepAlive: 50,
          peerDeadFactor: 10,
          tunnelPersistence: false,
          preemption: false,
          badHealthCriteria: 'or',
          isDefault: false,
          monitoredInterfaces: '',
        },
      ])
      const stored = async () => (await journey.stored(path)).find(({ name }) => name === 'Lighthouse')
      const before = await stored()
      await profiles.getByRole('link', { name: 'Lighthouse', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Lighthouse' }).waitFor()
      await fillIn(page.getByRole('main'), { 'Keep-alive (ms)': '60' })
      await button(page, 'editor.verb.update').click()
      const [put] = await journey.writes()
      expect(put && line(put)).toBe(`PUT ${path}`)
      expect(sent(put)).toEqual([{ ...before, keepAlive: 60 }])
      await profiles.getByRole('row', { name: /Lighthouse 60/ }).waitFor()
      await profiles.getByRole('button', { name: text('settings-page.row.delete', { name: 'Lighthouse' }) }).click()
      await button(page.getByRole('alertdialog'), 'editor.verb.delete').click()
      const [deletion] = await journey.writes()
      expect(deletion && line(deletion)).toBe(`DELETE ${path}/${String(before?.['id'])}`)
      await profiles.getByRole('link', { name: 'Lighthouse', exact: true }).waitFor({ state: 'detached' })
    },
  )
})
