// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withGenericTexts } from '../../../renderer/descriptor/generic-texts.ts'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Can, ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { screens } from '../../../screens/index.ts'
import { textsOf } from '../../support/browser/texts.ts'
import { exampleListService, renderPage, type RenderPageOptions } from '../../support/list/render-page.tsx'

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 5000, defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const texts = withGenericTexts({ ...textsOf('en') }, Object.keys(entityMeta), {})
const everyRight = { read: true, update: true, delete: true } as const
const device = (oid: string, values: Rec, can: Can = everyRight): ServedRecord => ({ revision: 1, can, ...values, oid })
const addresses = Array.from({ length: 6 }, (_, index) => `10.0.${index}.1/24`)
const hub = {
  type: 'edge_box',
  name: 'Paris-1',
  siteName: 'Paris',
  serialNumber: 'A1',
  model: 'M1',
  softwareVersion: '21.12',
  mode: 'hub',
  lanAddresses: addresses,
  wans: [{ name: 'wan1', transportNetwork: 'MPLS' }],
  bgpASNumber: 65_001,
  provisioned: true,
}
const bare = {
  type: 'edge_box',
  name: 'Bare',
  siteName: 'Lens',
  serialNumber: 'A3',
  mode: 'spoke',
  lanAddresses: addresses.slice(1),
  wans: [],
}
const tele = { type: 'tele_engine', name: 'Tele', siteName: 'Paris', lanAddresses: ['10.9.0.0/16'], wans: [] }
const waiting = { type: 'appliance', serialNumber: 'A2', model: 'M1', softwareVersion: '21.12', info: 'spare', provisioned: true }
const records = [device('b1', hub), device('b2', bare), device('t1', tele), device('a1', waiting, {})]

const counts = { all: 250, configured: 120, notConfigured: 60, unProvisioned: 40, teleEngine: 30 }

/** Opens the list of devices, which has 250 rows, of which every page shows the same four. */
async function open(more: Partial<RenderPageOptions> = {}) {
  const source = exampleListService(records)
  source.list.mockImplementation((_entity, { page, size, condition = 'all' }) =>
    Promise.resolve({
      data: records,
      meta: {
        totalCount: counts[condition as keyof typeof counts],
        page,
        size,
        counts,
        can: { create: true, import: true, journal: true },
      },
    }),
  )
  const rendered = renderPage(ListPage, {
    source,
    schema: entitySchemas['ip-engine'] as EntitySchema,
    screen: screens['ip-engine'],
    screens: { 'edge-box': screens['edge-box'], 'tele-engine': screens['tele-engine'] },
    tenant: { oid: 'bay', name: 'Bay Foods', type: 'managed_customer' },
    texts,
    ...more,
  })
  await screen.findByText('Paris-1')
  return { source, ...rendered }
}

const row = (name: string): HTMLElement => screen.getByText(name).closest('tr')!
const cellsOf = (name: string): (string | null)[] =>
  [...row(name).querySelectorAll('td')].slice(1, -1).map(({ textContent }) => textContent)
const lastQuery = (source: ReturnType<typeof exampleListService>) => source.list.mock.lastCall?.[1]
const linkTo = (name: string) => within(row(name)).getAllByRole('link')[0]?.getAttribute('href')

describe('S1 section 2, the list of devices', () => {
  it(
    'shows boxes, tele engines and appliances in the specified columns',
    { tags: ['S1-1.3', 'S1-2.1', 'S1-2.4', 'S1-2.6', 'S1-9.20'] },
    async () => {
      await open()
      const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
      expect(columns.slice(1)).toEqual(['Name', 'Site', 'Appliance', 'Mode', 'LAN', 'WAN', 'AS number'])
      expect(screens['ip-engine'].list?.numbered).toBe(true)
      expect(cellsOf('Paris-1').slice(0, 4)).toEqual(['Paris-1', 'Paris', 'A1M1 · 21.12', 'Hub'])
      expect(cellsOf('Paris-1').slice(5)).toEqual(['wan1 MPLS', '65001'])
      expect(cellsOf('Tele').slice(0, 2)).toEqual(['Tele', 'Paris'])
      expect(cellsOf('A2')[2]).toBe('A2M1 · 21.12')
    },
  )

  it('shows five addresses of the LAN, then an ellipsis', { tags: ['S1-2.6', 'S1-9.20'] }, async () => {
    await open()
    const shown = (name: string): string[] => [...row(name).querySelectorAll('td')][5]?.textContent?.match(/[\d.]+\/24|…/g) ?? []
    expect(shown('Paris-1')).toEqual([...addresses.slice(0, 5), '…'])
    expect(shown('Bare')).toEqual(addresses.slice(1))
  })

  it('says Unknown where model and software of an appliance are missing', { tags: ['S1-2.5'] }, async () => {
    await open()
    expect(cellsOf('Bare')[2]).toBe('A3Unknown · Unknown')
  })

  it('has a tab with a count for each kind, and resets the filters', { tags: ['S1-2.7', 'S1-2.8'] }, async () => {
    const { user, source } = await open()
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'All250',
      'Configured120',
      'Not configured60',
      'Not provisioned40',
      'Tele engines30',
    ])
    for (const [index, condition] of ['configured', 'notConfigured', 'unProvisioned', 'teleEngine'].entries()) {
      await user.click(tabs[index + 1] as HTMLElement)
      await waitFor(() => expect(lastQuery(source)).toMatchObject({ condition }))
    }
    const search = screen.getByRole<HTMLInputElement>('searchbox')
    await user.type(search, 'hub{Enter}')
    await waitFor(() => expect(lastQuery(source)).toMatchObject({ condition: 'teleEngine', filter: expect.stringContaining('%hub%') }))
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    await waitFor(() => expect([lastQuery(source)?.condition, lastQuery(source)?.filter, search.value]).toEqual([undefined, undefined, '']))
  })

  it('pages by 50 rows, by 20 or by 100', { tags: ['S1-2.9', 'S1-9.19'] }, async () => {
    const { user, source } = await open()
    expect(lastQuery(source)).toMatchObject({ page: 1, size: 50 })
    expect(screen.getAllByRole('button', { name: / rows per page$/ }).map((size) => size.getAttribute('aria-label'))).toEqual([
      '20 rows per page',
      '50 rows per page',
      '100 rows per page',
    ])
    for (const [button, page] of [
      ['Next page', 2],
      ['Last page', 5],
      ['Previous page', 4],
      ['Page 3', 3],
      ['First page', 1],
    ] as const) {
      await user.click(screen.getByRole('button', { name: button }))
      await waitFor(() => expect(lastQuery(source)).toMatchObject({ page }))
    }
    await user.click(screen.getByRole('button', { name: '20 rows per page' }))
    await waitFor(() => expect(lastQuery(source)).toMatchObject({ page: 1, size: 20 }))
  })

  it('searches a second after the last letter, from page 1', { tags: ['S1-2.8', 'S1-2.51', 'S1-9.19'] }, async () => {
    const { user, source } = await open({ address: '/racks?page=3' })
    await user.type(screen.getByRole('searchbox'), 'hub')
    const typed = Date.now()
    expect(lastQuery(source)).toMatchObject({ page: 3 })
    await waitFor(() => expect(lastQuery(source)).toMatchObject({ page: 1, filter: expect.stringContaining('%hub%') }))
    expect(Date.now() - typed).toBeGreaterThan(800)
  })

  it('keeps page, page size, tab and search for the next visit', { tags: ['S1-2.50'] }, async () => {
    const { user, source, unmount } = await open()
    await user.click(screen.getByRole('tab', { name: /^Not configured/ }))
    await user.click(screen.getByRole('button', { name: '20 rows per page' }))
    await user.type(screen.getByRole('searchbox'), 'a{Enter}')
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    const kept = { condition: 'notConfigured', page: 2, size: 20, filter: expect.stringContaining('%a%') }
    await waitFor(() => expect(lastQuery(source)).toMatchObject(kept))
    unmount()
    const next = await open()
    expect(lastQuery(next.source)).toMatchObject(kept)
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('a')
  })

  it(
    'opens each row in the editor of its kind, read-only and without deletion where the rights are missing',
    { tags: ['S1-2.2', 'S1-2.10'] },
    async () => {
      await open()
      expect([linkTo('Paris-1'), linkTo('Tele')]).toEqual(['/ipengines/edgeBoxes/edit/b1', '/ipengines/teleEngines/edit/t1'])
      cleanup()
      const refused = { because: 'list.reason.noRight' }
      const viewed = records.map((record) => ({ ...record, can: { read: true as const, update: refused, delete: refused } }))
      const source = exampleListService(viewed)
      source.list.mockResolvedValue({ data: viewed, meta: { totalCount: 4, page: 1, size: 50, counts, can: {} } })
      const { user } = await open({ source, can: { read: true, list: true } })
      expect([linkTo('Paris-1'), linkTo('Tele')]).toEqual(['/ipengines/edgeBoxes/consult/b1', '/ipengines/teleEngines/consult/t1'])
      await user.click(screen.getByLabelText('Actions for Paris-1', { exact: false }))
      expect(screen.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
    },
  )

  it(
    'offers new devices, and a box of an appliance that waits, with the right to create alone',
    { tags: ['S1-2.2', 'S1-2.3', 'S1-2.10', 'S1-4.40', 'S1-6.10'] },
    async () => {
      const { user, router } = await open()
      await user.click(within(row('A2')).getByRole('link', { name: 'Configure' }))
      await waitFor(() => expect(router.state.location.pathname).toBe('/ipengines/edgeBoxes/new'))
      const prefill = { serialNumber: 'A2', applianceModel: 'M1', softwareVersion: '21.12', applianceInfo: 'spare', provisioned: true }
      expect(router.state.location.state).toMatchObject({ prefill })
      cleanup()
      await open({ can: { read: true, list: true } })
      expect(within(row('A2')).queryByRole('link', { name: 'Configure' })).toBeNull()
      expect(screen.getByRole('button', { name: /^Add/ }).getAttribute('aria-disabled')).toBe('true')
    },
  )

  it('offers live troubleshooting of a row with a serial number, with its right', { tags: ['S1-2.11'] }, async () => {
    const appActions = { troubleshoot: { icon: 'gauge', run: vi.fn<() => Promise<void>>() } }
    for (const [name, can, isOffered] of [
      ['Paris-1', { ...everyRight, create: true, troubleshoot: true }, true],
      ['Tele', { ...everyRight, create: true, troubleshoot: true }, false],
      ['Paris-1', { ...everyRight, create: true }, false],
    ] as const) {
      const { user } = await open({ appActions, can })
      await user.click(screen.getByLabelText(`Actions for ${name}`, { exact: false }))
      const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
      expect([name, items.includes('Troubleshoot live'), items.at(-1)]).toEqual([name, isOffered, 'Delete'])
      cleanup()
    }
  })
})
