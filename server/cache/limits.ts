/** Most entries of each cache; those used last stay. */
export const CACHE_LIMITS = {
  /** People as loaded with their rights; each use confirms that nothing has changed. */
  callers: 5_000,
  /** Verified access tokens, until they expire. */
  tokens: 5_000,
  /** API tokens that were accepted, so that an address which guesses does not keep them out. */
  known_api_tokens: 5_000,
  /** Addresses that sent unknown API tokens too often, within a window. */
  guessing_addresses: 5_000,
  /** Permissions by tenant type, roles and features. */
  rights: 2_000,
  /** Names of prepared statements. Each name stays for good, since connections remember it. */
  prepared_statements: 400,
  /** Names of statements in metrics. */
  statement_names: 1_000,
  /** When the plan of a slow statement was last logged. */
  slow_plans: 500,
  /** Counts of long lists, while their tables are unchanged. */
  list_counts: 10_000,
  /** Identifiers of the first rows that a filter finds in a large table, while it is unchanged; about 100 kB each at most. */
  list_rows: 500,
  /** How the rows of ranked lists are spread over their keys, while their tables are unchanged; about 100 kB each. */
  list_buckets: 20,
  /** Groups of long lists, while their tables are unchanged; about 20 kB each at most. */
  list_groups: 1_000,
  /** Lengths of long lists, for seconds. */
  list_lengths: 10_000,
  /** Calls of callers against rate limits, within a window. */
  rate_counts: 10_000,
  /** What people have seen of the database, while standbys may lag. */
  seen_positions: 20_000,
} as const

export type CacheName = keyof typeof CACHE_LIMITS
