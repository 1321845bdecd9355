// Separate file, because most callers must not load the provider's library.

/** A person's account; `generation` counts how often an invitation link has reset it. */
export interface AccountKey {
  oid: string
  generation: number
}

/**
 * The subject of the provider's tokens and sessions: the person's oid, e.g. `0192…`, or `0192…~1` once a link has reset the account, so
 * that tokens of earlier holders become invalid.
 */
export function accountIdOf({ oid, generation }: AccountKey): string {
  return generation === 0 ? oid : `${oid}~${generation}`
}

/** The inverse of `accountIdOf`; returns a key that matches no person for malformed ids. */
export function accountKeyOf(accountId: string): AccountKey {
  const [oid = '', generation] = accountId.split('~')
  return { oid, generation: generation === undefined ? 0 : Number(generation) || -1 }
}
