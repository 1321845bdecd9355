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

/** Whether the provider's answer belongs to no question of ours (a bookmark, the back button): 'Hash does not contain state'. */
export function isStrayAnswer(error: unknown): boolean {
  return error instanceof Error && strayMessages.test(error.message)
}

/** The same address without hash, and without the leftovers of a sign-in round trip. */
export function withoutAnswer(href: string): string {
  const url = new URL(href)
  url.hash = ''
  for (const name of ['code', 'state', 'iss', 'session_state', 'error', 'error_description']) url.searchParams.delete(name)
  return url.href
}

/** Whether an address carries a provider's answer in its hash; ours come in the query, so nobody waits for that one. */
export function hasStrayHash(hash: string): boolean {
  return /[#&](state|error|code|id_token|access_token)=/.test(hash)
}
