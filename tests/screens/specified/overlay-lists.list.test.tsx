// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withGenericTexts } from '../../../renderer/descriptor/generic-texts.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { PageProps } from '../../../renderer/host.tsx'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import { OrderedPage } from '../../../renderer/list/order/ordered-page.tsx'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import type { Can, ServedRecord } from '../../../schemas/plan.ts'
import { screens } from '../../../screens/index.ts'
import { wholeSchema } from '../../../server/demo/world/records.ts'
import { textsOf } from '../../support/browser/texts.ts'
import { eachCase } from '../../support/each-case.ts'
import { failingService } from '../../support/failing-service.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

const failing = failingService()

configure({ asyncUtilTimeout: 5000, defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const texts = withGenericTexts({ ...textsOf('en') }, Object.keys(entityMeta), {})
const everything: Can = { read: true, update: true, delete: true }
const gateway: ServedRecord = {
  oid: 'g1',
  revision: 3,
  name: 'Proxy',
  type: 'zscaler',
  primaryPublicIpAddress: '192.0.2.1',
  secondaryPublicIpAddress: '192.0.2.2',
  can: everything,
}
const zone: ServedRecord = {
  oid: 'z1',
  revision: 1,
  priority: 4,
  name: 'Guests',
  siteNames: 'Paris, Rome',
  subnetList: '10.1.0.0/16',
  can: everything,
}
const set: ServedRecord = { oid: 's1', revision: 1, priority: 2, name: 'Web', type: 'portBased', apps: 'TCP 80;443, ICMP', can: everything }

/** Opens the list of an entity of an overlay. */
function open(Page: ComponentType<PageProps>, entity: EntityName, records: ServedRecord[]) {
  const source = exampleListService(records)
  const shown = (screens as Record<string, Screen>)[entity]
  if (!shown) throw new Error(`there is no screen ${entity}`)
  return { source, ...renderPage(Page, { source, schema: wholeSchema(entity), screen: shown, texts }) }
}

const cellsBeside = (element: HTMLElement): (string | null)[] =>
  within(element.closest('[role=row]') as HTMLElement)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent)

describe('S2 section 2, the list of gateways', () => {
  it('has columns of name and address, the second address below the first', { tags: ['S2-2.2', 'S2-2.27', 'S2-2.64'] }, async () => {
    open(ListPage, 'external-gateway', [gateway, { ...gateway, oid: 'g2', name: 'Bank', secondaryPublicIpAddress: undefined }])
    await screen.findByText('Proxy')
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(expect.arrayContaining(['Name', 'IP address']))
    const column = heads.indexOf('IP address')
    const addressOf = (name: string) => screen.getByText(name).closest('tr')?.querySelectorAll('td')[column]
    expect(addressOf('Proxy')?.textContent).toBe('192.0.2.1192.0.2.2')
    expect(addressOf('Bank')?.textContent).toBe('192.0.2.1')
  })

  it(
    'leads to a new gateway, to the form of one that the person may change, and else to its read-only form',
    { tags: ['S2-2.2', 'S2-2.28'] },
    async () => {
      const noRight: Can = { read: true, update: { because: 'list.reason.noRight' } }
      open(ListPage, 'external-gateway', [gateway, { ...gateway, oid: 'g2', name: 'Bank', can: noRight }])
      const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
      expect(await hrefOf('Proxy')).toBe('/racks/edit/g1')
      expect(await hrefOf('Bank')).toBe('/racks/consult/g2')
      expect(await hrefOf(texts['list.action.create'] ?? 'Add')).toBe('/racks/new')
    },
  )

  it('shows that it is loading', { tags: ['S2-2.29'] }, async () => {
    const { source } = open(ListPage, 'external-gateway', [])
    cleanup()
    source.list.mockImplementation(failing.ignores('list'))
    renderPage(ListPage, { source, schema: wholeSchema('external-gateway'), screen: screens['external-gateway'] as Screen, texts })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
  })
})

describe('S2 section 2, the list of', () => {
  eachCase<[EntityName, ServedRecord, string[]]>([
    ['firewall-vpn-zone', zone, ['4', 'Guests', 'Paris, Rome', '10.1.0.0/16'], 'S2-2.3', 'S2-2.65'],
    ['application-set', set, ['2', 'Web', 'TCP 80;443, ICMP'], 'S2-2.4', 'S2-2.49', 'S2-2.68'],
  ])('%s shows the specified columns and leads to each form', async (entity, record, expected) => {
    open(OrderedPage, entity, [record])
    const link = await screen.findByRole('link', { name: String(record['name']) })
    expect(link.getAttribute('href')).toMatch(/^\/racks\/(?:portBased\/)?edit\/\w+$/)
    const shown = cellsBeside(link)
    expect(shown.filter((text) => expected.includes(text ?? ''))).toEqual(expected)
    const added = screen.getAllByRole('link', { name: 'Add' }).map((one) => one.getAttribute('href'))
    expect(added).toEqual(entity === 'application-set' ? ['/racks/saas/new', '/racks/portBased/new'] : ['/racks/new'])
  })

  eachCase<[EntityName, ComponentType<PageProps>, ServedRecord]>([
    ['external-gateway', ListPage, gateway, 'S2-2.48'],
    ['firewall-vpn-zone', OrderedPage, zone, 'S2-2.48'],
    ['application-set', OrderedPage, set, 'S2-2.48'],
  ])('%s deletes a row after a question', async (entity, Page, record) => {
    const { source, user } = open(Page, entity, [record])
    const name = String(record['name'])
    await user.click(await screen.findByLabelText(`Actions for ${name}`))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByRole('heading', { name: `Delete ${name}?` })).toBeDefined()
    expect(source.plan).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    const { oid, revision } = record
    await waitFor(() => expect(source.plan.mock.lastCall?.[0].items).toEqual([{ entity, action: 'delete', oid, revision }]))
  })
})
