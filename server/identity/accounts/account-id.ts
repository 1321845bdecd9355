// A file of its own: most of its callers must not load the provider's library.

/** A person's account; `generation` counts how often an invitation link has reset it. */
export interface AccountKey {
  oid: string
  generation: number
}

/**
 * The subject of the provider's tokens and sessions: the oid of the person, e.g. `0192…`, and `0192…~1` once a link has given the account
 * to somebody else, so that tokens of earlier holders become invalid.
 */
export function accountIdOf({ oid, generation }: AccountKey): string {
  return generation === 0 ? oid : `${oid}~${generation}`
}

/** The inverse of `accountIdOf`; other texts give a key that matches nobody. */
export function accountKeyOf(accountId: string): AccountKey {
  const [oid = '', generation] = accountId.split('~')
  return { oid, generation: generation === undefined ? 0 : Number(generation) || -1 }
}
