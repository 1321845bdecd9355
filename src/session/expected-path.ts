const storageKey = 'SOC_EXPECTED_PATH'
const neverRemembered = new Set(['/', '/index.html', '/logout'])

/** Remembers where a person wanted to go, to go there after sign-in. Root, index and logout are never remembered. */
export function rememberPath(location: { pathname: string; search: string }): void {
  if (!neverRemembered.has(location.pathname) && !location.pathname.startsWith('/auth/'))
    localStorage.setItem(storageKey, location.pathname + location.search)
}

/** The remembered path, once: it is forgotten by asking. */
export function takeExpectedPath(): string | undefined {
  const path = expectedPath()
  forgetPath()
  return path
}

/** The remembered path. Only one of this application counts. */
export function expectedPath(): string | undefined {
  const path = localStorage.getItem(storageKey)
  return path?.startsWith('/') && !path.startsWith('//') ? path : undefined
}

export function forgetPath(): void {
  localStorage.removeItem(storageKey)
}
