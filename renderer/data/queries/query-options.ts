/** What all query hooks share: the HTTP layer retries by itself (S0 section 9), so the cache does not. */
export const queryOptions = {
  shouldRetryOnError: false,
  focusThrottleInterval: 30_000,
} as const
