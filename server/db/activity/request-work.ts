import { AsyncLocalStorage } from 'node:async_hooks'

/** What one request asks of the database. Times in milliseconds. */
export class RequestWork {
  readonly requestId: string
  readonly startedAtMs = performance.now()
  statements = 0
  /** Time in which at least one statement was under way. */
  databaseMs = 0
  /** Time until there was a connection. */
  waitMs = 0
  #underWay = 0
  #since = 0

  constructor(requestId: string) {
    this.requestId = requestId
  }

  begin(): void {
    this.statements++
    if (this.#underWay++ === 0) this.#since = performance.now()
  }

  end(): void {
    if (--this.#underWay === 0) this.databaseMs += performance.now() - this.#since
  }
}

const works = new AsyncLocalStorage<RequestWork>()

/** Runs `work` on behalf of a request. */
export function onRequestWork<T>(request: RequestWork, work: () => T): T {
  return works.run(request, work)
}

/** The request of the current async context. */
export function requestWork(): RequestWork | undefined {
  return works.getStore()
}
