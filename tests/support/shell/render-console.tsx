import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'
import { ThemeProvider } from '../../../renderer/parts/theme/theme-provider.tsx'
import type { RuntimeConfig, TenantScope, UserContext } from '../../../schemas/tenancy.ts'
import type { HttpClient } from '../../../src/http/client.ts'
import { createDataSource } from '../../../src/http/data-source.ts'
import { withListsAhead } from '../../../src/http/list-ahead.ts'
import { loadTexts } from '../../../src/i18n/load-texts.ts'
import { startTexts } from '../../../src/i18n/texts.ts'
import { createRoutes } from '../../../src/routes.tsx'
import { App } from '../../../src/shell/start/app.tsx'
import type { Services } from '../../../src/services.ts'
import { applyContext, contextState } from '../../../src/session/context-state.ts'
import { lastTenantState } from '../../../src/session/current-tenant.ts'
import { sessionState } from '../../../src/session/session-state.ts'

const base = '/service'

export const testConfig: RuntimeConfig = {
  version: '21.12.4.62634',
  languages: ['en', 'fr', 'de', 'es'],
  oidc: { authority: '', clientId: '', scope: '', changePasswordUrl: null },
  bases: {
    api: base,
    user: '/api/user',
    inventory: base,
    ztp: base,
    licensing: base,
    journal: base,
    networkConfiguration: base,
    livemon: base,
    supervision: base,
    reporting: base,
    applications: base,
    cloudSecurity: base,
    docs: '/docs',
  },
  abilities: {},
  ownViews: [],
  viewOrigins: {},
  links: { cloudSecurityPortal: null },
  demo: false,
}

/** A tenant scope with the right to read the given resources. */
export function scopeWith(tenantType: TenantScope['tenantType'], resources: string[], over: Partial<TenantScope> = {}): TenantScope {
  const permissions = resources.map((resource) => ({ resource, operation: 'read' as const }))
  return { oid: 't1', name: 'Northwind', parentOid: null, tenantType, roles: ['admin'], permissions, features: [], ancestors: [], ...over }
}

const texts = startTexts('en', loadTexts)

interface RenderConsoleOptions {
  scopes?: TenantScope[]
  all?: UserContext['all']
  /** Client for the service. @default one whose every call fails the test */
  client?: HttpClient
  /** Bases whose views the service renders itself. @default none */
  ownViews?: RuntimeConfig['ownViews']
  /** Origins of the views of other services. @default none */
  viewOrigins?: RuntimeConfig['viewOrigins']
}

const refuse = (method: string, path: string) => Promise.reject(new Error(`The test did not expect ${method} ${path}`))
const unexpected: HttpClient = { request: refuse, requestBytes: refuse }

/** Renders the whole console at an address, signed in, with the test's HTTP client. */
export async function renderConsole(
  address: string,
  { scopes = [scopeWith('po', ['partners'])], all, client = unexpected, ownViews = [], viewOrigins = {} }: RenderConsoleOptions = {},
) {
  localStorage.clear()
  await texts
  const [home] = scopes
  const user = {
    oid: 'u1',
    name: 'Marie Dupont',
    mail: 'marie@demo.test',
    locale: 'en',
    hasManyTenants: true,
    canListCustomers: true,
    canListPartners: true,
    canListRequests: true,
    canListUsers: true,
    ...(home ? { tenant: { oid: home.oid, name: home.name, type: home.tenantType } } : {}),
  }
  contextState.user = undefined
  applyContext({ user, scopes, ...(all ? { all } : {}) }, { forget: true })
  if (!all) contextState.all = undefined
  contextState.status = scopes.length > 0 || all ? 'ready' : 'none'
  lastTenantState.oid = undefined
  sessionState.authentication = 'authenticated'
  const session = {
    token: () => undefined,
    start: vi.fn(),
    renew: vi.fn(),
    answerRenewal: vi.fn(),
    end: vi.fn(),
    signOut: vi.fn(async () => undefined),
  }
  const context = { start: vi.fn(), enter: vi.fn(async () => false), markDirty: vi.fn() }
  const services: Services = {
    config: { ...testConfig, ownViews, viewOrigins },
    session,
    client,
    ...withListsAhead(createDataSource(client, testConfig.bases)),
    context,
  }
  const router = createMemoryRouter(createRoutes(), { initialEntries: [address] })
  render(
    <ThemeProvider nonce={undefined}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <App services={services} router={router} />
      </SWRConfig>
    </ThemeProvider>,
  )
  return { router, services, user: userEvent.setup(), path: () => router.state.location.pathname }
}
