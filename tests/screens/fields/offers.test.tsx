// @vitest-environment happy-dom
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { edgeBoxScreen } from '../../../screens/edge-box.screen.ts'
import { lastPlan, renderEditor, screen, served, testSource } from '../../support/editor/render-editor.tsx'

const oid = (digit: number) => `019213f7-0000-7000-8000-00000000000${digit}`
const [own, site, mpls, hub] = [1, 2, 3, 4].map(oid) as [string, string, string, string]
const schema = entitySchemas['edge-box']

const ofHub = { edgeBoxId: hub, edgeBoxName: 'Hub', edgeBoxMode: 'hub', siteName: 'Paris' }
const wanEnds = [
  { ...ofHub, wanIdentifier: 'wan1', publicIp: '198.51.100.1', transportNetwork: 'MPLS' },
  { ...ofHub, wanIdentifier: 'wan3', transportNetwork: 'MPLS' },
]

beforeEach(() => {
  localStorage.clear()
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

/** Shows a stored box; `rows` are what lists of the service hold. */
async function showBox(rows: (path: string, filter: string) => Rec[], changes: Rec = {}) {
  await loadSectionParts(edgeBoxScreen)
  const calls: string[] = []
  const source = testSource({
    rows: (({ path }, { filter = '' }) => {
      calls.push(`${path}?${filter}`)
      return Promise.resolve(rows(path, filter))
    }) as DataSource['rows'],
    one: (_entity, id) => Promise.resolve(served({ oid: id, name: id === hub ? 'Hub' : 'Named' })),
    list: () => Promise.resolve({ data: [], meta: { totalCount: 0, page: 1, size: 10, counts: {}, can: {} } }),
    related: () => Promise.resolve([]),
  })
  const uplink = { state: 'enabled', dhcpEnabled: true, publicIp: '198.51.100.9', transportNetwork: mpls }
  const stored = {
    oid: own,
    name: 'Spoke',
    serialNumber: 'S1',
    site,
    lan: { routingProtocol: 'bgp', mgtInterface: { ipAddress: '10.0.0.1', mask: 24, dhcpRelayEnabled: false } },
    wans: { wan1: { ...uplink, access: { upBandwidth: 1, downBandwidth: 1 } } },
  }
  const record = served(mergeRecords(mergeRecords(defaultsOf(schema), stored), changes))
  const tenant = { oid: 'bay', name: 'Bay', type: 'managed_customer' } as const
  return { ...renderEditor({ schema, screen: edgeBoxScreen, record, source, tenant, validate: () => [] }), calls }
}

const connections = (plan: ReturnType<typeof lastPlan>): Rec[] => {
  const { wans } = (plan?.items[0]?.changes ?? {}) as { wans?: Record<string, { wanConnections: Rec[] }> }
  return wans?.wan1?.wanConnections ?? []
}

const offeredOptions = async (): Promise<HTMLElement[]> => within(await screen.findByRole('listbox')).findAllByRole('option')

describe('a reference to which a list of the service offers its rows', () => {
  it(
    'offers the ends that a WAN connection may reach, told apart, and takes the WAN of the chosen one',
    { tags: ['S1-2.43'] },
    async () => {
      const { user, source, calls } = await showBox(() => wanEnds)
      await user.click(await screen.findByRole('button', { name: 'Add row: WAN connections' }))
      const table = within(screen.getByRole('table', { name: 'WAN connections' }))
      expect(table.queryByText(/^WAN \d/)).toBeNull()
      await user.click(table.getByRole('combobox', { name: 'Edge box, row 1' }))
      const options = await offeredOptions()
      expect(options.map(({ textContent }) => textContent)).toEqual([
        'Hub · WAN 1Paris · Hub · MPLS · 198.51.100.1',
        'Hub · WAN 3Paris · Hub · MPLS',
      ])
      expect(calls).toEqual([`wanEndpoints?transportNetworkId=="${mpls}";edgeBoxId!="${own}"`])
      await user.click(options[1] as HTMLElement)
      await waitFor(() => expect(table.getByRole<HTMLInputElement>('combobox').value).toBe('Hub'))
      expect(table.getByText('WAN 3')).toBeDefined()
      expect(table.queryAllByRole('combobox')).toHaveLength(1)
      await user.click(screen.getByRole('button', { name: 'Update' }))
      expect(connections(lastPlan(source))).toMatchObject([{ edgeBox: hub, wanIdentifier: 'wan3', networkPref: 100 }])
    },
  )

  it('searches names and sites, and reads a pasted name with the WAN that stands beside it', async () => {
    const { user, source, calls } = await showBox((_path, filter) => (/="attic"/i.test(filter) ? [] : wanEnds.slice(1)))
    const add = await screen.findByRole('button', { name: 'Add row: WAN connections' })
    await user.click(add)
    const cell = screen.getByRole('combobox', { name: 'Edge box, row 1' })
    await user.type(cell, 'par')
    await waitFor(() => expect(calls.at(-1)).toContain(';(edgeBoxName=ilike="%par%",siteName=ilike="%par%")'))
    await user.keyboard('{Escape}')
    fireEvent.paste(cell, { clipboardData: { getData: () => 'hub\nHUB\tWAN 2\t120\nAttic\t\t' } })
    await screen.findByRole('combobox', { name: 'Edge box, row 3' })
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(connections(lastPlan(source))).toMatchObject([
      { edgeBox: hub, wanIdentifier: 'wan3' },
      { edgeBox: hub, wanIdentifier: 'wan2', networkPref: 120 },
      { edgeBox: 'Attic' },
    ])
  })

  it('offers the other boxes of the site as iBGP peers, and nothing while there is no site yet', { tags: ['S1-7.21'] }, async () => {
    const peer = { ...ofHub, bgpMode: 'given', bgpASNumber: 65001 }
    const open = async (site?: string) => {
      const shown = await showBox(() => [peer])
      if (site !== undefined) {
        const picker = screen.getByRole('combobox', { name: 'Site' })
        await shown.user.clear(picker)
        await shown.user.type(picker, site)
        await shown.user.click(await screen.findByRole('option', { name: new RegExp(site) }))
      }
      await shown.user.click(await screen.findByRole('tab', { name: /^BGP/ }))
      await shown.user.click(screen.getByRole('button', { name: /^Add row: .*(edge box|boxes)/i }))
      await shown.user.click(screen.getByRole('combobox', { name: /, row 1$/ }))
      return shown
    }
    const { calls } = await open()
    expect((await offeredOptions()).map(({ textContent }) => textContent)).toEqual(['HubParis · Hub · 65001'])
    expect(calls).toEqual([`sites/${site}/ibgpEdgeBoxEndpoints?edgeBoxId!="${own}"`])
    cleanup()
    const unknown = await open('A new site')
    await screen.findByText('Nothing found.')
    expect(unknown.calls).toEqual([])
  })
})
