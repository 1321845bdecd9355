import type { IconName } from '../../renderer/parts/icons.ts'
import type { Permission } from '../../schemas/rights/rights.ts'
import type { OverlayResource, RuntimeConfig } from '../../schemas/tenancy.ts'
import type { SettingsPage } from '../../renderer/descriptor/settings-page.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { settingsPages } from '../../screens/settings-pages.ts'
import { dashboardAddress, settingsPath, tenantRoot } from '../screen-addresses.ts'
import { canList, isAllowed, isCustomer, type CurrentTenant, type Permissions } from '../session/permissions.ts'

/** An entry of the overlay menu that is no screen of an entity: who sees it, and where it leads (S2 sections 2 and 6). */
interface Place {
  group: string
  icon: IconName
  right: Permission
  /** Feature that the customer needs to have. */
  feature?: string
  /** One entry for each dashboard of the overlay, or a link of the installation, which opens in a window of its own. */
  leadsTo: { each: 'dashboard' } | { link: keyof RuntimeConfig['links']; text: string }
}

const places: readonly Place[] = [
  {
    group: 'network',
    icon: 'shield',
    right: 'edge_box:update',
    feature: 'cloud_security',
    leadsTo: { link: 'cloudSecurityPortal', text: 'shell.place.cloudSecurityPortal' },
  },
  { group: 'supervision', icon: 'chart', right: 'supervision:read', leadsTo: { each: 'dashboard' } },
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
  isForeign: boolean
}

/** What decides which entries there are. */
export interface PlaceContext {
  tenant: CurrentTenant
  permissions: Permissions
  overlay: OverlayResource | undefined
  links: RuntimeConfig['links']
}

/** Whether somebody may see a page of settings: whoever may read what one of its tabs shows (S2 section 6). */
export function maySee(page: SettingsPage, { permissions, tenant }: Pick<PlaceContext, 'permissions' | 'tenant'>): boolean {
  return Object.values(page.tabs).some(({ entity, always }) => always !== true && canList(permissions, tenant, entityMeta[entity].resource))
}

/** The entries that somebody has in a tenant, in the order of the menu; none outside of customers. */
export function placesIn(context: PlaceContext): PlaceEntry[] {
  const { tenant, permissions } = context
  if (!isCustomer(tenant)) return []
  const isEnabled = (feature: string): boolean => tenant.features.some(({ name, state }) => name === feature && state === 'enabled')
  const fixed = places
    .filter(({ right, feature }) => isAllowed(permissions, tenant.oid, right) && (feature === undefined || isEnabled(feature)))
    .flatMap((place) => entriesOf(place, context))
  return [...fixed, ...settingsPages.filter((page) => maySee(page, context)).map((page) => settingsEntry(page, tenant))]
}

function settingsEntry(page: SettingsPage, tenant: CurrentTenant): PlaceEntry {
  const { name, group, icon, text } = page
  return { id: name, group, icon, text, isKey: true, to: `${tenantRoot(tenant.oid)}/${settingsPath(page)}`, isForeign: false }
}

function entriesOf({ group, icon, leadsTo }: Place, { tenant, overlay, links }: PlaceContext): PlaceEntry[] {
  if ('link' in leadsTo) {
    const to = links[leadsTo.link]
    return to === null ? [] : [{ id: leadsTo.link, group, icon, text: leadsTo.text, isKey: true, to, isForeign: true }]
  }
  const dashboards = (overlay?.dashboards ?? []).filter(({ tags }) => !tags.includes(UNLISTED))
  const order = new Intl.Collator(undefined, { sensitivity: 'base' })
  return dashboards
    .toSorted((one, other) => order.compare(one.name, other.name))
    .map(({ oid, name, text }) => ({
      id: oid,
      group,
      icon,
      text: text ?? name,
      isKey: text !== undefined,
      to: dashboardAddress(tenant.oid, oid),
      isForeign: false,
    }))
}
