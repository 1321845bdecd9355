import type { FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { CallerGone } from '../../db/connections/caller-gone.ts'
import { databaseRefusal } from '../../plugins/database-refusal.ts'
import type { KnownCaller } from '../../policies/create-caller.ts'

/** The result of a read, and the person's stamp read by the same statement. */
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

/** Rethrows failures of the database, e.g. a statement timeout, which a second try would only repeat. */
function unlessDatabase(error: unknown): undefined {
  if (error instanceof CallerGone || databaseRefusal(error) !== undefined) throw error
}
