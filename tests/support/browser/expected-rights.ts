import type { EntityName } from '../../../schemas/generated/entity-names.ts'

/** Actions of a list (S0 section 6). */
export interface Offers {
  add: boolean
  bulk: boolean
  journal: boolean
}
const everything: Offers = { add: true, bulk: true, journal: true }
export const readOnly: Offers = { add: false, bulk: false, journal: false }

interface Expected {
  mail: string
  /** Lists of the person's own tenant; all others must not be visible. */
  lists: Partial<Record<EntityName, Offers>>
  /** Path below the own tenant to which `/` redirects. */
  landingPath: string
  /** Where pages redirect that this person may not open. @default landingPath */
  home?: string
  /** Text keys of the customer menu's other entries, in order. @default none */
  places?: readonly string[]
  /** Whether the person may use the tenant id 'all'. */
  all?: boolean
}

/** Dashboards of an overlay that the service renders itself. */
const dashboards = ['alerts', 'sites', 'traffic'].map((name) => `shell.dashboard.${name}`)
const applications = ['applicationMonitoring', 'applicationConfiguration', 'sslOptimisation'].map((name) => `shell.place.${name}`)
const portal = 'shell.place.cloudSecurityPortal'
/** Menu entries of a customer that open a view in a frame. */
export const framedViews = [portal, ...applications, ...dashboards, 'shell.place.alertConfigurator', 'shell.place.reporting']
const settings = ['shell.place.advancedConfiguration']
/** Tabs of the advanced configuration; an overlay without a cloud mesh shows another tab instead of `cloud-mesh-routing`. */
const advanced = {
  'local-breakout': everything,
  'overlay-routing': everything,
  'overlay-security': everything,
  'cloud-mesh-routing': everything,
  'time-synchro': everything,
  'syslog-server': everything,
  'transport-network': everything,
  'vrrp-profile': everything,
  'ihap-profile': everything,
}
/** Requests are not created by hand and every pair of zones has its policy from the start; neither has a sheet. */
const journalOnly: Offers = { add: false, bulk: false, journal: true }
/** Subscriptions are made one by one. */
const sheetless: Offers = { add: true, bulk: false, journal: true }
/** Only the platform owner creates appliances; all others assign them to tenants below. */
const assignOnly: Offers = { add: false, bulk: true, journal: true }
/** Only the platform owner and partners in consumption mode create licences; they have a journal and a sheet. */
const subscribed: Offers = readOnly
const consumed: Offers = everything
const administration = {
  partner: everything,
  customer: everything,
  'user-role': everything,
  'api-token': journalOnly,
  subscription: sheetless,
  request: journalOnly,
}

/** Written from S0 section 6, deliberately not from the rights table. `viewer@` is also a viewer of the service provider. */
export const people: Expected[] = [
  {
    mail: 'owner@demo.test',
    lists: { ...administration, appliance: everything, license: consumed },
    landingPath: '/admin/requests',
    all: true,
  },
  { mail: 'vad@demo.test', lists: { ...administration, appliance: assignOnly, license: subscribed }, landingPath: '/admin/partners' },
  {
    mail: 'msp@demo.test',
    lists: {
      customer: everything,
      'user-role': everything,
      'api-token': journalOnly,
      subscription: sheetless,
      request: journalOnly,
      appliance: assignOnly,
      license: subscribed,
    },
    landingPath: '/admin/customers',
  },
  {
    mail: 'reseller@demo.test',
    lists: {
      customer: everything,
      'user-role': everything,
      'api-token': journalOnly,
      subscription: sheetless,
      request: journalOnly,
      appliance: assignOnly,
      license: consumed,
    },
    landingPath: '/admin/customers',
  },
  {
    mail: 'customer@demo.test',
    lists: {
      'user-role': everything,
      'api-token': journalOnly,
      subscription: sheetless,
      appliance: readOnly,
      license: journalOnly,
      settings: everything,
      'cloud-security-settings': everything,
      'ip-engine': everything,
      'external-gateway': everything,
      'vpn-zone-policy': journalOnly,
      'firewall-vpn-zone': everything,
      'application-set': everything,
      ...advanced,
    },
    landingPath: '',
    places: [portal, ...settings, ...framedViews.filter((key) => key !== portal)],
  },
  {
    mail: 'network@demo.test',
    lists: {
      'ip-engine': everything,
      'external-gateway': everything,
      'vpn-zone-policy': journalOnly,
      'firewall-vpn-zone': everything,
      'application-set': everything,
      ...advanced,
    },
    landingPath: '',
    places: [portal, ...settings, ...dashboards],
  },
  {
    mail: 'inventory@demo.test',
    lists: { appliance: assignOnly, license: subscribed },
    landingPath: '/admin/appliances',
  },
  {
    mail: 'viewer@demo.test',
    lists: {
      customer: readOnly,
      'user-role': readOnly,
      'api-token': readOnly,
      request: readOnly,
      appliance: readOnly,
      license: readOnly,
      subscription: readOnly,
    },
    landingPath: '/admin/customers',
  },
  {
    mail: 'many@demo.test',
    lists: { ...administration, appliance: assignOnly, license: subscribed },
    landingPath: '/admin/partners',
    all: true,
  },
]

/** Lists that are available for the tenant id 'all' (S0 section 6). */
export const listedEverywhere: readonly string[] = ['partner', 'customer', 'user-role', 'request']
