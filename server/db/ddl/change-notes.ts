import { pathPrefixes } from '../scope-sql.ts'
import type { OwnerFunction } from './owner-function.ts'

/** Where a change is noted that somebody wants to be told of: subscriptions of tenants above are in nobody's scope but the service's. */
export const changeNotes: OwnerFunction = {
  name: 'note_changes',
  parameters: 'p_changes json',
  returns: 'void',
  volatility: 'volatile',
  body: {
    work: `insert into outbox (tenant_oid, oid, tenant_path, action_id, first_seq, last_seq, written_at)
      select x.tenant_oid, x.oid, x.tenant_path, x.action_id, x.first_seq, x.last_seq, x.written_at
      from json_to_recordset(p_changes) as x(tenant_oid text, oid text, tenant_path text, action_id text, first_seq bigint, last_seq bigint, written_at timestamptz, entities json)
      where exists (select from watch w where w.tenant_path = any(${pathPrefixes('x.tenant_path')}) and w.is_active
        and w.entities && array(select json_array_elements_text(x.entities)));`,
  },
}
