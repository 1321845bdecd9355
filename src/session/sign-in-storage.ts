const pathKey = 'SOC_EXPECTED_PATH'
const neverRemembered = new Set(['/', '/index.html', '/logout'])

/** Stores the requested path, to return to it after sign-in. Root, index and logout are never stored. */
export function rememberPath(location: { pathname: string; search: string }): void {
  if (!neverRemembered.has(location.pathname) && !location.pathname.startsWith('/auth/'))
    localStorage.setItem(pathKey, location.pathname + location.search)
}

/** Returns the stored path and removes it. */
export function takeExpectedPath(): string | undefined {
  const path = expectedPath()
  forgetPath()
  return path
}

/** The stored path; ignores addresses outside this application. */
export function expectedPath(): string | undefined {
  const path = localStorage.getItem(pathKey)
  return path?.startsWith('/') && !path.startsWith('//') ? path : undefined
}

export function forgetPath(): void {
  localStorage.removeItem(pathKey)
}

const promptKey = 'SOC_ASK_SIGN_IN'

/** Makes the next sign-in in this browser interactive, even if the provider still has a session: the user signed out here, or was refused. */
export function askNextTime(): void {
  localStorage.setItem(promptKey, '1')
}

export function mustAsk(): boolean {
  return localStorage.getItem(promptKey) !== null
}

/** Called after a successful sign-in. */
export function forgetToAsk(): void {
  localStorage.removeItem(promptKey)
}

/** Changes when the person signs out in this browser, which its other windows hear of (`storage`). */
export const signedOutKey = 'SOC_SIGNED_OUT'

const silentFrameKey = 'SOC_NO_SILENT_FRAME'
const rememberedMs = 24 * 60 * 60 * 1000

/** Whether this provider failed to answer in a hidden frame within the last day: it forbids framing, or shows a page there. */
export function refusesFrames(authority: string, now = Date.now()): boolean {
  const [known, until] = (localStorage.getItem(silentFrameKey) ?? '').split(' ')
  return known === authority && now < Number(until)
}

/** Remembers that a reachable provider did not answer in a hidden frame, so that the next sign-in does not wait for it again. */
export async function rememberSilence(authority: string): Promise<void> {
  const isReached = await fetch(`${authority}/.well-known/openid-configuration`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReached) localStorage.setItem(silentFrameKey, `${authority} ${Date.now() + rememberedMs}`)
}
