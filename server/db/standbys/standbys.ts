import pg from 'pg'
import type { PrimaryReason, StandbyFigures } from '../activity/standby-activity.ts'
import { CallerGone } from '../connections/caller-gone.ts'
import type { Connection, Watch } from '../connections/connection.ts'
import { serverPool, type Pool } from '../connections/pool.ts'
import { Pulse } from '../connections/pulse.ts'
import { databaseHosts } from '../connections/server-address.ts'
import { codeOf, DatabaseAway, isLost, NoStandby } from '../errors.ts'
import { PrimaryPositions } from './primary-positions.ts'
import { newReadSession, readSession, type ReadSession } from './read-session.ts'
import { SeenPositions } from './seen-positions.ts'
import { askReplayed, PRIMARY_POSITION, probe, type Replayed, type Standby, type StandbyState } from './standby.ts'
import { positionText, readInsertPosition, readPosition } from './wal-position.ts'

/** Where reads may go besides the primary. */
export interface StandbySettings {
  /** One server, or several separated by commas. */
  url: string
  /** Data may be this old. */
  maxLagMs: number
  log: { info(text: string): void; warn(text: string): void }
}

interface StandbyParts extends StandbySettings {
  poolSize: number
  watch: Omit<Watch, 'pulse'>
  /** Sends a statement to the primary. */
  askPrimary: (text: string) => Promise<unknown[]>
}

/** Lends a connection of a pool for a reading unit of work. `admit` is asked before it begins, `within` runs beside the work. */
export type ReadOn<T> = (
  standby: Pick<Standby, 'name' | 'pool' | 'pulse'>,
  steps: { admit(connection: Connection): Promise<boolean>; within(connection: Connection): Promise<void> },
) => Promise<{ value: T } | undefined>

const PROBE_EVERY_MS = 500
/** How long standbys have to serve before that is told: one that falls behind now and then says nothing new each time. Nor is a start told of. */
const STEADY_MS = 3_000

/** Row of `PRIMARY_POSITION`. */
interface PrimaryRow {
  server: string
  position: string
}

/** The snapshot of a unit of work is no longer of the server that was asked before: a balancer or a pooler changed it. */
class OtherServer extends Error {}

/**
 * The standbys that reads go to, each as long as it answers and is recent enough. Who may read there, and how recent it must be, a
 * `ReadSession` says.
 */
export class Standbys {
  readonly #standbys: Standby[]
  readonly #primary: PrimaryPositions
  readonly #seen: SeenPositions
  readonly #parts: StandbyParts
  readonly #timer: NodeJS.Timeout
  /** Since when standbys serve without a pause; undefined while none does. */
  #servingSinceMs: number | undefined
  /** Until when the first answers are waited for. */
  readonly #startsUntilMs = performance.now() + STEADY_MS
  /** Whether it was told last that none does. */
  #isMissed = false
  #probing: Promise<void> | undefined

  constructor(parts: StandbyParts) {
    const { url, poolSize, watch, maxLagMs } = parts
    this.#parts = parts
    this.#primary = new PrimaryPositions(maxLagMs)
    this.#seen = new SeenPositions(maxLagMs)
    this.#standbys = databaseHosts(url, 'standby').map(({ name, url: one }) => {
      const pulse = new Pulse()
      const pool = (size: number, own: Pulse): Pool => serverPool({ url: one, size, role: 'standby', watch: { ...watch, pulse: own } })
      watch.activity?.addPool(name, poolSize)
      const age = { ageMs: Infinity, reachedMs: performance.now() }
      const pools = { pool: pool(poolSize, pulse), pulse, probes: pool(1, new Pulse()) }
      return { name, ...pools, state: 'away', isPrimary: false, ...age, reads: 0, gone: new AbortController() }
    })
    if (watch.activity) watch.activity.standbys.states = () => this.#standbys.map(figuresOf)
    this.#timer = setInterval(() => void this.refresh(), PROBE_EVERY_MS)
    this.#timer.unref()
    void this.refresh()
  }

  /** What is known of each server. */
  states(): { name: string; state: StandbyState; lagSeconds: number }[] {
    return this.#standbys.map(({ name, state, ageMs }) => ({ name, state, lagSeconds: ageMs / 1000 }))
  }

  /** Whether any standby is asked. */
  isServing(): boolean {
    return this.#standbys.some(({ state }) => state === 'asked')
  }

  /** The tables are those that this copy expects: from now on no standby is asked that has not replayed what made them so. */
  async tablesAreReady(): Promise<void> {
    const askedAtMs = performance.now()
    const [row] = await this.#parts.askPrimary(`select ${PRIMARY_POSITION}`)
    this.#primary.raiseFloor(this.#notePrimary(row as PrimaryRow, askedAtMs))
  }

  /** Begins a request; `header`: the position that its client has seen elsewhere. */
  begin(header: unknown): ReadSession {
    return newReadSession(readPosition(header) ?? 0n)
  }

  /** The caller is known: from now on what the request reads counts as seen, and standbys may answer where its route allows that. */
  identify(session: ReadSession, person: string, { mayLag, couldLag }: Pick<ReadSession, 'mayLag' | 'couldLag'>): void {
    session.person = person
    session.couldLag = couldLag
    session.mayLag = mayLag && this.isServing()
    require(session, this.#seen.of(person, performance.now()))
  }

  /** Notes where the primary was when the caller was loaded, and the caller's last write; without that, everything before now counts. */
  met(
    row: { server: string; position: string; written?: string | null },
    { askedAtMs, isFirst }: { askedAtMs: number; isFirst: boolean },
  ): void {
    const session = readSession()
    const position = this.#notePrimary(row, askedAtMs)
    if (session === undefined) return
    require(session, this.#primary.floor)
    require(session, isFirst ? position : (readInsertPosition(row.written) ?? 0n))
  }

  /** Statement that notes, behind a commit, where the current caller's last write ends; undefined without a caller. */
  writeNote(): string | undefined {
    const person = readSession()?.person
    if (person === undefined) return undefined
    return `insert into last_write as w (person_oid, position) values (${pg.escapeLiteral(person)}, pg_current_wal_insert_lsn())
      on conflict (person_oid) do update set position = greatest(w.position, excluded.position) returning position::text as position`
  }

  /** Takes over the answer to `writeNote`, which is asked again where the connection was lost behind the commit. */
  async wrote(text: string, answer: Promise<{ rows: unknown[] }>): Promise<void> {
    const session = readSession()
    const rows = await answer.then(({ rows: found }) => found).catch(() => this.#parts.askPrimary(text).catch(() => []))
    const position = readInsertPosition((rows[0] as { position?: unknown } | undefined)?.position)
    if (session?.person === undefined) return
    // Nobody knows where the write ends: standbys serve again once they have what the primary has when it is met next.
    if (position === undefined) this.#primary.forget()
    else this.#see(session, position)
  }

  /** Reads on the primary, and notes what was seen there. */
  onPrimary<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
    const session = readSession()
    if (session?.person === undefined) return work()
    return beside(work, async () => {
      const askedAtMs = performance.now()
      const { rows } = await connection.control(`select ${PRIMARY_POSITION}`)
      this.#see(session, this.#notePrimary(rows[0] as PrimaryRow, askedAtMs))
    })
  }

  /** Reads on the standby that is least busy; undefined where the primary has to. */
  async read<T>(readOn: ReadOn<T>): Promise<{ value: T } | undefined> {
    const session = readSession()
    if (session?.couldLag !== true) return undefined
    const measured = this.#parts.watch.activity?.standbys
    let reason: PrimaryReason = 'unavailable'
    const asked = session.mayLag ? this.#standbys.filter(({ state }) => state === 'asked') : []
    for (const standby of asked.toSorted((one, other) => one.reads - other.reads)) {
      const found = await this.#readOn(standby, session, readOn)
      if (typeof found === 'object') {
        measured?.readOnStandby()
        return found
      }
      reason = found
    }
    measured?.readOnPrimary(reason)
    return undefined
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#probing
    await Promise.all(this.#standbys.flatMap(({ pool, probes }) => [pool.close(), probes.close()]))
  }

  async #readOn<T>(standby: Standby, session: ReadSession, readOn: ReadOn<T>): Promise<{ value: T } | PrimaryReason> {
    const { gone } = standby
    let before: Replayed | undefined
    standby.reads++
    try {
      const answer = readOn(standby, {
        admit: async (connection) => {
          before = await askReplayed(connection)
          return before !== undefined && this.#isRecent(before.position, session.required)
        },
        within: async (connection) => {
          const now = await askReplayed(connection)
          if (now === undefined || now.server !== before?.server) throw new OtherServer()
          this.#see(session, now.position)
        },
      })
      return (await unlessAborted(answer, gone.signal)) ?? 'behind'
    } catch (error) {
      if (!isOfServer(error)) throw error
      if (isLost(error)) {
        this.#leave(standby)
        this.#tell()
      }
      return 'failed'
    } finally {
      standby.reads--
    }
  }

  #isRecent(replayed: bigint, required: bigint): boolean {
    return replayed >= required && this.#primary.ageMs(replayed, performance.now()) <= this.#parts.maxLagMs
  }

  #see(session: ReadSession, position: bigint): void {
    if (position > session.seen) session.seen = position
    require(session, position)
    if (session.person !== undefined) this.#seen.note(session.person, position, performance.now())
  }

  #notePrimary({ server, position }: PrimaryRow, askedAtMs: number): bigint {
    const found = readInsertPosition(position) ?? 0n
    this.#primary.note({ server, position: found }, askedAtMs)
    return found
  }

  #leave(standby: Standby): void {
    standby.state = 'away'
    standby.ageMs = Infinity
    standby.gone.abort()
  }

  /** Asks all servers anew. */
  async refresh(): Promise<void> {
    this.#probing ??= this.#probeAll().finally(() => (this.#probing = undefined))
    return this.#probing
  }

  async #probeAll(): Promise<void> {
    const askedAtMs = performance.now()
    const [row] = await this.#parts.askPrimary(`select ${PRIMARY_POSITION}`).catch(() => [])
    if (row !== undefined) this.#notePrimary(row as PrimaryRow, askedAtMs)
    await Promise.all(
      this.#standbys.map(async (standby) => {
        const wasAway = standby.gone.signal.aborted
        const replayed = await probe(standby).catch((error: unknown) => (error instanceof NoStandby ? undefined : null))
        standby.isPrimary = replayed === undefined
        if (!replayed) return this.#leave(standby)
        // A read has lost its connection since: the answer may be from before.
        if (standby.gone.signal.aborted && !wasAway) return
        standby.ageMs = this.#primary.ageMs(replayed.position, performance.now())
        if (standby.ageMs < Infinity) standby.reachedMs = performance.now() - standby.ageMs
        standby.state = this.#isRecent(replayed.position, this.#primary.floor) ? 'asked' : 'lagging'
        if (standby.gone.signal.aborted) standby.gone = new AbortController()
      }),
    )
    this.#tell()
  }

  /** Says once that no standby serves, and once that one does again for good. */
  #tell(): void {
    const { log, maxLagMs } = this.#parts
    const nowMs = performance.now()
    this.#servingSinceMs = this.isServing() ? (this.#servingSinceMs ?? nowMs) : undefined
    if (this.#servingSinceMs === undefined) {
      if (nowMs < this.#startsUntilMs) return
      if (!this.#isMissed)
        log.warn(`no standby of DATABASE_READ_URL answers with data of the last ${maxLagMs / 1000} s: the primary serves all reads`)
      this.#isMissed = true
    } else if (this.#isMissed && nowMs >= this.#servingSinceMs + STEADY_MS) {
      log.info('a standby of DATABASE_READ_URL serves reads again')
      this.#isMissed = false
    }
  }
}

function figuresOf({ name, state, isPrimary, ageMs, reachedMs }: Standby): StandbyFigures {
  const behindMs = ageMs < Infinity ? ageMs : performance.now() - reachedMs
  return { name, answers: state !== 'away', isPrimary, behindSeconds: behindMs / 1000 }
}

/** The header that tells a client's position, of a session that has read anything. */
export function seenHeader({ seen }: ReadSession): string | undefined {
  return seen === 0n ? undefined : positionText(seen)
}

function require(session: ReadSession, position: bigint): void {
  if (position > session.required) session.required = position
}

/** Whether the server is the cause, so that the primary may do better: not the caller, the code, or the time limit of a statement. */
function isOfServer(error: unknown): boolean {
  if (error instanceof CallerGone) return false
  if (error instanceof OtherServer || isLost(error)) return true
  const code = codeOf(error)
  return /^[\dA-Z]{5}$/.test(code) && code !== '57014'
}

/** Runs `other` while the work runs; its failure comes after that of the work. */
async function beside<T>(work: () => Promise<T>, other: () => Promise<void>): Promise<T> {
  const done = other()
  done.catch(() => undefined)
  const value = await work()
  await done
  return value
}

async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let forget = (): void => undefined
  const gone = new Promise<never>((_, fail) => {
    const end = (): void => fail(new DatabaseAway('the standby does not answer'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    forget = () => signal.removeEventListener('abort', end)
  })
  return Promise.race([answer, gone]).finally(forget)
}
