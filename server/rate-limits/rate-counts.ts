import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Cache } from '../cache/cache.ts'
import { forNoCaller } from '../db/connections/caller-gone.ts'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'

/** How often a caller has called within the current window, and when that ends. */
export interface RateCount {
  current: number
  /** Milliseconds. */
  ttl: number
}

interface RateCountsOptions {
  database: Database
  log: { info(text: string): void; warn(text: string): void }
  /** How long counts of large limits are collected. @default 1,000 */
  everyMs?: number
}

/** What is known of one caller within a window. */
interface Known {
  endsAtMs: number
  windowMs: number
  /** Calls of all copies, as the database said last. */
  shared: number
  /** Calls of this copy that the database does not know of. */
  own: number
  /** Of these, what has been sent to it. */
  sent: number
  /** From how many calls of this copy on others are told. */
  toldFrom: number
}

/** Up to this limit, the other copies are asked at once: guessing passwords takes few calls. */
const SMALL_LIMIT = 1_000
/** Part of a limit that a caller may use up on one copy before the others hear of it, so that ordinary callers cost nothing. */
const UNTOLD = 0.02
/** How long an answer of the database is waited for. */
const PATIENCE_MS = 500
const FORGET_EVERY_MS = 60_000

/**
 * Counts the calls of callers over all copies of the service, in the database. Where that does not answer, each copy counts for itself, which is
 * said once: a limit must not be what ends the service.
 */
export class RateCounts {
  readonly #known = new Cache<Known>('rate_counts')
  readonly #options: RateCountsOptions
  readonly #timer: NodeJS.Timeout
  #telling: Promise<void> | undefined
  #isAway = false
  #forgottenAtMs = performance.now()

  constructor(options: RateCountsOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#tell(), options.everyMs ?? 1_000)
    this.#timer.unref()
  }

  /** Counts one call of a caller against a limit. */
  async count(caller: string, { max, windowMs }: { max: number; windowMs: number }): Promise<RateCount> {
    // The caller's name holds an address and a part of a token.
    const key = createHash('sha256').update(caller).digest('base64url').slice(0, 24)
    const known = this.#of(key, { max, windowMs })
    known.own++
    if (max <= SMALL_LIMIT && isToTell(known)) await Promise.race([this.#tellNow(), sleep(PATIENCE_MS, undefined, { ref: false })])
    return { current: known.shared + known.own, ttl: Math.max(0, known.endsAtMs - performance.now()) }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#telling
  }

  #of(key: string, { max, windowMs }: { max: number; windowMs: number }): Known {
    const now = performance.now()
    const known = this.#known.get(key, ({ endsAtMs }) => endsAtMs > now)
    if (known !== undefined) return known
    const fresh = { endsAtMs: now + windowMs, windowMs, shared: 0, own: 0, sent: 0, toldFrom: Math.ceil(max * UNTOLD) }
    this.#known.set(key, fresh)
    return fresh
  }

  /** What is under way may have begun before the call. */
  async #tellNow(): Promise<void> {
    await this.#telling
    await this.#tell()
  }

  #tell(): Promise<void> {
    this.#telling ??= forNoCaller(() => this.#tellAll()).finally(() => (this.#telling = undefined))
    return this.#telling
  }

  async #tellAll(): Promise<void> {
    const now = performance.now()
    const news = this.#known.entries().filter(([, known]) => known.endsAtMs > now && isToTell(known))
    try {
      if (news.length > 0) await this.#exchange(new Map(news))
      if (now > this.#forgottenAtMs + FORGET_EVERY_MS) this.#forget(now)
      if (news.length > 0) this.#say(false)
    } catch {
      for (const [, known] of news) known.sent = 0
      this.#say(true)
    }
  }

  async #exchange(news: ReadonlyMap<string, Known>): Promise<void> {
    for (const known of news.values()) known.sent = known.own
    const told = [...news].map(([key, { sent, windowMs }]) => ({ key, count: sent, window: windowMs }))
    const { rows } = await this.#options.database.transaction(EVERYTHING, (queries) =>
      // In order, so that copies do not wait for each other in a circle.
      sql<{ key: string; count: number; ttl: number }>`insert into rate_count as r (key, count, ends_at)
        select x.key, x.count, now() + x.window * interval '1 millisecond'
          from json_to_recordset(${JSON.stringify(told)}::json) as x(key text, count integer, "window" double precision) order by x.key
        on conflict (key) do update set count = case when r.ends_at <= now() then 0 else r.count end + excluded.count,
          ends_at = case when r.ends_at <= now() then excluded.ends_at else r.ends_at end
        returning key, count, extract(epoch from ends_at - now())::double precision * 1000 as ttl`.execute(queries),
    )
    const now = performance.now()
    for (const { key, count, ttl } of rows) {
      const known = news.get(key)
      if (known === undefined) continue
      Object.assign(known, { shared: count, own: known.own - known.sent, sent: 0, endsAtMs: now + ttl })
    }
  }

  #forget(now: number): void {
    this.#forgottenAtMs = now
    for (const [key, { endsAtMs }] of this.#known.entries()) if (endsAtMs <= now) this.#known.delete(key)
  }

  #say(isAway: boolean): void {
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    const { log } = this.#options
    if (isAway) log.warn('the database does not count calls: rate limits hold for each copy of the service by itself')
    else log.info('rate limits hold over all copies of the service again')
  }
}

/** A caller whom others know of, or who has used up enough of the limit here. */
function isToTell({ own, shared, toldFrom }: Known): boolean {
  return own > 0 && (shared > 0 || own >= toldFrom)
}
