import { Cache } from '../../cache/cache.ts'
import { requestWork } from './request-work.ts'
import { spanFields } from '../../tracing/spans.ts'
import type { EndedStatement } from './database-activity.ts'

/** Where slow statements are logged. */
export interface SlowLog {
  warn(fields: object, text: string): void
}

/** What is needed to log slow statements. */
export interface SlowParts {
  /** Statements that take longer are logged. */
  afterMs: number
  log: SlowLog
  /** Whether they are logged at the moment. @default always */
  isOn?: () => boolean
  /** The lines of a statement's plan, without values; undefined while no connection is free for that. */
  explain: (text: string) => Promise<string[] | undefined>
}

/** A plan is asked for this often at most for a statement, and for one statement at a time. */
const EXPLAIN_EVERY_MS = 10 * 60_000
/** Longer lines are cut by collectors of logs, where they are no JSON any more. */
const MAX_TEXT_LENGTH = 8_000
const MAX_PLAN_LINES = 200
const MAX_PLAN_LINE_LENGTH = 500

/**
 * Logs slow statements, each with its plan now and then. Neither line has values of parameters, which are people's data; PostgreSQL makes such
 * plans from version 16. `isCut` marks a line whose text or plan is not whole.
 */
export class SlowStatements {
  readonly #parts: SlowParts
  readonly #explainedAtMs = new Cache<number>('slow_plans')
  #isExplaining = false

  constructor(parts: SlowParts) {
    this.#parts = parts
  }

  saw({ name, text, ms, rows }: EndedStatement): void {
    const { afterMs, log, isOn } = this.#parts
    if (ms < afterMs || name === 'explain' || isOn?.() === false) return
    const fields = { statement: name, ms: Math.round(ms), rows, reqId: requestWork()?.requestId, ...spanFields() }
    if (text === undefined) return log.warn(fields, 'a statement was slow')
    const isCut = text.length > MAX_TEXT_LENGTH
    log.warn({ ...fields, text: text.slice(0, MAX_TEXT_LENGTH), ...(isCut && { isCut }) }, 'a statement was slow')
    void this.#explain(text).then((plan) => plan && log.warn({ ...fields, ...cutPlan(plan) }, 'the plan of a slow statement'))
  }

  async #explain(text: string): Promise<string[] | undefined> {
    const now = performance.now()
    const isDue = this.#explainedAtMs.get(text, (atMs) => now < atMs + EXPLAIN_EVERY_MS) === undefined
    if (this.#isExplaining || !isDue) return undefined
    this.#isExplaining = true
    this.#explainedAtMs.set(text, now)
    try {
      const plan = await this.#parts.explain(text)
      if (plan === undefined) this.#explainedAtMs.delete(text)
      return plan
    } catch {
      // Not every statement has a plan, and none matters more than the service.
      return undefined
    } finally {
      this.#isExplaining = false
    }
  }
}

function cutPlan(plan: readonly string[]): { plan: string[]; isCut?: true } {
  const isCut = plan.length > MAX_PLAN_LINES || plan.some(({ length }) => length > MAX_PLAN_LINE_LENGTH)
  return { plan: plan.slice(0, MAX_PLAN_LINES).map((line) => line.slice(0, MAX_PLAN_LINE_LENGTH)), ...(isCut && { isCut }) }
}
