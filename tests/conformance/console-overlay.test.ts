import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { button, region } from '../support/browser/device-pages.ts'
import { addRow, fillIn } from '../support/browser/fields.ts'
import { text } from '../support/browser/texts.ts'
import { deleteOpened, line, overlayJourney, sent } from './overlay-journey.ts'

const journey = overlayJourney()

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Opens a record of the list that is shown. */
async function openRecord(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await heading(page, name)
}

describe('external gateways on a platform that is not ours', () => {
  it('are listed, and one changed field travels with the whole record', { tags: ['S2-7.2', 'S2-7.3', 'S2-7.5'] }, async () => {
    const [before] = await journey.stored('/api/v1/externalGateways')
    const page = await journey.open('network/externalGateways')
    await page.getByRole('gridcell', { name: '203.0.113.5 203.0.113.6', exact: true }).waitFor()
    await openRecord(page, 'Data centre')
    await fillIn(region(page, 'external-gateway.section.general'), { 'Primary public address': '198.51.100.99' })
    await button(page, 'editor.verb.update').click()
    const [put] = await journey.writes()
    expect(put && line(put)).toBe('PUT /api/v1/externalGateways')
    expect(sent(put)).toEqual([{ ...before, primaryPublicIpAddress: '198.51.100.99' }])
    await page.getByRole('gridcell', { name: '198.51.100.99', exact: true }).waitFor()
  })

  it('are created in the printed shape, and deleted', { tags: ['S2-7.4', 'S2-7.6'] }, async () => {
    const page = await journey.open('network/externalGateways')
    await page.getByRole('link', { name: text('list.action.create'), exact: true }).click()
    await fillIn(region(page, 'external-gateway.section.general'), {
      Type: 'VTI',
      Name: 'Keel gateway',
      'Primary public address': '192.0.2.77',
    })
    await addRow(region(page, 'external-gateway.section.routing'), 'Remote subnets', { Prefix: '10.88.0.0', Mask: '16' })
    await fillIn(region(page, 'external-gateway.section.security'), {
      'IKE lifetime (s)': '120',
      'IPsec lifetime (s)': '172800',
      'MTU (bytes)': '1500',
      'Pre-shared key': 'open sesame 4711',
    })
    await button(page, 'editor.verb.create').click()
    const [post] = await journey.writes()
    expect(post && line(post)).toBe('POST /api/v1/externalGateways')
    expect(sent(post)).toMatchObject([
      {
        name: 'Keel gateway',
        type: 'vti',
        primaryPublicIpAddress: '192.0.2.77',
        routing: { mode: 'static', remoteSubnets: [{ prefix: '10.88.0.0', mask: 16 }] },
        security: {
          ikeEncryptionCypher: 'AES128CBC',
          ikeDhGroup: 1,
          ikeLifetime: 120,
          ipsecLifetime: 172_800,
          mtu: 1500,
          credentials: { mode: 'psk', psk: 'open sesame 4711' },
        },
      },
    ])
    await openRecord(page, 'Keel gateway')
    await page.getByText(text('credentials.psk.configured')).waitFor()
    await deleteOpened(page)
    const [deletion] = await journey.writes()
    expect(deletion && line(deletion)).toMatch(/^DELETE \/api\/v1\/externalGateways\/gateway-\d+$/)
    await heading(page, text('external-gateway.many'))
    await rowOf(page, 'Keel gateway').waitFor({ state: 'detached' })
  })
})

describe('firewall VPN zones on a platform that is not ours', () => {
  it('show the sites that the platform names, and one field changes', { tags: ['S2-7.29', 'S2-7.30', 'S2-7.32'] }, async () => {
    const [before] = await journey.stored('/api/v1/firewall/vpn/zones')
    const page = await journey.open('network/firewallVpnZone')
    const offices = rowOf(page, 'Offices')
    for (const shown of ['Brest', '10.0.8.0/24']) await offices.getByText(shown, { exact: true }).waitFor()
    await openRecord(page, 'Offices')
    await fillIn(region(page, 'firewall-vpn-zone.section.general'), { Description: 'Desks alone.' })
    await button(page, 'editor.verb.update').click()
    const [put] = await journey.writes()
    expect(put && line(put)).toBe('PUT /api/v1/firewall/vpn/zones')
    expect(sent(put)).toEqual([{ ...before, description: 'Desks alone.' }])
  })

  it('are created with sites and subnets, moved by the keyboard, and deleted', { tags: ['S2-7.31', 'S2-7.32', 'S2-7.33'] }, async () => {
    const page = await journey.open('network/firewallVpnZone/new')
    await fillIn(region(page, 'firewall-vpn-zone.section.general'), { Priority: '4', Name: 'Printers' })
    await page.getByRole('option', { name: 'Ostend', exact: true }).dblclick()
    await addRow(region(page, 'firewall-vpn-zone.section.subnets'), 'VPN subnets', { Prefix: '10.77.0.0', Mask: '24' })
    await button(page, 'editor.verb.create').click()
    const [post] = await journey.writes()
    expect(post && line(post)).toBe('POST /api/v1/firewall/vpn/zones')
    expect(sent(post)).toMatchObject([
      { priority: 4, name: 'Printers', vpnSites: [{ id: 'site-4', name: 'Ostend' }], vpnSubnets: [{ prefix: '10.77.0.0', mask: 24 }] },
    ])
    await rowOf(page, 'Printers').waitFor()

    // A row is moved one up: its priority is that of the place.
    const [stored] = (await journey.stored('/api/v1/firewall/vpn/zones')).filter(({ name }) => name === 'Guests')
    await page
      .getByRole('button', { name: /Guests/ })
      .and(page.locator('[data-handle]'))
      .focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    const order = await journey.writes(2)
    expect(order.map(line)).toEqual(Array(2).fill('PUT /api/v1/firewall/vpn/zones'))
    expect(order.flatMap(sent)).toContainEqual({ ...stored, priority: 1 })

    await openRecord(page, 'Printers')
    await deleteOpened(page)
    const [deletion] = await journey.writes()
    expect(deletion && line(deletion)).toMatch(/^DELETE \/api\/v1\/firewall\/vpn\/zones\/zone-\d+$/)
    await rowOf(page, 'Printers').waitFor({ state: 'detached' })
  })
})

describe('application sets on a platform that is not ours', () => {
  const sets = '/api/v1/firewall/appsets'

  it('are created with applications of the catalogue, and deleted', { tags: ['S2-7.34', 'S2-7.44', 'S2-7.46'] }, async () => {
    const page = await journey.open('network/applicationSet/saas/new')
    await fillIn(region(page, 'application-set.section.general'), { Priority: '3', Name: 'Field work' })
    await page.getByRole('option', { name: 'Cloud Maps', exact: true }).dblclick()
    await button(page, 'editor.verb.create').click()
    const [post] = await journey.writes()
    expect(post && line(post)).toBe(`POST ${sets}`)
    const saasApps = [{ id: 'saas-7', name: 'Cloud Maps', disabled: false }]
    expect(sent(post)).toMatchObject([{ priority: 3, name: 'Field work', type: 'saas', saasApps }])
    await openRecord(page, 'Field work')
    await deleteOpened(page)
    const [deletion] = await journey.writes()
    expect(deletion && line(deletion)).toMatch(/^DELETE \/api\/v1\/firewall\/appsets\/[\w-]+$/)
    await rowOf(page, 'Field work').waitFor({ state: 'detached' })
  })

  it(
    'keep an application that the catalogue has no more when another field changes',
    { tags: ['S2-7.41', 'S2-7.42', 'S2-7.43', 'S2-7.45'] },
    async () => {
      const [before] = await journey.stored(`${sets}/saas`)
      const page = await journey.open('network/applicationSet')
      await rowOf(page, 'Web').waitFor()
      await openRecord(page, 'Office suite')
      await fillIn(region(page, 'application-set.section.general'), { Description: 'Desks alone.' })
      await button(page, 'editor.verb.update').click()
      const [put] = await journey.writes()
      expect(put && line(put)).toBe(`PUT ${sets}`)
      expect(sent(put)).toEqual([{ ...before, description: 'Desks alone.' }])
    },
  )

  it('of ports are listed with these, created, changed and deleted', { tags: ['S2-7.42', 'S2-7.44', 'S2-7.45', 'S2-7.46'] }, async () => {
    const page = await journey.open('network/applicationSet')
    await rowOf(page, 'Back office').getByText('Cloud Payroll, Cloud Tickets').waitFor()
    await rowOf(page, 'Web').getByText('TCP 80;443, UDP 443').waitFor()
    await page
      .getByRole('region', { name: 'Port-based' })
      .getByRole('link', { name: text('list.action.create'), exact: true })
      .click()
    const general = region(page, 'application-set.section.general')
    await fillIn(general, { Name: 'Mail' })
    const list = text('application-set.field.portBasedApps')
    await addRow(region(page, 'application-set.section.portBasedApps'), list, { Protocol: 'TCP', Ports: '25;587' })
    await button(page, 'editor.verb.create').click()
    const portBasedApps = [{ priority: 1, protocolId: 6, protocolName: 'TCP', ports: '25;587' }]
    expect(sent((await journey.writes())[0])).toMatchObject([{ priority: 4, name: 'Mail', type: 'portBased', portBasedApps }])
    await rowOf(page, 'Mail').getByText('TCP 25;587').waitFor()
    const before = (await journey.stored(`${sets}/portBased`)).find(({ name }) => name === 'Mail')
    await openRecord(page, 'Mail')
    await fillIn(general, { Description: 'Letters.' })
    await button(page, 'editor.verb.update').click()
    expect(sent((await journey.writes())[0])).toEqual([{ ...before, description: 'Letters.' }])
    await openRecord(page, 'Mail')
    await deleteOpened(page)
    const [deletion] = await journey.writes()
    expect(deletion && line(deletion)).toBe(`DELETE ${sets}/${String(before?.['id'])}`)
    await rowOf(page, 'Mail').waitFor({ state: 'detached' })
  })
})

describe('time synchronisation on a platform that is not ours', () => {
  it('offers the boxes that the platform proposes', { tags: ['S2-7.13', 'S2-7.14', 'S2-7.28'] }, async () => {
    const [before] = await journey.stored('/api/v1/timeSynchro')
    const chosen = (before?.['synchroServers'] ?? []) as unknown[]
    const proposed = await journey.stored('/api/v1/edgeBoxes?filter=filterPredicateRef==synchroServers')
    const page = await journey.open('network/advancedConfiguration/timeSynchro')
    const servers = page.getByRole('tabpanel')
    await servers.getByRole('button', { name: text('editor.table.addTo', { list: 'Synchro servers' }), exact: true }).click()
    await servers.getByRole('combobox', { name: text('editor.table.cell', { column: 'Edge box', row: 2 }), exact: true }).click()
    const options = page.getByRole('listbox').getByRole('option')
    await expect.poll(() => options.count()).toBe(proposed.length)
    const other = proposed.find(({ id }) => !chosen.includes(id))
    await options.filter({ hasText: String(other?.['name']) }).click()
    await button(page, 'editor.verb.update').click()
    const [put] = await journey.writes()
    expect(put && line(put)).toBe('PUT /api/v1/timeSynchro')
    expect(sent(put)).toEqual([{ ...before, synchroServers: [...chosen, other?.['id']] }])
  })
})

describe('policies on a platform that is not ours', () => {
  it('change by a press and by a choice, each with its whole record', { tags: ['S2-7.35', 'S2-7.37', 'S2-7.38', 'S2-7.40'] }, async () => {
    const pairs = await journey.stored('/api/v1/firewall/vpn/policies')
    const page = await journey.open('network/firewallZonePolicies')
    const [zones, internet] = ['vpn-zone-policy.many', 'internet-policy.many'].map((key) =>
      page.getByRole('region', { name: text(key), exact: true }).getByRole('grid'),
    )
    if (!zones || !internet) throw new Error('Two matrices')
    await zones.getByRole('gridcell').first().waitFor()
    const key = async (grid: typeof zones, value: string) => {
      await grid.focus()
      for (const one of ['Control+Home', value]) await page.keyboard.press(one)
    }
    const [first] = pairs
    const toggled = first?.['policy'] === 'allow' ? 'deny' : 'allow'
    await key(zones, toggled === 'deny' ? 'd' : 'a')
    const [put] = await journey.writes()
    expect(put && line(put)).toBe('PUT /api/v1/firewall/vpn/policies')
    const [changed] = sent(put)
    expect(changed).toEqual({ ...pairs.find(({ id }) => id === changed?.['id']), policy: toggled })

    const policies = await journey.stored('/api/v1/firewall/internet/policies')
    await key(internet, 'b')
    const [choice] = await journey.writes()
    expect(choice && line(choice)).toBe('PUT /api/v1/firewall/internet/policies')
    const [chosen] = sent(choice)
    expect(chosen).toEqual({ ...policies.find(({ id }) => id === chosen?.['id']), policy: 'bh' })
    await expect.poll(() => internet.getByRole('gridcell').first().getAttribute('aria-label')).toBe('Backhauling')
  })
})
