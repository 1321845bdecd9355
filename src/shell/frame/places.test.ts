import { describe, expect, it } from 'vitest'
import type { Permission } from '../../../schemas/rights/rights.ts'
import type { OverlayResource, RuntimeConfig } from '../../../schemas/tenancy.ts'
import type { CurrentTenant } from '../../session/permissions.ts'
import { placesIn, type PlaceContext } from './places.ts'
import type { FactId } from '../../../tests/proofs/facts.ts'
import { eachCase } from '../../../tests/support/each-case.ts'

const dashboard = (name: string, ...tags: string[]) => ({ oid: name, name, url: `/${name}/`, tags, primary: false })
const OVERLAY: OverlayResource = {
  oid: 'o1',
  name: 'Northwind',
  sdcOid: 's1',
  dashboards: [dashboard('traffic'), dashboard('Sites'), dashboard('Hidden', 'sdwan-unlisted'), dashboard('alerts')],
  alertingConfigurationUrl: '/supervision/alerting-config/s1/',
  reportingHomeUrl: '/reports',
}

interface Setting {
  rights?: Permission[]
  tenant?: Partial<CurrentTenant>
  overlay?: Partial<OverlayResource> | 'none'
  portal?: string | null
}

function context({ rights = [], tenant = {}, overlay = {}, portal = 'https://portal.example/' }: Setting): PlaceContext {
  const features: CurrentTenant['features'] = [{ name: 'cloud_security', state: 'enabled' }]
  return {
    tenant: { oid: 't1', name: 'Northwind', type: 'managed_customer', features, ...tenant },
    permissions: new Map([['t1', new Set<string>(rights)]]),
    overlay: overlay === 'none' ? undefined : { ...OVERLAY, ...overlay },
    config: {
      links: { cloudSecurityPortal: portal },
      bases: { applications: '/salsa', cloudSecurity: '/cloud-security' } as RuntimeConfig['bases'],
    },
  }
}

const entries = (setting: Setting) => placesIn(context(setting)).map(({ group, text, to }) => `${group} ${text} ${to}`)

const PORTAL = 'network shell.place.cloudSecurityPortal https://portal.example/'
const OWN_PORTAL = 'network shell.place.cloudSecurityPortal /oid/t1/network/cloudSecurityPortal'
const MONITORING = 'applications shell.place.applicationMonitoring /oid/t1/applications/monitoring'
const CONFIGURATION = 'applications shell.place.applicationConfiguration /oid/t1/applications/configuration'
const SSL = 'applications shell.place.sslOptimisation /oid/t1/applications/sslconfiguration'
const DASHBOARDS = ['alerts', 'Sites', 'traffic'].map((name) => `supervision ${name} /oid/t1/supervision/d/${name}`)
const CONFIGURATOR = 'supervision shell.place.alertConfigurator /oid/t1/supervision/alertingconfig'
const ADVANCED = 'network shell.place.advancedConfiguration /oid/t1/network/advancedConfiguration'
const REPORTS = 'reporting shell.place.reporting /oid/t1/reporting'

const every: Permission[] = [
  'edge_box:update',
  'sdc_dashboard:read',
  'applications:read',
  'ssl_optimisation:read',
  'supervision:read',
  'supervision:update',
  'reporting:read',
]

describe('the overlay menu', () => {
  eachCase<[what: string, setting: Setting, expected: string[]]>([
    ['all entries in order', { rights: every }, [PORTAL, MONITORING, CONFIGURATION, SSL, ...DASHBOARDS, CONFIGURATOR, REPORTS], 'S2-2.6'],
    ['nothing without a right', {}, []],
    ['nothing outside of customers', { rights: every, tenant: { type: 'msp' } }, [], 'S2-2.17'],
    ['the portal with update on edge boxes', { rights: ['edge_box:update'] }, [PORTAL], 'S2-6.10'],
    ['no portal with read on edge boxes', { rights: ['edge_box:read'] }, [], 'S2-6.10'],
    ['no portal without the feature', { rights: ['edge_box:update'], tenant: { features: [] } }, []],
    [
      'no portal with the feature disabled',
      { rights: ['edge_box:update'], tenant: { features: [{ name: 'cloud_security', state: 'disabled' }] } },
      [],
      'S2-6.10',
    ],
    ['the page of the service itself if no other portal is set', { rights: ['edge_box:update'], portal: null }, [OWN_PORTAL], 'S2-2.86'],
    ['no such page with read on edge boxes', { rights: ['edge_box:read'], portal: null }, [], 'S2-6.10'],
    ['no such page without the feature', { rights: ['edge_box:update'], portal: null, tenant: { features: [] } }, [], 'S2-6.10'],
    ['monitoring with its own field', { rights: ['sdc_dashboard:read'] }, [MONITORING], 'S2-6.11'],
    ['configuration with its own field', { rights: ['applications:read'] }, [CONFIGURATION], 'S2-6.11'],
    ['SSL optimisation with its own field', { rights: ['ssl_optimisation:read'] }, [SSL], 'S2-6.11'],
    ['no application with other operations', { rights: ['applications:update', 'sdc_dashboard:list', 'ssl_optimisation:update'] }, []],
    ['dashboards by name whatever its case, without unlisted ones', { rights: ['supervision:read'] }, DASHBOARDS, 'S2-2.15', 'S2-3.11'],
    ['the configurator alone with update alone', { rights: ['supervision:update'] }, [CONFIGURATOR], 'S2-6.12'],
    ['no configurator without its address', { rights: ['supervision:update'], overlay: { alertingConfigurationUrl: null } }, []],
    ['reports with read on reporting', { rights: ['reporting:read'] }, [REPORTS], 'S2-6.13'],
    ['no reports without a reporting service', { rights: ['reporting:read'], overlay: { reportingHomeUrl: null } }, [], 'S2-6.13'],
    ...(['routing_parameters', 'security_parameters', 'time_sync', 'vrrp_profile', 'ihap_profile', 'network'] as const).map(
      (resource): [string, Setting, string[], FactId] => [
        `the advanced configuration with read on ${resource} alone`,
        { rights: [`${resource}:list`, `${resource}:read`] },
        [ADVANCED],
        'S2-6.20',
      ],
    ),
    ['no frames without an overlay', { rights: every, overlay: 'none' }, [PORTAL]],
  ])('has %s', (_what, setting, expected) => {
    expect(entries(setting)).toEqual(expected)
  })

  it('opens only the portal in a new window, and separates only the configurator', { tags: ['S2-2.16'] }, () => {
    for (const portal of ['https://portal.example/', null]) {
      const opened = placesIn(context({ rights: every, portal })).filter(({ isForeign }) => isForeign)
      expect(opened.map(({ id }) => id)).toEqual(['network/cloudSecurityPortal'])
    }
    const found = placesIn(context({ rights: every }))
    expect(found.filter(({ isApart }) => isApart).map(({ id }) => id)).toEqual(['supervision/alertingconfig'])
  })
})
