import { sql } from 'kysely'
import type { Domain, DomainContext, DomainRow } from './domain.ts'

/** Keeps what the service looks subscriptions up by, in the transaction of the record. */
export const subscriptions: Domain = {
  async created(rows, context) {
    for (const row of rows) await store(row, context)
    return []
  },
  async updated(changes, context) {
    for (const { row, before } of changes) await store(row, context, before['webhookUrl'])
    return []
  },
  async deleted(rows, { queries }) {
    await sql`delete from watch where oid = any(${rows.map(({ oid }) => oid)}::text[])`.execute(queries)
    return []
  },
}

/** A webhook that was given up starts anew with any change of its subscription; another address begins without failures. */
async function store(row: DomainRow, { queries, now }: DomainContext, formerUrl?: unknown): Promise<void> {
  const { oid, tenantOid, tenantPath, record } = row
  const url = typeof record['webhookUrl'] === 'string' && record['webhookUrl'] !== '' ? record['webhookUrl'] : null
  await sql`insert into watch as w (tenant_oid, oid, tenant_path, owner_oid, name, audience, entities, actions, filter, when_matching, bell, mail, webhook_url, is_active)
    values (${tenantOid}, ${oid}, ${tenantPath}, ${String(record['ownerOid'] ?? '')}, ${String(record['name'])}, ${String(record['audience'] ?? 'own')},
      ${textList(record['entities'])}::text[], ${textList(record['actions'])}::text[], ${filterOf(record['filter'])}, ${textList(record['actions']).includes('match')},
      ${record['bell'] === true}, ${record['mail'] === true}, ${url}, ${record['state'] !== 'paused'})
    on conflict (tenant_oid, oid) do update set name = excluded.name, audience = excluded.audience, entities = excluded.entities, actions = excluded.actions,
      filter = excluded.filter, when_matching = excluded.when_matching, bell = excluded.bell, mail = excluded.mail, webhook_url = excluded.webhook_url,
      is_active = excluded.is_active, stopped_at = null, looked_at = null,
      failing_since = case when ${formerUrl === url} and w.failing_since is not null then ${now.toISOString()}::timestamptz end`.execute(
    queries,
  )
}

const textList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function filterOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
