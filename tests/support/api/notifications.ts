import { sql } from 'kysely'
import type { Notification } from '../../../schemas/subscriptions.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { asService } from '../../../server/db/database.ts'
import { tellChanges } from '../../../server/notifications/tell-changes.ts'
import type { Answer, ApiWorld } from './api-world.ts'

/** Makes a subscription as a person. */
export function subscribe(world: ApiWorld, as: string, wanted: Rec): Promise<Answer> {
  return world.call('POST', `/api/v1/subscriptions?tenantOid=${String(wanted['tenantOid'])}`, { as, body: { data: [wanted] } })
}

/** Tells until nothing is left to tell of. */
export async function tellAll({ database }: ApiWorld, { isMailing = false } = {}): Promise<void> {
  const log = { warn: (said: object) => Promise.reject(new Error(JSON.stringify(said))) as never }
  while ((await tellChanges({ database, log, isMailing })) > 0);
}

/** What the bell of a person shows. */
export async function bellOf(world: ApiWorld, as: string): Promise<{ data: Notification[]; unread: number }> {
  const { body } = await world.call('GET', '/api/v1/notifications', { as })
  return { data: body.data as unknown as Notification[], unread: Number(body.meta['unread']) }
}

/** How many changes wait in the outbox. */
export async function outboxOf({ database }: ApiWorld): Promise<number> {
  const { rows } = await asService(database, (queries) =>
    sql<{ count: number }>`select count(*)::integer as count from outbox`.execute(queries),
  )
  return rows[0]?.count ?? 0
}
