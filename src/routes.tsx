import type { ComponentType } from 'react'
import { createBrowserRouter, matchRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { Redirect } from '../renderer/parts/page/redirect.tsx'
import { entityMeta } from '../schemas/generated/entity-meta.ts'
import { settingsPages } from '../screens/settings-pages.ts'
import { hasMatrixPage, navigationScreens, settingsPath } from './screen-addresses.ts'
import type { NavigationScreen } from './screen-addresses.ts'
import { loadTexts } from './i18n/load-texts.ts'
import { learnTexts } from './i18n/texts.ts'
import { EntityPage } from './shell/pages/entity-page.tsx'
import { Disconnected, LogoutPage } from './shell/start/disconnected.tsx'
import { AdministrationPage, RootPage, TenantPage } from './shell/start/landing-page.tsx'
import { LoadingMessage } from './shell/start/loading-message.tsx'
import { embeddedViews, type EmbeddedView } from './shell/frame/places.ts'
import { pageParts, type AddressedPage, type PageKind } from './shell/pages/page-parts.ts'
import { RootLayout } from './shell/frame/root-layout.tsx'
import { NotFound, RouteError } from './shell/pages/route-error.tsx'
import { SettingsPlace } from './shell/pages/settings-place.tsx'
import { TenantLayout } from './shell/tenants/tenant-layout.tsx'
import { signInAddresses } from './session/addresses.ts'

export type Router = ReturnType<typeof createBrowserRouter>

/** What a route says of its page besides what it shows. */
type PageHandle = Omit<AddressedPage, 'tenantOid'>

interface EntityRoute extends PageHandle {
  path: string
  consult?: boolean
  other?: string
}

function entityRoute({ path, entry, kind, consult = false, other }: EntityRoute): RouteObject {
  const handle: PageHandle = { entry, kind }
  return { path, handle, element: <EntityPage {...handle} consult={consult} {...(other !== undefined && { other })} /> }
}

/** Addresses of one entity: a page kind that the screen leaves out has none. An oid may hold an encoded slash, hence the splat. */
function entityRoutes(entry: NavigationScreen): RouteObject[] {
  if (entityMeta[entry.entity].command) return [entityRoute({ path: entry.path, entry, kind: 'editor' })]
  const { screen, path, one } = entry
  if (one) return ownRoutes(entry)
  const verb = screen.editor?.verbs?.create
  const others = Object.keys(screen.editor?.alternatives ?? {})
  const pages: [isThere: boolean, address: string, kind: PageKind, consult?: true][] = [
    [Boolean(screen.list) && !entry.tabOf, path, 'list'],
    [Boolean(screen.editor), `${path}/${verb ?? 'new'}`, 'editor'],
    [Boolean(screen.editor), `${path}/edit/*`, 'editor'],
    [Boolean(screen.editor), `${path}/consult/*`, 'editor', true],
    [screen.editor?.branchField !== undefined, `${path}/:option/${verb ?? 'new'}`, 'editor'],
    [screen.editor?.branchField !== undefined, `${path}/:option/edit/*`, 'editor'],
    [screen.editor?.branchField !== undefined, `${path}/:option/consult/*`, 'editor', true],
    [Boolean(screen.bulk), `${path}/bulk`, 'bulk'],
    [Boolean(screen.journal), `${path}/journal`, 'journal'],
    [Boolean(screen.summary), `${path}/summary`, 'summary'],
    [hasMatrixPage(entry), path, 'matrix'],
  ]
  // Records whose list is that of others have theirs below it (`ipengines/edgeBoxes`).
  const toList = screen.list || entry.tabOf || hasMatrixPage(entry) ? [] : [{ path, element: <Redirect to=".." relative="path" /> }]
  const routes = pages
    .filter(([isThere]) => isThere)
    .map(([, address, kind, consult]) => entityRoute({ path: address, entry, kind, consult: consult ?? false }))
  const further = others.map((other) => entityRoute({ path: `${path}/${other}/*`, entry, kind: 'editor', other }))
  return [...routes, ...further, ...toList]
}

/** A record of which the tenant has one is a page or a tab, not a row of a list; it cannot be created. */
function ownRoutes(entry: NavigationScreen): RouteObject[] {
  const kinds: [address: string, kind: PageKind][] = [
    ...(entry.tabOf ? [] : [[entry.path, 'editor'] as [string, PageKind]]),
    ...(entry.screen.journal ? [[`${entry.path}/journal`, 'journal'] as [string, PageKind]] : []),
  ]
  return kinds.map(([path, kind]) => entityRoute({ path, entry, kind }))
}

/** Addresses at which views of other services stand in a frame. */
function embeddedRoutes(): RouteObject[] {
  const load = async () => (await Promise.all([import('./shell/views/embedded-pages.tsx'), learnTexts(loadTexts, ['pages'])]))[0]
  return [
    { path: 'supervision/d/:dashboardOid', lazy: async () => ({ Component: (await load()).DashboardPage }) },
    ...Object.values<EmbeddedView>(embeddedViews).map((view) => ({
      path: view.path,
      lazy: async () => {
        const { EmbeddedPage } = await load()
        return { element: <EmbeddedPage view={view} /> }
      },
    })),
  ]
}

async function loadUserInfo(): Promise<{ Component: ComponentType }> {
  const [{ UserInfoPage }] = await Promise.all([
    import('./shell/account/account-parts.ts'),
    learnTexts(loadTexts, ['account', 'operations', 'tokens']),
  ])
  return { Component: UserInfoPage }
}

async function loadOperations(): Promise<{ Component: ComponentType }> {
  const [{ OperationsPage }] = await Promise.all([import('./shell/operations/operations-page.tsx'), learnTexts(loadTexts, ['operations'])])
  return { Component: OperationsPage }
}

async function loadSchemaChanges(): Promise<{ Component: ComponentType }> {
  const [{ SchemaChangesPage }] = await Promise.all([
    import('./shell/schema-changes/schema-changes-page.tsx'),
    learnTexts(loadTexts, ['operations', 'schema-changes']),
  ])
  return { Component: SchemaChangesPage }
}

async function loadWholeJournal(): Promise<{ Component: ComponentType }> {
  const [{ JournalPlace }] = await Promise.all([import('./shell/pages/journal-place.tsx'), learnTexts(loadTexts, ['pages', 'journal'])])
  return { Component: JournalPlace }
}

/** Every address of the console (S0 section 2). */
export function createRoutes(): RouteObject[] {
  return [
    { path: signInAddresses.signedOut, element: <Disconnected /> },
    { path: 'logout', element: <LogoutPage /> },
    {
      element: <RootLayout />,
      hydrateFallbackElement: <LoadingMessage />,
      errorElement: <RouteError />,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            { index: true, element: <RootPage /> },
            { path: 'index.html', element: <RootPage /> },
            { path: 'about', lazy: async () => ({ Component: (await import('./shell/frame/about.tsx')).AboutPage }) },
            { path: 'userInfo', lazy: loadUserInfo },
            { path: 'operations', lazy: loadOperations },
            { path: 'schema-changes', lazy: loadSchemaChanges },
            {
              path: 'oid/:tenantOid',
              element: <TenantLayout />,
              children: [
                {
                  errorElement: <RouteError />,
                  children: [
                    { index: true, element: <TenantPage /> },
                    ...navigationScreens.flatMap(entityRoutes),
                    ...settingsPages.map((page) => ({ path: `${settingsPath(page)}/:tab?`, element: <SettingsPlace page={page} /> })),
                    { path: 'journal', lazy: loadWholeJournal },
                    ...embeddedRoutes(),
                    { path: 'admin/*', element: <AdministrationPage /> },
                  ],
                },
                { path: '*', element: <NotFound /> },
              ],
            },
            { path: '*', element: <NotFound /> },
          ],
        },
      ],
    },
  ]
}

export function createRouter(): Router {
  return createBrowserRouter(createRoutes())
}

/** What an address says of its page before anything else is known; `undefined` for pages of no entity. Begins to fetch what it is drawn with. */
export function preparePage(path: string): AddressedPage | undefined {
  const match = matchRoutes(createRoutes(), path)?.at(-1)
  const handle = match?.route.handle as PageHandle | undefined
  if (!match || !handle) return undefined
  pageParts(handle.entry, handle.kind)
  return { ...handle, tenantOid: match.params['tenantOid'] ?? '' }
}
