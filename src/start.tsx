import '../renderer/parts/theme/styles.ts'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadWhenIdle } from '../renderer/parts/deferred.ts'
import { MotionRoot } from '../renderer/parts/motion/motion-root.tsx'
import { overlays } from '../renderer/parts/overlays/overlays.ts'
import { ThemeProvider } from '../renderer/parts/theme/theme-provider.tsx'
import { loadTexts, offeredLanguages } from './i18n/load-texts.ts'
import { chosenLanguage, languageOf } from './i18n/languages.ts'
import { learnTexts, startTexts } from './i18n/texts.ts'
import { writes } from './http/data-source.ts'
import { createRouter, preparePage } from './routes.tsx'
import { tenantOf } from './screen-addresses.ts'
import { createServices } from './services.ts'
import type { Services } from './services.ts'
import type { ListQuery } from '../renderer/data/data-source.ts'
import { lateMs } from '../renderer/parts/page/late.tsx'
import type { EntityName } from '../schemas/generated/entity-names.ts'
import { loadingOf, type Loading } from './shell/start/loading.ts'
import { signInAddresses } from './session/addresses.ts'
import { loadDocumentation } from './session/documentation.ts'
import type { EarlyStart } from './session/early-sign-in.ts'
import { startPreferences } from './session/preferences.ts'
import { expectedPath, takeExpectedPath } from './session/sign-in-storage.ts'
import { removeServiceWorkers } from './session/service-workers.ts'
import { sessionState } from './session/session-state.ts'
import { App } from './shell/start/app.tsx'
import { palette } from './shell/palette/palette-host.tsx'
import { toastRegion } from './shell/toasts/toasts.tsx'
import { firstRowsQuery } from './shell/pages/page-parts.ts'
import { StartFailure } from './shell/start/start-failure.tsx'
import { Waiting } from './shell/start/loading-message.tsx'

/** Starts the application: appearance, configuration, texts, session, context. */
export async function start(early: Promise<EarlyStart>): Promise<void> {
  const preferences = startPreferences()
  const root = createRoot(document.getElementById('root') ?? document.body)
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  // One theme for whatever is shown: a second one would bring its style sheets in another order.
  const show = (content: ReactNode): void =>
    root.render(
      <ThemeProvider nonce={nonce}>
        <MotionRoot nonce={nonce}>{content}</MotionRoot>
      </ThemeProvider>,
    )
  try {
    const language = languageOf(chosenLanguage() ?? navigator.language, offeredLanguages)
    const starting = Promise.all([early, startTexts(language, loadTexts), preferences])
    const isReturning = window.location.pathname === signInAddresses.callback
    const address = new URL(isReturning ? (expectedPath() ?? '/') : window.location.href, window.location.href)
    // What the address tells of the page is fetched beside signing in, not after it.
    const page = preparePage(address.pathname)
    const [{ config, identity }] = await starting
    const services = await createServices(config, identity)
    show(<Waiting />)
    const query = page && firstRowsQuery(page, address.search)
    await services.session.start()
    if (isReturning) window.history.replaceState(null, '', takeExpectedPath() ?? '/')
    const loading = loadContext(services)
    if (page && query && sessionState.authentication === 'authenticated')
      services.firstRows = askForRows(services, page.entry.entity, query)
    show(<App services={services} router={createRouter()} />)
    loadWhenIdle(overlays, palette, writes, toastRegion, { load: () => learnTexts(loadTexts, ['refusals']) })
    await loading
  } catch (error) {
    console.error(error)
    show(<StartFailure failure={error} />)
  }
}

/** Asks for the first rows of a list, which its page awaits for a moment. */
function askForRows({ askAhead }: Services, entity: EntityName, query: Promise<ListQuery | undefined>): Loading<true> {
  const asked = query.then((wanted) => wanted && askAhead(entity, wanted)).catch(() => undefined)
  const isLate = new Promise((done) => setTimeout(done, lateMs))
  return loadingOf(Promise.race([asked, isLate]).then(() => true as const))
}

async function loadContext({ client, context }: Services): Promise<void> {
  if (sessionState.authentication !== 'authenticated' || window.location.pathname === '/logout') return
  await context.start(tenantOf(window.location.pathname))
  void loadDocumentation(client)
  void removeServiceWorkers()
}
