import { createContext, useContext } from 'react'
import type { DataSource } from '../renderer/data/data-source.ts'
import type { RuntimeConfig } from '../schemas/tenancy.ts'
import { createClient } from './http/client.ts'
import type { HttpClient } from './http/client.ts'
import { createDataSource } from './http/data-source.ts'
import { hasUpstreams } from './http/has-upstreams.ts'
import { withListsAhead, type ListAhead } from './http/list-ahead.ts'
import { loadTexts } from './i18n/load-texts.ts'
import { chosenLanguage, languageOf } from './i18n/languages.ts'
import { showLanguage } from './i18n/texts.ts'
import { createContextLoader } from './session/context-loader.ts'
import type { ContextLoader } from './session/context-loader.ts'
import { currentOverlay } from './session/current-tenant.ts'
import type { completeContext } from './session/printed-context.ts'
import type { Identity } from './session/identity.ts'
import type { Loading } from './shell/start/loading.ts'
import { takePreferences } from './session/preferences.ts'
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

interface ForUpstreams {
  source: DataSource
  completeContext: typeof completeContext
  isOwn: (path: string) => boolean
}

/** What is different where some base paths are answered by other services; its code is fetched only there. */
async function forUpstreams(own: DataSource, config: RuntimeConfig, client: HttpClient): Promise<ForUpstreams> {
  const [{ withUpstreams }, { isOwnPath }, { currentRights }, printed] = await Promise.all([
    import('./http/upstream/with-upstreams.ts'),
    import('./http/abilities.ts'),
    import('./session/current-rights.ts'),
    import('./session/printed-context.ts'),
  ])
  const source = withUpstreams(own, config, { client, overlayOid: currentOverlay.read, rightsIn: currentRights })
  return { source, completeContext: printed.completeContext, isOwn: (path) => isOwnPath(path, config) }
}

/** Wires the services; without an identity everybody counts as authenticated. */
export async function createServices(config: RuntimeConfig, identity: Identity | undefined): Promise<Services> {
  const session = createSession({ identity, location: window.location })
  let others: ForUpstreams | undefined
  const { token, renew, end } = session
  const client = createClient({ token, renew, end, overlayOid: currentOverlay.read, isOwn: (path) => others?.isOwn(path) ?? true })
  const own = createDataSource(client, config.bases)
  if (hasUpstreams(config)) others = await forUpstreams(own, config, client)
  return {
    config,
    session,
    client,
    ...withListsAhead(others?.source ?? own),
    context: createContextLoader(client, config.bases.user, {
      greet: async ({ oid, locale, timeZone, dateFormat, theme }) => {
        await takePreferences({
          oid,
          ...(timeZone !== undefined && { timeZone }),
          ...(dateFormat && { dateFormat }),
          ...(theme && { theme }),
        })
        await showLanguage(languageOf(chosenLanguage(oid) ?? locale, config.languages), loadTexts)
      },
      complete: others?.completeContext,
    }),
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
