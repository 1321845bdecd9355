/** Addresses of the sign-in round trip, relative to the application's root; the identity provider has to know them. */
export const signInAddresses = {
  /** Whole page. */
  callback: '/auth/callback',
  /** Hidden frame. */
  silent: '/auth/silent',
  popup: '/auth/popup',
  /** Where the provider leads after signing out. */
  signedOut: '/auth/signed-out',
}

const strayMessages = /hash does not contain state|no state in response|no matching state found/i

/** Whether the error means that a sign-in response has no matching request, e.g. after a bookmark or the back button. */
export function isStrayAnswer(error: unknown): boolean {
  return error instanceof Error && strayMessages.test(error.message)
}

/** The address without its hash and without the parameters of a sign-in response. */
export function withoutAnswer(href: string): string {
  const url = new URL(href)
  url.hash = ''
  for (const name of ['code', 'state', 'iss', 'session_state', 'error', 'error_description']) url.searchParams.delete(name)
  return url.href
}

/** Whether the hash carries a sign-in response. Ours come in the query, so such a response is stray. */
export function hasStrayHash(hash: string): boolean {
  return /[#&](state|error|code|id_token|access_token)=/.test(hash)
}
