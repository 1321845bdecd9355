import { sql } from 'kysely'
import { newOid } from '../db/new-oid.ts'
import type { Queries } from '../db/database.ts'

/** Entries as the journal has just numbered them. */
interface Noted {
  entries: readonly { entry: { tenant: { oid: string; path: string }; entity: string } }[]
  action: { id: string; at: Date }
  /** The last number of each chain before the entries, by tenant. */
  before: ReadonlyMap<string, number>
}

/**
 * Notes in the transaction of a change which journal entries somebody may want to be told of; nothing where nobody has subscribed. Each note
 * stands for itself and goes when people have been told, so it does not matter in which order transactions end.
 */
export async function noteChanges(queries: Queries, { entries, action, before }: Noted): Promise<void> {
  const chains = new Map<string, { path: string; entities: Set<string>; count: number }>()
  for (const { entry } of entries) {
    const { oid, path } = entry.tenant
    const chain = chains.get(oid) ?? { path, entities: new Set<string>(), count: 0 }
    chain.entities.add(entry.entity)
    chain.count++
    chains.set(oid, chain)
  }
  const notes = [...chains].map(([oid, { path, entities, count }]) => {
    const first = (before.get(oid) ?? 0) + 1
    return {
      tenant_oid: oid,
      oid: newOid(),
      tenant_path: path,
      action_id: action.id,
      first_seq: first,
      last_seq: first + count - 1,
      written_at: action.at.toISOString(),
      entities: [...entities],
    }
  })
  await sql`select note_changes(${JSON.stringify(notes)}::json)`.execute(queries)
}
