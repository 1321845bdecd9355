import type { IconName } from '../../../renderer/parts/icons.ts'
import type { Permission } from '../../../schemas/rights/rights.ts'
import type { OverlayResource, RuntimeConfig } from '../../../schemas/tenancy.ts'
import type { SettingsPage } from '../../../renderer/descriptor/settings-page.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { settingsPages } from '../../../screens/settings-pages.ts'
import { dashboardAddress, navigationScreens, settingsPath, tenantRoot } from '../../screen-addresses.ts'
import { isOwnPath } from '../../http/abilities.ts'
import { canList, isAllowed, isCustomer, type CurrentTenant, type Permissions } from '../../session/permissions.ts'

/** A view of another service that has an address of its own in the console (S2 section 2); without one the customer has no such view. */
export interface EmbeddedView {
  /** Below the customer's root. */
  path: string
  /** Its name, as a text key. */
  text: string
  right: Permission
  /** Feature that the customer needs to have. @default none */
  feature?: string
  base: RuntimeConfig['ownViews'][number]
  /** Address of the view, with the identifier of the overlay in it. */
  addressIn: (overlay: OverlayResource, config: Pick<RuntimeConfig, 'bases' | 'links'>) => string | null
  /** The overlay is first sent to the service behind the base, ours or another one; a failure is only logged. */
  tellsOverlay?: true
}

const applicationView =
  (name: string) =>
  (overlay: OverlayResource, { bases }: Pick<RuntimeConfig, 'bases'>) =>
    `${bases.applications}/overlays/${encodeURIComponent(overlay.oid)}/${name}/`

/** Every view of that kind by name. */
export const embeddedViews = {
  cloudSecurityPortal: {
    path: 'network/cloudSecurityPortal',
    text: 'shell.place.cloudSecurityPortal',
    right: 'edge_box:update',
    feature: 'cloud_security',
    base: 'cloudSecurity',
    // A portal with an address of its own takes its place.
    addressIn: ({ oid }, { bases, links }) =>
      links.cloudSecurityPortal === null ? `${bases.cloudSecurity}/overlays/${encodeURIComponent(oid)}/portal/` : null,
  },
  applicationMonitoring: {
    path: 'applications/monitoring',
    text: 'shell.place.applicationMonitoring',
    right: 'sdc_dashboard:read',
    base: 'applications',
    addressIn: applicationView('monitoring'),
  },
  applicationConfiguration: {
    path: 'applications/configuration',
    text: 'shell.place.applicationConfiguration',
    right: 'applications:read',
    base: 'applications',
    addressIn: applicationView('configuration'),
  },
  sslOptimisation: {
    path: 'applications/sslconfiguration',
    text: 'shell.place.sslOptimisation',
    right: 'ssl_optimisation:read',
    base: 'applications',
    addressIn: applicationView('sslconfiguration'),
  },
  alertConfigurator: {
    path: 'supervision/alertingconfig',
    text: 'shell.place.alertConfigurator',
    right: 'supervision:update',
    base: 'supervision',
    addressIn: ({ alertingConfigurationUrl }) => alertingConfigurationUrl,
  },
  reporting: {
    path: 'reporting',
    text: 'shell.place.reporting',
    right: 'reporting:read',
    base: 'reporting',
    addressIn: ({ reportingHomeUrl }) => reportingHomeUrl,
    tellsOverlay: true,
  },
} as const satisfies Record<string, EmbeddedView>

/** An entry of the overlay menu that is no screen of an entity: who sees it, and where it leads (S2 sections 2 and 6). */
interface Place {
  group: string
  icon: IconName
  right: Permission
  /** Feature that the customer needs to have. */
  feature?: string
  /** A line stands above it, where something does. */
  isApart?: boolean
  /**
   * One entry for each dashboard of the overlay, or a view with an address of its own. With `link` the view opens in a window of its own, and
   * so does the link of the installation that takes its place.
   */
  leadsTo: { each: 'dashboard' } | { view: EmbeddedView; link?: keyof RuntimeConfig['links'] }
}

const viewPlace = (group: string, icon: IconName, view: EmbeddedView): Place => ({
  group,
  icon,
  right: view.right,
  ...(view.feature !== undefined && { feature: view.feature }),
  leadsTo: { view },
})

const places: readonly Place[] = [
  {
    ...viewPlace('network', 'shield', embeddedViews.cloudSecurityPortal),
    leadsTo: { view: embeddedViews.cloudSecurityPortal, link: 'cloudSecurityPortal' },
  },
  viewPlace('applications', 'gauge', embeddedViews.applicationMonitoring),
  viewPlace('applications', 'sliders', embeddedViews.applicationConfiguration),
  viewPlace('applications', 'key', embeddedViews.sslOptimisation),
  { group: 'supervision', icon: 'chart', right: 'supervision:read', leadsTo: { each: 'dashboard' } },
  { ...viewPlace('supervision', 'settings', embeddedViews.alertConfigurator), isApart: true },
  viewPlace('reporting', 'document', embeddedViews.reporting),
]

/** Keeps a dashboard out of the menu (S2 section 3). */
const UNLISTED = 'sdwan-unlisted'

/** An entry as the menu shows it: `text` is a key where `isKey`, else a name that somebody gave. */
export interface PlaceEntry {
  id: string
  group: string
  icon: IconName
  text: string
  isKey: boolean
  /** Address within the console, or of another site. */
  to: string
  /** In a window of its own. */
  isForeign: boolean
  /** The page shows a view in a frame. */
  isFramed: boolean
  isApart: boolean
}

const plain = { isKey: true, isForeign: false, isFramed: false, isApart: false }

/** What decides which entries there are. */
export interface PlaceContext {
  tenant: CurrentTenant
  permissions: Permissions
  overlay: OverlayResource | undefined
  config: Pick<RuntimeConfig, 'links' | 'bases'>
}

/** Whether somebody may see a page of settings: whoever may read what one of its tabs shows (S2 section 6). */
export function maySee(page: SettingsPage, { permissions, tenant }: Pick<PlaceContext, 'permissions' | 'tenant'>): boolean {
  return Object.values(page.tabs).some(({ entity, always }) => always !== true && canList(permissions, tenant, entityMeta[entity].resource))
}

interface JournalContext extends Pick<PlaceContext, 'permissions' | 'tenant'> {
  config: Pick<RuntimeConfig, 'bases' | 'abilities'>
}

/** Whether somebody may read the journal of some entity: whoever may change its records (S0 section 6). */
export function mayReadJournal({ permissions, tenant, config }: JournalContext): boolean {
  // Journals of the specifications are of one theme each.
  if (!isOwnPath(config.bases.journal, config)) return false
  return navigationScreens.some(
    ({ screen, resource }) =>
      screen.journal !== undefined && canList(permissions, tenant, resource) && isAllowed(permissions, tenant.oid, `${resource}:update`),
  )
}

/** Where the journal over all entities of a tenant stands. */
export const journalAddress = (tenantOid: string): string => `${tenantRoot(tenantOid)}/journal`

/** Whether the customer has the feature, if one is needed. */
export const hasFeature = ({ features }: Pick<CurrentTenant, 'features'>, feature: string | undefined): boolean =>
  feature === undefined || features.some(({ name, state }) => name === feature && state === 'enabled')

/** The entries that somebody has in a tenant, in the order of the menu; none outside of customers. */
export function placesIn(context: PlaceContext): PlaceEntry[] {
  const { tenant, permissions } = context
  if (!isCustomer(tenant)) return []
  const fixed = places
    .filter(({ right, feature }) => isAllowed(permissions, tenant.oid, right) && hasFeature(tenant, feature))
    .flatMap((place) => entriesOf(place, context))
  return [...fixed, ...settingsPages.filter((page) => maySee(page, context)).map((page) => settingsEntry(page, tenant))]
}

function settingsEntry(page: SettingsPage, tenant: CurrentTenant): PlaceEntry {
  const { name, group, icon, text } = page
  return { ...plain, id: name, group, icon, text, to: `${tenantRoot(tenant.oid)}/${settingsPath(page)}` }
}

function entriesOf({ group, icon, leadsTo, isApart = false }: Place, { tenant, overlay, config }: PlaceContext): PlaceEntry[] {
  const entry = { ...plain, group, icon, isApart }
  if ('view' in leadsTo) {
    const { path, text, addressIn } = leadsTo.view
    const isForeign = leadsTo.link !== undefined
    const elsewhere = leadsTo.link === undefined ? null : config.links[leadsTo.link]
    if (elsewhere !== null) return [{ ...entry, id: path, text, to: elsewhere, isForeign }]
    if (overlay === undefined || addressIn(overlay, config) === null) return []
    return [{ ...entry, id: path, text, to: `${tenantRoot(tenant.oid)}/${path}`, isForeign, isFramed: true }]
  }
  const dashboards = (overlay?.dashboards ?? []).filter(({ tags }) => !tags.includes(UNLISTED))
  const order = new Intl.Collator(undefined, { sensitivity: 'base' })
  return dashboards
    .toSorted((one, other) => order.compare(one.name, other.name))
    .map(({ oid, name, text }) => {
      const to = dashboardAddress(tenant.oid, oid)
      return { ...entry, id: oid, text: text ?? name, isKey: text !== undefined, to, isFramed: true }
    })
}
