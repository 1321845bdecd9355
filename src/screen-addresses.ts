import { matchPath } from 'react-router-dom'
import type { CommandMeta } from '../schemas/vocabulary/command-meta.ts'
import type { Screen } from '../renderer/descriptor/screen.ts'
import { entityMeta } from '../schemas/generated/entity-meta.ts'
import type { EntityName } from '../schemas/generated/entity-names.ts'
import type { SettingsPage } from '../renderer/descriptor/settings-page.ts'
import { screens } from '../screens/index.ts'
import { settingsPages } from '../screens/settings-pages.ts'

/** One screen of the navigation. */
export interface NavigationScreen {
  entity: EntityName
  screen: Screen
  /** Path below `/oid/{tenantOid}/`: `admin/partners`, `network/edge-boxes`. */
  path: string
  resource: string
  /** Each tenant has one record of it: the page is that record's. */
  one: boolean
  /** The page of settings of which it is a tab. */
  tabOf?: SettingsPage
}

/** Groups whose part of the address differs from their name (S0 section 2). */
const groupSegments: Record<string, string> = { administration: 'admin' }

const segmentOf = (group: string): string => groupSegments[group] ?? group

/** Path of a page of settings below `/oid/{tenantOid}/`. */
export const settingsPath = ({ group, path }: SettingsPage): string => `${segmentOf(group)}/${path}`

/** Where an entity stands among pages of settings: its page, and the address of its tab. */
function tabPlace(entity: EntityName): { tabOf: SettingsPage; path: string } | undefined {
  for (const page of settingsPages)
    for (const [name, tab] of Object.entries(page.tabs))
      if (tab.entity === entity) return { tabOf: page, path: `${settingsPath(page)}/${name}` }
  return undefined
}

/** Every screen, in the order of the navigation. */
export const navigationScreens: readonly NavigationScreen[] = Object.entries(screens).map(([name, screen]) => {
  const entity = name as EntityName
  const meta = entityMeta[entity]
  const path = `${segmentOf(screen.group)}/${screen.path ?? meta.plural}`
  return { entity, screen, path, resource: meta.resource, one: meta.singleton === true, ...tabPlace(entity) }
})

/** Whether an entity has a page of matrices: its own stands first on it. */
export const hasMatrixPage = ({ screen }: Pick<NavigationScreen, 'screen'>): boolean =>
  screen.matrix !== undefined && screen.matrix.on === undefined

/** Screens that the navigation leads to: lists, records of which a tenant has one, and pages of matrices; not what stands in a tab. */
export const entryScreens: readonly NavigationScreen[] = navigationScreens.filter(
  (entry) => !entry.tabOf && (entry.screen.list || entry.one || hasMatrixPage(entry)),
)

/** The entity in whose list or matrix page an entity's records stand: the one that gathers them (`rowsOf`, `matrix.on`), where their own screen has none. */
export function listOf(entity: string): string {
  const own = navigationScreens.find((each) => each.entity === entity)
  const command = own && entityMeta[own.entity].command
  if (command) return command.of
  if (!own || own.screen.list) return entity
  if (own.screen.matrix) return own.screen.matrix.on ?? entity
  const gathers = ({ rowsOf }: (typeof entityMeta)[EntityName]): boolean =>
    rowsOf !== undefined && Object.values<string>(rowsOf.entities).includes(entity)
  return navigationScreens.find((each) => gathers(entityMeta[each.entity]))?.entity ?? entity
}

/** Commands on the records of an entity that have a page, in the order of the screens. */
export function commandsOf(entity: string): { name: string; meta: CommandMeta }[] {
  return navigationScreens.flatMap(({ entity: name }) => {
    const { command } = entityMeta[name]
    return command?.of === entity ? [{ name, meta: command }] : []
  })
}

/** `/oid/{tenantOid}`: root of everything in one tenant. */
export const tenantRoot = (tenantOid: string): string => `/oid/${encodeURIComponent(tenantOid)}`

/** The tenant that an address names. */
export const tenantOf = (pathname: string): string | undefined => matchPath('/oid/:tenantOid/*', pathname)?.params.tenantOid

/** Where a dashboard of a customer's overlay is shown. */
export const dashboardAddress = (tenantOid: string, dashboardOid: string): string =>
  `${tenantRoot(tenantOid)}/supervision/d/${encodeURIComponent(dashboardOid)}`

/** Where an entity's list lives; throws for an entity without a screen. */
export function listAddress(tenantOid: string, entity: string): string {
  const found = navigationScreens.find((each) => each.entity === entity)
  if (!found) throw new Error(`No screen for "${entity}" in screens/index.ts`)
  return `${tenantRoot(tenantOid)}/${found.path}`
}

const adminPattern = /^\/oid\/[^/]+(\/admin(?:\/.*)?)$/
/** The part of an address that names one record of the tenant. */
const recordPart = /\/(?:(?:edit|assign|consult)\/.*|(?:edit|split|delete|assign|unassign))$/

/**
 * Where choosing another tenant leads: the same page of the administration with the tenant swapped, else the tenant's root.
 * A record belongs to the tenant that is left, so from its page the way leads to the list.
 */
export function addressInTenant(pathname: string, tenantOid: string): string {
  const rest = adminPattern.exec(pathname)?.[1] ?? ''
  return tenantRoot(tenantOid) + rest.replace(recordPart, '')
}
