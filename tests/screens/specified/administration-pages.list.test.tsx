// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withGenericTexts } from '../../../renderer/descriptor/generic-texts.ts'
import { JournalPage } from '../../../renderer/journal/journal-page.tsx'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { screens } from '../../../screens/index.ts'
import { textsOf } from '../../support/browser/texts.ts'
import { eachCase } from '../../support/each-case.ts'
import { exampleListService, renderPage, type RenderPageOptions } from '../../support/list/render-page.tsx'

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 5000, defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const texts = withGenericTexts({ ...textsOf('en') }, Object.keys(entityMeta), {})
const customer: ServedRecord = {
  oid: 'c1',
  revision: 1,
  name: 'Bay Foods',
  parentName: 'Platform',
  type: 'diy_customer',
  state: 'active',
  can: {},
}
const platform = { oid: 'platform', name: 'Platform', type: 'po' as const }

/** Opens a page of the administration in the platform owner's tenant, for somebody with every right. */
function open(
  Page: typeof ListPage,
  entity: EntityName,
  { records = [], ...more }: Partial<RenderPageOptions> & { records?: ServedRecord[] } = {},
) {
  const source = exampleListService(records)
  source.journal.mockResolvedValue({ entries: [] })
  const schema = entitySchemas[entity] as EntitySchema
  const shown = (screens as Record<string, Screen>)[entity]
  if (!shown) throw new Error(`there is no screen ${entity}`)
  return { source, ...renderPage(Page, { source, schema, screen: shown, tenant: platform, texts, ...more }) }
}

describe('S0 section 2, the list of', () => {
  eachCase<[EntityName, string[]]>([
    ['partner', ['/racks/new', '/racks/bulk', '/racks/journal'], 'S0-1.2', 'S0-1.3', 'S0-2.22'],
    ['customer', ['/racks/new', '/racks/bulk', '/racks/journal'], 'S0-1.2', 'S0-1.3', 'S0-2.22'],
    ['user-role', ['/racks/attach', '/racks/bulk', '/racks/journal'], 'S0-1.2', 'S0-1.3', 'S0-2.22'],
    ['appliance', ['/racks/bulk', '/racks/journal'], 'S0-1.2', 'S0-1.3', 'S0-6.32'],
    ['license', ['/racks/bulk', '/racks/journal'], 'S0-1.2', 'S0-1.3'],
    ['request', ['/racks/journal'], 'S0-1.2', 'S0-2.24'],
  ])('%s leads to %j', async (entity, targets) => {
    open(ListPage, entity)
    await screen.findByRole('link', { name: 'Journal' })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    const pages = ['/racks/new', '/racks/attach', '/racks/bulk', '/racks/journal']
    expect(pages.filter((page) => links.includes(page))).toEqual(targets)
  })
})

describe('S0 section 6, the list of', () => {
  it('customers is filtered by reporting, also by those who may only read', { tags: ['S0-6.39'] }, async () => {
    const { source, user } = open(ListPage, 'customer', { can: { list: true, read: true } })
    await user.click(await screen.findByRole('tab', { name: new RegExp(`^${texts['customer.tab.reporting']}`) }))
    await waitFor(() => expect(source.list.mock.lastCall?.[1]).toMatchObject({ condition: 'reporting' }))
  })

  it.each([true, false])('customers has the column of the domain only for those who may read it: %s', { tags: ['S0-6.40'] }, async (is) => {
    open(ListPage, 'customer', { can: { list: true, read: true, readDomain: is }, records: [customer] })
    await screen.findByText('Bay Foods')
    expect(screen.queryByText(texts['customer.field.apoDomain'] ?? '', { selector: 'th, th *' }) !== null).toBe(is)
  })

  it.each([true, false])('customers is filtered by the domain only by those who may read it: %s', { tags: ['S0-6.40'] }, async (is) => {
    const { user } = open(ListPage, 'customer', { can: { list: true, read: true, readDomain: is }, records: [customer] })
    await screen.findByText('Bay Foods')
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    const panel = within(screen.getByRole('dialog', { name: 'Filter' }))
    await panel.findByRole('button', { name: texts['customer.field.name'] ?? '' })
    expect(panel.queryByRole('button', { name: texts['customer.field.apoDomain'] ?? '' }) !== null).toBe(is)
  })

  it('partners cannot delete one that has others below, and says why', { tags: ['S0-6.31'] }, async () => {
    const partner = { ...customer, name: 'Northwind', type: 'msp', customerCount: 1, can: { delete: { because: 'partner.cannot.delete' } } }
    const { user } = open(ListPage, 'partner', { records: [partner] })
    await screen.findByText('Northwind')
    await user.click(screen.getByLabelText('Actions for Northwind'))
    const item = screen.getByRole('menuitem', { name: 'Delete' })
    expect([item.getAttribute('aria-disabled'), item.getAttribute('aria-description')]).toEqual(['true', texts['partner.cannot.delete']])
  })
})

describe('S0 section 2, the journal of', () => {
  const ofLicences = ['creation', 'deletion', 'updation', 'split', 'activation', 'expiration', 'breach', 'report']
  eachCase<[EntityName, string[]]>([
    ['appliance', ['creation', 'assignment', 'update', 'deletion'], 'S0-2.39', 'S0-2.44'],
    ['license', ofLicences, 'S0-2.39', 'S0-2.45', 'S0-2.46', 'S0-2.47'],
    ['request', ['creation', 'statusUpdate', 'commentUpdate', 'deletion'], 'S0-2.39', 'S0-2.48'],
  ])('%s has a tab for all entries and one for each of %j', async (entity, events) => {
    const { source, user } = open(JournalPage, entity, { address: '/racks/journal' })
    const [all, ...tabs] = await screen.findAllByRole('tab')
    expect(all?.textContent).toBe('All')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(events.map((event) => texts[`${entity}.event.${event}`]))
    for (const [index, event] of events.entries()) {
      await user.click(tabs[index] as HTMLElement)
      await waitFor(() => expect(source.journal.mock.lastCall?.[0]).toMatchObject({ eventType: event }))
    }
  })

  it('people goes back in time by the specified presets', { tags: ['S0-2.40'] }, async () => {
    const { user } = open(JournalPage, 'user-role', { address: '/racks/journal' })
    await user.click(await screen.findByRole('button', { name: 'Before: Now' }))
    const presets = ['10 minutes', '30 minutes', '1 hour', '12 hours', '1 day', '1 week', '30 days'].map((time) => `${time} ago`)
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual(['Now', ...presets])
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Select a moment …'])
  })

  it('licences has no tab for splits where licences are subscribed to', { tags: ['S0-2.47'] }, async () => {
    const tenant = { oid: 'c', name: 'Bay', type: 'managed_customer', licensingMode: 'subscription' } as const
    open(JournalPage, 'license', { address: '/racks/journal', tenant })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).not.toContain(texts['license.event.split'])
    expect(tabs).toHaveLength(8)
  })
})
