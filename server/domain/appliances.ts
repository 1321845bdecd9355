import { sql } from 'kysely'
import { orderKey } from '../../schemas/filter/order-key.ts'
import { newDraft, refuseField, activeDrafts, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import { loadStored } from '../plan/drafts/load-drafts.ts'
import { loadReferences } from '../plan/checks/references.ts'
import { LEAVE, deletedTenants } from './deleted-tenants.ts'
import { lockedRows } from '../db/row-locks.ts'

/** Refuses to move an appliance whose serial number an edge box uses, because the box would lose its device. */
export async function checkAssignments(work: PlanWork): Promise<void> {
  const moved = activeDrafts(work.drafts).filter(
    ({ model, movedTo, implied }) => model.name === 'appliance' && movedTo !== undefined && implied !== true,
  )
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

/** Returns the appliances of deleted tenants to the tenant above. */
export async function returnAppliances(work: PlanWork): Promise<void> {
  const leaving = new Map((await deletedTenants(work)).map((one) => [one.node.oid, one]))
  if (leaving.size === 0) return
  const model = work.catalogue.model('appliance')
  const planned = new Set(work.drafts.flatMap((draft) => (draft.model === model ? [draft.oid] : [])))
  const rows = await lockedRows(
    work.queries,
    { kind: model.name },
    (lock) => sql<{ oid: string; tenant_oid: string; revision: number }>`select r.oid, r.tenant_oid, r.revision
    from ${sql.raw(model.table)} r where r.tenant_oid = any(${[...leaving.keys()]}::text[]) order by r.oid ${lock}`,
  )
  const returned = rows.flatMap(({ oid, tenant_oid: owner, revision }) => {
    const index = leaving.get(owner)?.draft.index ?? 0
    const item = { entity: model.name, action: 'update' as const, oid, revision }
    return planned.has(oid) ? [] : [newDraft({ index, item, model, oid, implied: true, command: LEAVE })]
  })
  await loadStored(work, returned)
  for (const draft of returned) {
    const heir = leaving.get(draft.node?.oid ?? '')?.heir
    if (heir === undefined) continue
    const status = heir.type === 'po' ? 'In Stock' : 'Assigned'
    draft.next = { ...draft.before, tenantId: heir.oid, status }
    draft.changed = ['tenantId', ...(draft.before?.['status'] === status ? [] : ['status'])]
    draft.movedTo = heir
  }
  await loadReferences(work, returned)
  work.drafts.push(...returned)
}
