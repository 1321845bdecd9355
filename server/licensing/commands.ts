import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { CommandWork } from '../domain/command-work.ts'
import { findRows, type FoundRow } from '../entities/records/one-record.ts'
import { readerOf, recordOf } from '../entities/records/served-record.ts'
import { LEAVE, deletedTenants, type DeletedTenant } from '../domain/deleted-tenants.ts'
import { lockedRows } from '../db/row-locks.ts'
import { lockNames } from '../db/sql-parts.ts'
import { newOid } from '../db/new-oid.ts'
import { newDraft, refuse, refuseField, activeDrafts, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import type { TenantNode } from '../policies/caller.ts'
import { bookingsOf, groupKey, groupOf, Ledger, placeOf, type Booking, type Group, type Verb } from './ledger.ts'
import { licenseRowCommands } from './rows.ts'
import { lastMonth } from './status.ts'

/** Stored groups by tenant and group key; packs are separate, as commands cannot address them. */
interface Stock {
  rows: Map<string, FoundRow>
  ledger: Ledger
  /** Tenants that the plan deletes; `packs` are theirs. */
  leaving: readonly DeletedTenant[]
  packs: readonly FoundRow[]
}

const stocks = new WeakMap<PlanWork, Stock>()

/** Commands on licences. A lock per tenant serializes its writers, so that each one sees the earlier one's counts. */
export const licenseCommands: CommandWork = {
  async prepare(work, drafts) {
    const named = drafts.flatMap(({ next }) => [next['tenantId'], next['assignTo']]).filter((oid) => typeof oid === 'string')
    await holdTenants(work, named)
    // Without an explicit target, unassigned licences return to the parent tenant.
    const above = drafts
      .filter((draft) => verbOf(draft) === 'unassign')
      .flatMap(({ next }) => work.tenants.get(String(next['tenantId']))?.parentOid ?? [])
    await holdTenants(work, above)
    const leaving = await deletedTenants(work)
    const oids = new Set([...named, ...above, ...leaving.flatMap(({ node, heir }) => [node.oid, heir.oid])])
    const stock = await lockStock(work, [...oids].toSorted(), leaving)
    stocks.set(work, stock)
    for (const draft of drafts) if (verbOf(draft) !== 'add') seeGroup(draft, { work, stock })
    for (const draft of drafts) for (const field of ['tenantId', 'assignTo']) keepWithin(draft, field, work)
  },
  rows: licenseRowCommands,
  expand(work, drafts) {
    const stock = stocks.get(work)
    if (stock === undefined) return []
    const before = stock.ledger.all()
    const causes = new Map<string, Draft[]>()
    for (const draft of activeDrafts(drafts).filter(({ status }) => status === undefined)) {
      const bookings = bookingsOf(verbOf(draft), draft.next)
      if (!stock.ledger.book(bookings)) refuseField(draft, '/count', { key: 'license.count.short' })
      for (const booking of bookings) causes.set(placeOf(booking), [...(causes.get(placeOf(booking)) ?? []), draft])
    }
    for (const one of stock.leaving) bookReturn(one, { stock, causes })
    const known = new Map(before.map((booking) => [placeOf(booking), booking.count]))
    const packs = stock.packs.flatMap((one) => returnOfPack(one, stock, work))
    const groups = stock.ledger.all().flatMap((booking) => {
      const place = placeOf(booking)
      const asked = causes.get(place)
      if (asked === undefined || booking.count === (known.get(place) ?? 0)) return []
      return [changeOf(booking, { work, row: stock.rows.get(place), asked })]
    })
    return [...groups, ...packs]
  },
}

/** Locks the tenants against deletion until the transaction ends; forgets those that are already deleted. */
async function holdTenants({ queries, tenants }: PlanWork, oids: readonly string[]): Promise<void> {
  await lockedRows(
    queries,
    { kind: 'tenant', mode: 'share' },
    (lock) => sql<{ oid: string }>`select r.oid from tenant r where r.oid = any(${[...oids]}::text[]) order by r.oid ${lock}`,
  )
  const found = await loadTenants(queries, oids)
  for (const oid of oids) {
    const node = found.get(oid)
    if (node === undefined) tenants.delete(oid)
    else tenants.set(oid, node)
  }
}

function verbOf({ model }: Draft): Verb {
  return model.meta.command?.verb as Verb
}

/** Moves all licences of a deleted tenant to its heir if that is a seller; deletes them otherwise. */
function bookReturn({ draft, node, heir }: DeletedTenant, { stock, causes }: { stock: Stock; causes: Map<string, Draft[]> }): void {
  for (const { tenantOid, group, count } of stock.ledger.all()) {
    if (tenantOid !== node.oid || count === 0) continue
    const away = { tenantOid, group, count: -count }
    const bookings = isSeller(heir) ? [away, { tenantOid: heir.oid, group, count }] : [away]
    stock.ledger.book(bookings)
    for (const booking of bookings) causes.set(placeOf(booking), [...(causes.get(placeOf(booking)) ?? []), draft])
  }
}

const isPack = ({ row }: FoundRow): boolean => row.data['isPack'] === true

/** Moves or deletes a pack of a deleted tenant as a whole, like its licences. */
function returnOfPack(found: FoundRow, { leaving }: Stock, { catalogue, caller }: PlanWork): Draft[] {
  const { row, node } = found
  const left = leaving.find((one) => one.node.oid === row.tenant_oid)
  if (left === undefined) return []
  const { draft, heir } = left
  const model = catalogue.model('license')
  const before = recordOf(model, row)
  const action = isSeller(heir) ? 'update' : 'delete'
  const item = { entity: model.name, action, oid: row.oid, revision: row.revision } as const
  const moved = action === 'update' && { next: { ...before, tenantId: heir.oid }, changed: ['tenantId'], movedTo: heir }
  const shared = { index: draft.index, model, node, reader: readerOf(caller, node, model), implied: true, command: LEAVE }
  return [newDraft({ ...shared, item, oid: row.oid, found, before, next: before, ...moved })]
}

const isSeller = ({ type }: TenantNode): boolean => type === 'msp' || type === 'reseller'

async function lockStock(work: PlanWork, tenantOids: readonly string[], leaving: readonly DeletedTenant[]): Promise<Stock> {
  const model = work.catalogue.model('license')
  await lockNames(work.queries, { kind: model.name, names: tenantOids })
  const found = await lockedRows(
    work.queries,
    { kind: model.name },
    (lock) => sql<{ oid: string }>`select r.oid from ${sql.raw(model.table)} r
    where r.tenant_oid = any(${[...tenantOids]}::text[]) order by r.oid ${lock}`,
  )
  const all = await findRows(work.queries, { model, caller: work.caller, oids: found.map(({ oid }) => oid) })
  const [packs, stored] = [all.filter(isPack), all.filter((one) => !isPack(one))]
  const rows = new Map(stored.map((one) => [`${one.row.tenant_oid}|${groupKey(groupOf(one.row.data))}`, one]))
  const ledger = new Ledger()
  ledger.open(stored.map(({ row }) => ({ tenantOid: row.tenant_oid, group: groupOf(row.data), count: Number(row.data['count']) })))
  const gone = new Set(leaving.map(({ node }) => node.oid))
  return { rows, ledger, leaving, packs: packs.filter(({ row }) => gone.has(row.tenant_oid)) }
}

/** Adds stored facts of the group (e.g. `stock`, `status`), which rules read and clients do not send. */
function seeGroup(draft: Draft, { work, stock }: { work: PlanWork; stock: Stock }): void {
  const { next } = draft
  const group = groupOf((next['group'] ?? {}) as Rec)
  const found = stock.rows.get(`${String(next['tenantId'])}|${groupKey(group)}`)
  if (found === undefined) return refuse(draft, 404, { key: 'license.group.unknown' })
  const revision = next['revision']
  if (typeof revision === 'number' && revision !== found.row.revision) {
    draft.stale = true
    draft.found = found
    return refuse(draft, 409, { key: 'service.revision.stale', params: { revision: found.row.revision } })
  }
  const row = recordOf(work.catalogue.model('license'), found.row)
  const facts: Rec = { stock: row['count'], tenantType: found.node.type, tenantName: found.node.name }
  for (const name of ['status', 'expirationDate', 'licenseMode', 'isPack']) facts[name] = row[name]
  draft.next = { ...next, ...facts, group }
}

/** Refuses tenants outside the subtree of the context tenant. */
function keepWithin(draft: Draft, field: string, { context, tenants }: PlanWork): void {
  const oid = draft.next[field]
  const node = typeof oid === 'string' ? tenants.get(oid) : undefined
  if ((oid ?? undefined) === undefined || context === 'all' || node?.path.startsWith(context.path) === true) return
  refuseField(draft, `/${field}`, { key: 'service.reference.unknown' })
}

interface ChangePlace {
  work: PlanWork
  row: FoundRow | undefined
  /** The commands that touched the group. */
  asked: readonly Draft[]
}

/** Builds the draft that creates or deletes a group, or changes its count. */
function changeOf({ tenantOid, group, count }: Booking, { work, row, asked }: ChangePlace): Draft {
  const model = work.catalogue.model('license')
  const node = work.tenants.get(tenantOid)
  if (node === undefined) throw new Error(`tenant ${tenantOid} is not known to the plan`)
  const causes = asked.map((draft) => ({ draft, pointer: '' }))
  const command = asked[0]?.model.meta.command?.verb ?? LEAVE
  const shared = { index: asked[0]?.index ?? 0, model, node, reader: readerOf(work.caller, node, model), implied: true, causes, command }
  if (row === undefined) {
    const next = newGroup(group, { tenantOid, count, mode: node.licensingMode })
    return newDraft({ ...shared, item: { entity: model.name, action: 'create' }, oid: newOid(), next, changed: Object.keys(next) })
  }
  const { oid, revision } = row.row
  const before = recordOf(model, row.row)
  const of = { ...shared, oid, found: row, before }
  if (count === 0) return newDraft({ ...of, item: { entity: model.name, action: 'delete', oid, revision }, next: before })
  return newDraft({ ...of, item: { entity: model.name, action: 'update', oid, revision }, next: { ...before, count }, changed: ['count'] })
}

function newGroup(group: Group, { tenantOid, count, mode }: { tenantOid: string; count: number; mode: string | null | undefined }): Rec {
  const expirationDate = lastMonth(group.startDate, group.duration)
  return {
    tenantId: tenantOid,
    ...group,
    ...(expirationDate !== undefined && { expirationDate }),
    count,
    licenseMode: mode === 'consumption' ? 'CONSUMPTION' : 'SUBSCRIPTION',
  }
}
