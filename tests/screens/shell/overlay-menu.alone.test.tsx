// @vitest-environment happy-dom
import { act, cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OverlayResource, TenantScope } from '../../../schemas/tenancy.ts'
import { loadTexts } from '../../../src/i18n/load-texts.ts'
import { showLanguage } from '../../../src/i18n/texts.ts'
import { failingService, noAnswer } from '../../support/failing-service.ts'
import { renderConsole, scopeWith } from '../../support/shell/render-console.tsx'

configure({ asyncUtilTimeout: 5000 })
afterEach(cleanup)

const service = failingService()
beforeEach(() => {
  service.on('* /service/*', () => ({ data: [] }))
  service.on('GET /service/stats', noAnswer)
})

const dashboard = (name: string, ...tags: string[]) => ({ oid: name, name, url: `/${name}/`, tags, primary: false })
const overlay: OverlayResource = {
  oid: 'o1',
  name: 'Northwind',
  sdcOid: 's1',
  dashboards: [dashboard('traffic'), dashboard('Sites'), dashboard('Hidden', 'sdwan-unlisted'), dashboard('alerts')],
  alertingConfigurationUrl: '/supervision/alerting-config/s1/',
  reportingHomeUrl: '/reports',
}
const rights = [
  'edge_box:list',
  'edge_box:read',
  'edge_box:update',
  'external_gateway:list',
  'external_gateway:read',
  'firewall_vpn_zone:list',
  'firewall_vpn_zone:read',
  'sdc_dashboard:read',
  'applications:read',
  'ssl_optimisation:read',
  'supervision:read',
  'supervision:update',
  'reporting:read',
  'security_parameters:read',
]

/** Opens a page of a tenant, its home by default, with all rights to an overlay, or some of them. */
function open(type: TenantScope['tenantType'] = 'managed_customer', held: readonly string[] = rights, page = '') {
  const permissions = held.map((right) => right.split(':')).map(([resource, operation]) => ({ resource, operation }))
  const scope = scopeWith(type, [], {
    permissions: permissions as TenantScope['permissions'],
    features: [{ name: 'cloud_security', state: 'enabled' }],
    resources: { overlay },
  })
  return renderConsole(`/oid/t1${page}`, { scopes: [scope], client: service.client })
}

/** The entries of a group of the menu, with what they lead to. */
async function entriesOf(group: string): Promise<string[]> {
  const links = within(await screen.findByRole('group', { name: group })).getAllByRole('link')
  return links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

describe('S2 section 2, the menu of an overlay', () => {
  it(
    'leads to lists, policies, the portal and the advanced configuration of the network',
    { tags: ['S2-1.1', 'S2-2.6', 'S2-2.83', 'S2-6.24'] },
    async () => {
      await open()
      expect(await entriesOf('Network')).toEqual(
        expect.arrayContaining([
          'External gateways /oid/t1/network/externalGateways',
          'Firewall zone policies /oid/t1/network/firewallZonePolicies',
          'Advanced configuration /oid/t1/network/advancedConfiguration',
        ]),
      )
    },
  )

  it('has only what the person may read of the network, and no group without any of it', { tags: ['S2-6.24'] }, async () => {
    await open('managed_customer', ['external_gateway:list', 'external_gateway:read', 'edge_box:list'])
    expect(await entriesOf('Network')).toEqual(['External gateways /oid/t1/network/externalGateways'])
    cleanup()
    await open('managed_customer', ['reporting:read'])
    await screen.findByRole('group', { name: 'Reporting' })
    expect(screen.queryByRole('group', { name: 'Network' })).toBeNull()
  })

  it('leads to applications, the alert configurator and the reports', { tags: ['S2-2.6'] }, async () => {
    await open()
    expect(await entriesOf('Applications')).toEqual([
      'Monitoring /oid/t1/applications/monitoring',
      'Configuration /oid/t1/applications/configuration',
      'SSL optimisation /oid/t1/applications/sslconfiguration',
    ])
    expect(await entriesOf('SD-WAN supervision')).toContain('Alert configurator /oid/t1/supervision/alertingconfig')
    expect(await entriesOf('Reporting')).toEqual(['Reports /oid/t1/reporting'])
  })

  it(
    'lists dashboards by name whatever its case, without unlisted ones, and the alert configurator below a divider',
    { tags: ['S2-2.15'] },
    async () => {
      await open()
      const group = await screen.findByRole('group', { name: 'SD-WAN supervision' })
      const shown = [...group.querySelectorAll('a, [data-divider]')].map((one) => one.textContent || 'divider')
      expect(shown).toEqual(['alerts', 'Sites', 'traffic', 'divider', 'Alert configurator'])
    },
  )

  it('opens the cloud security portal in a window of its own', { tags: ['S2-2.16'] }, async () => {
    await open()
    const portal = await screen.findByRole('link', { name: 'Cloud security portal (new window)' })
    expect([portal.getAttribute('href'), portal.getAttribute('target')]).toEqual(['/oid/t1/network/cloudSecurityPortal', '_blank'])
    expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('target')).toBeNull()
  })

  it('is that of customers only', { tags: ['S2-2.17'] }, async () => {
    await open('msp', [...rights, 'customers:list', 'customers:read'])
    await screen.findByRole('group', { name: 'Administration' })
    for (const group of ['Network', 'Applications', 'SD-WAN supervision', 'Reporting'])
      expect(screen.queryByRole('group', { name: group })).toBeNull()
  })
})

describe('S2 section 2, the help link', () => {
  it('leads to the documentation in the language of the person, in a window of its own', { tags: ['S2-2.20'] }, async () => {
    await open()
    const help = await screen.findByRole('link', { name: 'Documentation' })
    expect([help.getAttribute('href'), help.getAttribute('target')]).toEqual(['/docs/en/index.html', '_blank'])
    await act(() => showLanguage('fr', loadTexts))
    expect(help.getAttribute('href')).toBe('/docs/fr/index.html')
    await act(() => showLanguage('en', loadTexts))
  })
})

describe('S2 section 2, the page of the firewall policies', () => {
  it('shows the matrix of zones and the matrix of zones and application sets', { tags: ['S2-2.45'] }, async () => {
    const empty = { rows: [], columns: [], values: [], cells: '', revisions: '', details: {}, can: { update: true } }
    const [zones, sets] = ['firewall-vpn-zone', 'application-set']
    service.on('GET /api/v1/firewall/vpn/policies/matrix', () => ({ ...empty, axes: { rows: zones, columns: zones }, shape: 'upper' }))
    service.on('GET /api/v1/firewall/internet/policies/matrix', () => ({ ...empty, axes: { rows: zones, columns: sets }, shape: 'full' }))
    await open('managed_customer', [...rights, 'application_set:read'], '/network/firewallZonePolicies')
    expect(await screen.findByRole('heading', { level: 2, name: 'Zone policies' })).toBeDefined()
    expect(screen.getByRole('heading', { level: 2, name: 'Internet policies' })).toBeDefined()
  })
})
