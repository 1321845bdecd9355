import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { forNoCaller } from '../db/connections/caller-gone.ts'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { VERSION_TEXT } from '../plugins/config.ts'
import { copyFigures } from './copy-figures.ts'

interface ThisCopyOptions {
  database: Database
  registry: Registry
  /** @default 15 seconds */
  everyMs?: number
}

/** Writes now and then into the database that this copy of the service is there, and how it does, for the operations page of any copy. */
export class ThisCopy {
  readonly id = randomUUID()
  readonly #startedAt = new Date()
  readonly #options: ThisCopyOptions
  #timer: NodeJS.Timeout | undefined
  #telling: Promise<void> | undefined

  constructor(options: ThisCopyOptions) {
    this.#options = options
  }

  /** The copy serves, and is on the list from now on. */
  begin(): void {
    this.#timer = setInterval(() => void this.tell(), this.#options.everyMs ?? 15_000)
    this.#timer.unref()
    void this.tell()
  }

  /** Writes it now. What cannot be written is left: that the database is away, others tell. */
  tell(): Promise<void> {
    this.#telling ??= forNoCaller(() => this.#write())
      .catch(() => undefined)
      .finally(() => (this.#telling = undefined))
    return this.#telling
  }

  /** The copy ends, and is taken off the list. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#telling
    await this.#options.database
      .transaction(EVERYTHING, (queries) => sql`delete from service_copy where id = ${this.id}`.execute(queries))
      .catch(() => undefined)
  }

  async #write(): Promise<void> {
    const figures = JSON.stringify(await copyFigures(this.#options.registry))
    await this.#options.database.transaction(EVERYTHING, (queries) =>
      sql`insert into service_copy (id, host, version, started_at, seen_at, figures)
        values (${this.id}, ${hostname()}, ${VERSION_TEXT}, ${this.#startedAt}, now(), ${figures}::jsonb)
        on conflict (id) do update set seen_at = excluded.seen_at, figures = excluded.figures`.execute(queries),
    )
  }
}
