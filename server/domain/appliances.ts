import { sql } from 'kysely'
import { orderKey } from '../entities/order-text.ts'
import { refuseField, standing, type Draft, type PlanWork } from '../plan/draft.ts'

/** An appliance stays where an edge box has its serial number: taking it away would leave the box without a device. */
export async function checkAssignments(work: PlanWork): Promise<void> {
  const moved = standing(work.drafts).filter(({ model, movedTo }) => model.name === 'appliance' && movedTo !== undefined)
  if (moved.length === 0) return
  const serials = moved.map(serialOf)
  const { rows } = await sql<{ position: number; name: string }>`select x.position::integer, b.data->>'name' as name
    from unnest(${moved.map(({ node }) => node?.oid ?? '')}::text[], ${serials.map(orderKey)}::text[], ${serials}::text[]) with ordinality as x(owner, folded, serial, position)
    join entity."edge-box" b on b.tenant_oid = x.owner and b.sort_keys->>'serialNumber' = x.folded and (b.data->>'serialNumber' = x.serial) is true`.execute(
    work.queries,
  )
  for (const { position, name } of rows) {
    const draft = moved[position - 1]
    if (draft !== undefined) refuseField(draft, '/tenantId', { key: 'appliance.owner.inUse', params: { name } })
  }
}

function serialOf({ before }: Draft): string {
  return String(before?.['serialNumber'] ?? '')
}
