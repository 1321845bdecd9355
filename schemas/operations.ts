/** A pool of connections of one copy, to the primary or a standby. */
export interface PoolFigures {
  name: string
  max: number
  used: number
  /** Units of work that wait for a connection. */
  waiting: number
}

/** A standby as one copy sees it. */
export interface SeenStandby {
  name: string
  answers: boolean
  /** It answers as the primary, which is named among the standbys so that it is found after a failover. */
  isPrimary: boolean
  /** Age of its data; the least that it is where that is unknown. */
  behindSeconds: number
}

/** Statements of one name, since the copy started. */
export interface StatementFigures {
  name: string
  count: number
  seconds: number
  rows: number
}

/** Calls of one route, since the copy started. */
export interface RouteFigures {
  method: string
  route: string
  calls: number
  /** Answered with a status from 500 on. */
  failed: number
}

/** What a copy says of itself now and then. */
export interface CopyFigures {
  memoryBytes: number
  /** 99th percentile of the delay of the event loop. */
  eventLoopMs: number
  requestsInFlight: number
  importsRunning: number
  pools: PoolFigures[]
  standbys: SeenStandby[]
  /** Those that took most time in all. */
  statements: StatementFigures[]
  /** Those that failed at least once, most failures first. */
  routes: RouteFigures[]
}

/** A copy of the service that has written of itself within the last hour. */
export interface ServiceCopy {
  id: string
  host: string
  version: string
  startedAt: string
  /** Since it wrote last, by the clock of the database. */
  silentSeconds: number
  /** It answered this call. */
  isHere: boolean
  figures: CopyFigures
}

/** What a standby does, in the words of PostgreSQL. */
export const replicationStates = ['startup', 'catchup', 'streaming', 'backup', 'stopping'] as const
/** Whether a commit waits for it, in the words of PostgreSQL. */
export const syncStates = ['async', 'potential', 'sync', 'quorum'] as const

/** A server that follows this one, as this one tells it (`pg_stat_replication`). */
export interface Follower {
  /** Its `application_name`; often the same for all. */
  name: string
  /** `null`: on the same machine. */
  address: string | null
  /** `null`: none that PostgreSQL is known to have. */
  state: (typeof replicationStates)[number] | null
  sync: (typeof syncStates)[number] | null
  /** What it has not replayed yet; `null`: it replays nothing. */
  lagBytes: number | null
  /** Until it replays what is written; `null`: nothing was written lately. */
  lagSeconds: number | null
}

/** `isReadable: false`: the service's database user may not read it, so nothing is known. */
export interface Replication {
  isReadable: boolean
  followers: Follower[]
}

/** Stages that a message passes: changes that nobody has been told of yet, then what goes out. */
export const outboxStages = ['changes', 'mail', 'webhook'] as const

/** Messages of one stage that have not arrived. */
export interface OutboxFigures {
  stage: (typeof outboxStages)[number]
  /** Not tried so far. */
  waiting: number
  /** Failed at least once, and tried again. */
  retrying: number
  /** How long the oldest of both has been there; `null`: there is none. */
  oldestSeconds: number | null
  /** Given up, as far as the log of deliveries goes back; `null`: nothing is kept of it. */
  failed: number | null
}

/** What is on its way to people and other systems. */
export interface Outbox {
  stages: OutboxFigures[]
  /** Addresses of active subscriptions that do not answer, and those that have been given up. */
  webhooks: { failing: number; stopped: number }
}

/** How the installation does, for the platform owner (`GET /api/v1/operations`). */
export interface Operations {
  database: {
    kind: 'embedded' | 'postgres'
    version: string
    role: 'primary' | 'standby'
    isDistributed: boolean
    sizeBytes: number
    /** `null`: the embedded database, which nothing follows. */
    replication: Replication | null
  }
  copies: ServiceCopy[]
  outbox: Outbox
  /** Applied migrations, newest first. */
  migrations: { id: number; name: string; appliedAt: string }[]
  /** Since when the secret key is in use; `null`: since before that was kept. */
  keySince: string | null
  /** The last `npm run journal:verify`; `null`: none so far. */
  verification: { at: string; chains: number; entries: number; faults: number } | null
}

/** A copy that has not written for so long is taken to be gone. */
export const SILENT_AFTER_SECONDS = 45
