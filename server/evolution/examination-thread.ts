import { CompiledQuery } from 'kysely'
import type { Worker } from 'node:worker_threads'
import type { Examination, ExaminationProgress, SchemaFile, SchemaPlan } from '../../schemas/schema-plan.ts'
import type { Database } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'
import { EVERYTHING } from '../db/scope.ts'
import { startThread } from '../event-loop/start-thread.ts'
import type { AskedStatement } from './remote-database.ts'

type Failure = NonNullable<Examination['failure']>

/** What the thread is given. */
export interface ExaminationData extends Pick<Database, 'kind'> {
  file: SchemaFile
  isDistributed: boolean
}

/** What the thread says. */
export type ThreadMessage =
  | { kind: 'statement'; id: number; statement: AskedStatement }
  | { kind: 'progress'; progress: ExaminationProgress }
  | { kind: 'plan'; plan: SchemaPlan }
  | { kind: 'failure'; failure: Failure }

/** The answer to a statement. */
export interface AnsweredStatement {
  id: number
  rows?: unknown[]
  error?: { message: string; code: string }
}

/** How an examination ended. */
export type Outcome = { plan: SchemaPlan } | { failure: Failure }

interface ThreadParts {
  database: Database
  file: SchemaFile
  /** How long one step may take, e.g. because of a pattern that backtracks. @default 20 seconds */
  silentMs?: number
  onProgress: (progress: ExaminationProgress) => void
  /** Ends the thread; the outcome is then undefined. */
  signal: AbortSignal
}

const MEMORY_MB = 512
const START_MS = 40_000

/** Examines records in a thread, whose statements are run here. Undefined if the signal ended it. */
export async function examineInThread({
  database,
  file,
  silentMs = 20_000,
  onProgress,
  signal,
}: ThreadParts): Promise<Outcome | undefined> {
  const workerData: ExaminationData = { file, kind: database.kind, isDistributed: await database.isDistributed() }
  const thread = startThread(import.meta.url, 'examination-worker', {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const watch = new Watch(silentMs)
  try {
    return await new Promise<Outcome | undefined>((resolve) => {
      const fail = (reason: Failure['reason'], message: string): void => resolve({ failure: { reason, params: {}, message } })
      thread.on('message', (message: ThreadMessage) => {
        watch.heard()
        if (message.kind === 'progress') onProgress(message.progress)
        else if (message.kind === 'statement') void watch.during(answer(database, thread, message))
        else resolve(message)
      })
      thread.on('error', (error) => fail(codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken', error.message))
      thread.on('exit', () => fail('broken', 'The thread ended without a word.'))
      watch.onSilence = () => fail('silent', `One step took longer than ${silentMs / 1000} s.`)
      signal.addEventListener('abort', () => resolve(undefined), { once: true })
      if (signal.aborted) resolve(undefined)
    })
  } finally {
    watch.end()
    await thread.terminate()
  }
}

async function answer(
  database: Database,
  thread: Worker,
  { id, statement: { text, values } }: Extract<ThreadMessage, { kind: 'statement' }>,
): Promise<void> {
  const answered: AnsweredStatement = await database
    .withScope(EVERYTHING, (queries) => queries.executeQuery(CompiledQuery.raw(text, [...values])))
    .then(
      ({ rows }) => ({ id, rows }),
      (error: unknown) => ({ id, error: { message: error instanceof Error ? error.message : String(error), code: codeOf(error) } }),
    )
  thread.postMessage(answered)
}

/** Notices when a thread neither says anything nor waits for an answer. */
class Watch {
  onSilence: () => void = () => undefined
  /** A thread first reads its code and compiles the file. */
  #heardMs = performance.now() + START_MS
  #answering = 0
  readonly #timer: NodeJS.Timeout

  constructor(silentMs: number) {
    const everyMs = Math.min(1_000, silentMs / 4)
    this.#timer = setInterval(() => {
      if (this.#answering > 0) this.heard()
      else if (performance.now() - this.#heardMs > silentMs) this.onSilence()
    }, everyMs)
    this.#timer.unref()
  }

  heard(): void {
    this.#heardMs = performance.now()
  }

  async during(work: Promise<void>): Promise<void> {
    this.#answering++
    await work
    this.#answering--
    this.heard()
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
