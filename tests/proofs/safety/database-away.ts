import type { SectionRows } from '../../../scripts/proofs/rows.ts'

const underLoad =
  'a database that goes away under load > ends no copy, loses and doubles no write, and is felt only while no primary answers'
const atStart =
  'a copy of the service whose database is away > waits for it when it starts: alive, not ready, and ready by itself as soon as it answers'
const running =
  'a copy of the service whose database is away > stays alive while it runs, says that it is not ready, and is ready again by itself'
/** The same, ten times over, on the bundled version and on the oldest one. */
const inRounds = ['bundled', '15'].map(
  (version) =>
    `failures > a database that goes away on PostgreSQL ${version} > 10 times in each way under load ends no copy, loses and doubles no write, and is felt only while no primary answers`,
)

/** The database goes away, at any moment and in any way, and comes back. */
export const databaseAway: SectionRows = {
  document: 'H',
  section: 1,
  rows: {
    state: {
      'Alive is not ready: /healthz answers for the process, /readyz for the database': [atStart, running],
      'A copy that starts while the database is away waits, and is ready by itself': atStart,
    },
    rule: {
      'No copy ends when connections are ended, the server restarts, or the primary is killed': [underLoad, ...inRounds, running],
      'No acknowledged write is lost or doubled, a failover included': [underLoad, ...inRounds],
      'A write whose outcome is unknown is settled by the same Idempotency-Key': underLoad,
      'The journal is whole afterwards': underLoad,
      'DATABASE_URL names several servers, and the one that takes writes is found, after a failover, too': underLoad,
    },
    limit: {
      'Errors only while no primary answers and 2 s after': [underLoad, ...inRounds],
    },
    error: {
      'A 503 problem with Retry-After while no primary answers': [underLoad, atStart, running],
      'A wrong address of servers is refused in a sentence that names what is wrong':
        'an address of a database that cannot be one > is refused in one sentence that names what is wrong: *',
    },
  },
}
