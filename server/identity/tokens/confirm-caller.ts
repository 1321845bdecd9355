import type { FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { CallerGone } from '../../db/connections/caller-gone.ts'
import { databaseRefusal } from '../../plugins/database-refusal.ts'
import type { KnownCaller } from '../../policies/create-caller.ts'

/** What a call has read, and the person's stamp that came with it. */
export interface Confirmation<T> {
  value: T
  stamp: string | null | undefined
}

/**
 * Answers with what `work` reads for the caller, in one statement for both: for the caller as remembered, where the statement's
 * own `stampNow` proves that nothing about the person has changed since; else, and after an error that may come from what has changed,
 * for the caller as loaded now.
 * The route says `config: { confirmsCaller: true }`.
 */
export async function confirmed<T>(
  request: FastifyRequest,
  work: (caller: KnownCaller, stampNow: RawBuilder<string | null> | undefined) => Promise<Confirmation<T>>,
): Promise<T> {
  const { remembered } = request
  if (remembered !== undefined) {
    const early = await work(remembered.caller, remembered.stampNow).catch(unlessDatabase)
    if (early?.stamp === remembered.stamp) return early.value
    request.caller = await request.loadCaller()
  }
  return (await work(request.caller, undefined)).value
}

/** What the database could not do for the caller as remembered, a statement that takes too long for instance, it is not asked again. */
function unlessDatabase(error: unknown): undefined {
  if (error instanceof CallerGone || databaseRefusal(error) !== undefined) throw error
}
