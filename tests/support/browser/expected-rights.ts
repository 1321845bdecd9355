import type { EntityName } from '../../../schemas/generated/entity-names.ts'

/** What a list offers as a whole (S0 section 6). */
export interface Offers {
  add: boolean
  bulk: boolean
  journal: boolean
}
const everything: Offers = { add: true, bulk: true, journal: true }
export const readOnly: Offers = { add: false, bulk: false, journal: false }

interface Expected {
  mail: string
  /** Lists of the person's own tenant; what is not named here may not be seen. */
  lists: Partial<Record<EntityName, Offers>>
  /** Address below the own tenant that the root leads to. */
  landingPath: string
  /** Where addresses lead that are not for this person. @default landingPath */
  home?: string
  /** Text keys of what else the menu of the own customer leads to, in its order. @default none */
  places?: readonly string[]
  /** May use tenant id 'all'. */
  all?: boolean
}

/** What the service shows of an overlay by itself. */
const dashboards = ['alerts', 'sites', 'traffic'].map((name) => `shell.dashboard.${name}`)
const applications = ['applicationMonitoring', 'applicationConfiguration', 'sslOptimisation'].map((name) => `shell.place.${name}`)
/** Views in frames that the menu of a customer leads to. */
export const framedViews = [...applications, ...dashboards, 'shell.place.alertConfigurator', 'shell.place.reporting']
const settings = ['shell.place.advancedConfiguration']
/** Tabs of the advanced configuration; an overlay without a cloud mesh opens another one in its place. */
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
/** Nobody creates requests by hand, and they have no sheet. */
const asked: Offers = { add: false, bulk: false, journal: true }
/** Every pair of zones, and of a zone and a set, has its policy: nobody creates one, and they have no sheet. */
const given: Offers = asked
/** Appliances are created by the platform owner; everybody below hands them on. */
const handedOn: Offers = { add: false, bulk: true, journal: true }
/** Licences are created by the platform owner and by partners that pay for what they use, who have a journal and a sheet of them. */
const subscribed: Offers = readOnly
const consumed: Offers = everything
const administration = { partner: everything, customer: everything, 'user-role': everything, request: asked }

/** Written from S0 section 6, on purpose not from the rights table. `viewer@` has been made a viewer of the service provider, too. */
export const people: Expected[] = [
  {
    mail: 'owner@demo.test',
    lists: { ...administration, appliance: everything, license: consumed },
    landingPath: '/admin/requests',
    all: true,
  },
  { mail: 'vad@demo.test', lists: { ...administration, appliance: handedOn, license: subscribed }, landingPath: '/admin/partners' },
  {
    mail: 'msp@demo.test',
    lists: { customer: everything, 'user-role': everything, request: asked, appliance: handedOn, license: subscribed },
    landingPath: '/admin/customers',
  },
  {
    mail: 'reseller@demo.test',
    lists: { customer: everything, 'user-role': everything, request: asked, appliance: handedOn, license: consumed },
    landingPath: '/admin/customers',
  },
  {
    mail: 'customer@demo.test',
    lists: {
      'user-role': everything,
      appliance: readOnly,
      license: asked,
      settings: everything,
      'cloud-security-settings': everything,
      'ip-engine': everything,
      'external-gateway': everything,
      'vpn-zone-policy': given,
      'firewall-vpn-zone': everything,
      'application-set': everything,
      ...advanced,
    },
    landingPath: '',
    places: [...settings, ...framedViews],
  },
  {
    mail: 'network@demo.test',
    lists: {
      'ip-engine': everything,
      'external-gateway': everything,
      'vpn-zone-policy': given,
      'firewall-vpn-zone': everything,
      'application-set': everything,
      ...advanced,
    },
    landingPath: '',
    places: [...settings, ...dashboards],
  },
  { mail: 'inventory@demo.test', lists: { appliance: handedOn, license: subscribed }, landingPath: '/admin/appliances' },
  {
    mail: 'viewer@demo.test',
    lists: { customer: readOnly, 'user-role': readOnly, request: readOnly, appliance: readOnly, license: readOnly },
    landingPath: '/admin/customers',
  },
  {
    mail: 'many@demo.test',
    lists: { ...administration, appliance: handedOn, license: subscribed },
    landingPath: '/admin/partners',
    all: true,
  },
]

/** Lists that the tenant id 'all' has (S0 section 6). */
export const listedEverywhere: readonly string[] = ['partner', 'customer', 'user-role', 'request']
