import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Database, Queries } from '../db/database.ts'
import { codeOf, constraintOf } from '../db/errors.ts'
import { scopeSettings } from '../db/scope.ts'
import { jsonInTurns } from '../event-loop/json-in-turns.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller } from '../policies/caller.ts'

/** A repeated call is recognised for this long. */
export const ANSWER_KEPT_SECONDS = 3 * 24 * 60 * 60
const MAX_KEY_LENGTH = 255
/** The outcome, its result, and the items of that. */
const ANSWER_LEVELS = 3

/** One call that must not be carried out twice. */
export interface RepeatableCall {
  caller: Caller
  key: string
  /** Digest of the call's method, address and body. */
  bodyHash: string
}

/** Calls under way in this process. */
const running = new Set<string>()

/** Whose keys are told apart: a token with fewer rights than its owner must not get answers that the owner was given. */
function keyOwner({ oid, token }: Caller): string {
  return token === undefined ? oid : `${oid} ${token.oid}`
}

/** Digest of a call's method, address and body. */
export function bodyHash(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** Refuses a key that cannot be one. */
export function checkKey(key: string): string {
  if (key === '' || key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key))
    throw new HttpProblem(400, `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} printable characters.`)
  return key
}

/** Runs the call unless the same one is running. */
export async function onceAtATime<T>({ caller, key }: RepeatableCall, work: () => Promise<T>): Promise<T> {
  const name = `${keyOwner(caller)} ${key}`
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
  }
}

function stillRunning(): HttpProblem {
  return new HttpProblem(409, 'The first call with this Idempotency-Key is still running. Ask again in a moment.', {
    headers: { 'retry-after': '1' },
  })
}

/**
 * The stored answer of the call's first run, if there was one; 422 when the key was used for something else, 409 while another
 * copy of the service carries it out (known by an advisory lock; without one, the unique key makes the second run fail and ask again).
 */
export async function earlierAnswer<T>(queries: Queries, { caller, key, bodyHash: hash }: RepeatableCall): Promise<T | undefined> {
  const { rows } = await sql<{ free: boolean; stored: { hash: string; answer: string } | null }>`select
    pg_try_advisory_xact_lock(hashtextextended(${`${keyOwner(caller)} ${key}`}, 0)) as free,
    (select json_build_object('hash', i.body_hash, 'answer', i.answer) from idempotency i where i.caller_oid = ${keyOwner(caller)} and i.key = ${key}) as stored`.execute(
    queries,
  )
  const stored = rows[0]?.stored
  if (stored && stored.hash !== hash) throw new HttpProblem(422, 'This Idempotency-Key was used for another request.')
  if (stored) return JSON.parse(stored.answer) as T
  if (rows[0]?.free === false) throw stillRunning()
  return undefined
}

/** Keeps the answer, in the transaction of the change itself. */
export async function keepAnswer(queries: Queries, { caller, key, bodyHash: hash }: RepeatableCall, answer: unknown): Promise<void> {
  const { from, to, list } = scopeSettings(caller.scopes())
  await queries
    .insertInto('idempotency')
    .values({
      caller_oid: keyOwner(caller),
      key,
      scope: `${from}|${to}|${list}`,
      body_hash: hash,
      answer: await jsonInTurns(answer, ANSWER_LEVELS),
    })
    .execute()
}

/** Whether a write failed because the same call was carried out meanwhile. */
export function isRepeated(error: unknown): boolean {
  return codeOf(error) === '23505' && constraintOf(error) === 'idempotency_pkey'
}

/** Refuses a key whose stored answer contains data that the caller may no longer see, because their roles changed. */
export function hiddenAnswer(): HttpProblem {
  return new HttpProblem(422, 'This Idempotency-Key was used while you had other roles; what became of that call is in the journal.')
}

/** Runs a write that is not a plan in one transaction, with the caller's row visibility unless `scopes` says otherwise. A repeated idempotency key gets the first answer again. */
export async function answerOnce<T>(
  database: Database,
  { key, scopes, ...call }: Omit<RepeatableCall, 'key'> & { key: string | undefined; scopes?: Parameters<Database['transaction']>[0] },
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const seen = scopes ?? call.caller.scopes()
  if (key === undefined) return database.transaction(seen, work)
  const repeatable = { ...call, key }
  const run = (): Promise<T> =>
    database.transaction(seen, async (queries) => {
      const earlier = await earlierAnswer<T>(queries, repeatable)
      if (earlier !== undefined) return earlier
      const answer = await work(queries)
      await keepAnswer(queries, repeatable, answer)
      return answer
    })
  return onceAtATime(repeatable, () =>
    run().catch((error: unknown) => {
      if (!isRepeated(error)) throw error
      return run().catch((again: unknown) => Promise.reject(isRepeated(again) ? hiddenAnswer() : again))
    }),
  )
}
