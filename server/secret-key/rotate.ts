import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { inserted } from '../db/sql-parts.ts'
import { resealArchive } from '../journal/archive/stored-archive.ts'
import { isResealingDue, resealChains } from '../journal/reseal.ts'
import type { JournalFault } from '../journal/journal-fault.ts'
import { verifyJournal } from '../journal/verify.ts'
import { keyId } from './key-id.ts'
import { keyState, type KeyState } from './key-state.ts'
import { resealValues, type Rotation } from './reseal-values.ts'

/** What came of it. */
export interface RotationOutcome {
  /** Everything was under the new key already. */
  isDone: boolean
  /** Stored values that opened with neither key, and stay as they are. */
  unreadable: string[]
}

/** A rotation that cannot begin or go on; the message is a sentence. */
export class RotationRefused extends Error {
  /** Where somebody tampered with the journal. */
  readonly faults: readonly JournalFault[]

  constructor(message: string, faults: readonly JournalFault[] = []) {
    super(message)
    this.faults = faults
  }
}

/**
 * Brings everything that is under a secret key under another one, and seals the journal anew. Until it is through, nothing can be
 * written and no service starts; one that was cut off is finished by the same call again.
 */
export async function rotateKey(database: Database, rotation: Rotation): Promise<RotationOutcome> {
  const { from, to } = rotation
  const ids = { fromId: keyId(from), toId: keyId(to) }
  const state = await keyState(database)
  if (state === undefined)
    throw new RotationRefused('The database is empty, or of an earlier version; start the service on it once, then replace the key.')
  if (state.keyId === ids.toId && state.nextId === null) return { isDone: true, unreadable: [] }
  if (!isUnderWay(state, ids)) await begin(database, rotation)
  const unreadable = await resealValues(database, rotation)
  const repeat = 'It cannot go on; bring the journal back from a copy of the database, and repeat.'
  refuseTampered(await resealArchive(database, rotation), repeat)
  refuseTampered(await resealChains(database, rotation), repeat)
  await finish(database, ids)
  rotation.committed?.()
  return { isDone: false, unreadable }
}

interface KeyIds {
  fromId: string
  toId: string
}

function isUnderWay({ keyId: current, nextId }: KeyState, { fromId, toId }: KeyIds): boolean {
  if (current !== fromId)
    throw new RotationRefused('OLD_SECRET_KEY must be the key that the database is under; the one that is given is another.')
  if (nextId !== null && nextId !== toId)
    throw new RotationRefused('SECRET_KEY must be the new key that this database is half under already; finish with that one first.')
  return nextId !== null
}

/** From here on whoever has the old key writes nothing any more. Chains are verified before, so that what is sealed anew is what was written. */
async function begin(database: Database, rotation: Rotation): Promise<void> {
  const { from, to } = rotation
  const nothing = 'Nothing was changed; bring the journal back from a copy of the database, and repeat.'
  if (await isResealingDue(database)) refuseTampered(await resealChains(database, { ...rotation, to: from }), nothing)
  const { faults } = await verifyJournal(database, from)
  refuseTampered(
    faults.filter(({ kind }) => kind !== 'missing'),
    nothing,
  )
  await database.asOwner(async (queries) => {
    // Waits for calls that have written already, and lets no other do so before it sees the new state.
    await sql`lock table journal in share row exclusive mode`.execute(queries)
    const begun = await sql`update secret_key set next_id = ${keyId(to)} where key_id = ${keyId(from)} and next_id is null`.execute(queries)
    if (begun.numAffectedRows !== 1n) throw new RotationRefused('The key of this database is being replaced by somebody else.')
    await sql`insert into journal_reseal (tenant_oid) select tenant_oid from journal_head ${inserted}`.execute(queries)
  })
  rotation.committed?.()
}

async function finish(database: Database, { fromId, toId }: KeyIds): Promise<void> {
  await database.asOwner(async (queries) => {
    // Read by itself: a statement that changes a table of the coordinator reads no distributed one.
    const { rows } = await sql`select from journal_reseal limit 1`.execute(queries)
    if (rows.length > 0) return
    await sql`update secret_key set key_id = ${toId}, next_id = null, since = now() where key_id = ${fromId} and next_id = ${toId}`.execute(
      queries,
    )
  })
  const state = await keyState(database)
  if (state?.keyId !== toId || state.nextId !== null) throw new Error('the rotation of the secret key could not be finished')
}

function refuseTampered(faults: readonly JournalFault[], what: string): void {
  if (faults.length > 0)
    throw new RotationRefused(
      `Somebody tampered with the journal of ${new Set(faults.map(({ tenantOid }) => tenantOid)).size} tenants. ${what}`,
      faults,
    )
}

/** Connections of copies of the service to a PostgreSQL server besides this one. Copies that have none open are not seen. */
export async function countOtherConnections(database: Database): Promise<number> {
  if (database.kind === 'embedded') return 0
  const { rows } = await database.asOwner((queries) =>
    sql<{ count: string }>`select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'sdwan-service' and pid <> pg_backend_pid()`.execute(queries),
  )
  return Number(rows[0]?.count ?? 0)
}
