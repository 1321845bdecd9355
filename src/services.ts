import { createContext, useContext } from 'react'
import type { DataSource } from '../renderer/data/data-source.ts'
import type { RuntimeConfig } from '../schemas/tenancy.ts'
import { createClient } from './http/client.ts'
import type { HttpClient } from './http/client.ts'
import { createDataSource } from './http/data-source.ts'
import { withListsAhead, type ListAhead } from './http/list-ahead.ts'
import { hasUpstreams, withUpstreams } from './http/upstream/with-upstreams.ts'
import { loadTexts } from './i18n/load-texts.ts'
import { chosenLanguage, languageOf } from './i18n/languages.ts'
import { showLanguage } from './i18n/texts.ts'
import { createContextLoader } from './session/context-loader.ts'
import type { ContextLoader } from './session/context-loader.ts'
import { currentRights } from './session/current-rights.ts'
import { currentOverlay } from './session/current-tenant.ts'
import type { Identity } from './session/identity.ts'
import type { Loading } from './shell/start/loading.ts'
import { createSession } from './session/session.ts'
import type { Session } from './session/session.ts'

/** The singletons of a page. */
export interface Services {
  config: RuntimeConfig
  session: Session
  client: HttpClient
  source: DataSource
  askAhead: ListAhead['askAhead']
  /** The rows of the list at which the window opened: its page is drawn with them, unless they keep it waiting. */
  firstRows?: Loading<true>
  context: ContextLoader
}

/** Wires the services; without an identity everybody counts as authenticated. */
export function createServices(config: RuntimeConfig, identity: Identity | undefined): Services {
  const session = createSession({ identity, location: window.location })
  const client = createClient({ token: session.token, overlayOid: currentOverlay.read, renew: session.renew, end: session.end })
  const own = createDataSource(client, config.bases)
  const ports = { client, overlayOid: currentOverlay.read, rightsIn: currentRights }
  return {
    config,
    session,
    client,
    ...withListsAhead(hasUpstreams(config) ? withUpstreams(own, config, ports) : own),
    context: createContextLoader(client, config.bases.user, (user) =>
      showLanguage(languageOf(chosenLanguage(user.oid) ?? user.locale, config.languages), loadTexts),
    ),
  }
}

const ServicesContext = createContext<Services | null>(null)
export const ServicesProvider = ServicesContext.Provider

/** The services of this page. Throws outside `ServicesProvider`. */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesProvider above it')
  return services
}
