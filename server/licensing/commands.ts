import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { CommandWork } from '../domain/commands.ts'
import { findRows, type FoundRow } from '../entities/one-record.ts'
import { recordOf } from '../entities/served-record.ts'
import { newOid } from '../db/new-oid.ts'
import { newDraft, refuse, refuseField, standing, type Draft, type PlanWork } from '../plan/draft.ts'
import { readerOf } from '../entities/served-record.ts'
import { loadTenants } from '../entities/tenant-context.ts'
import { bookingsOf, groupKey, groupOf, Ledger, type Booking, type Group, type Verb } from './ledger.ts'
import { lastMonth } from './status.ts'

/** Stored groups by tenant and what names them; packs stand apart, no command names them. */
interface Stock {
  rows: Map<string, FoundRow>
  ledger: Ledger
}

const stocks = new WeakMap<PlanWork, Stock>()

/** Commands on licences: whoever writes in a tenant's stock waits for others, and counts what they left. */
export const licenseCommands: CommandWork = {
  async look(work, drafts) {
    const named = drafts.flatMap(({ next }) => [next['tenantId'], next['assignTo']]).filter((oid) => typeof oid === 'string')
    for (const [oid, node] of await loadTenants(work.queries, named)) work.tenants.set(oid, node)
    // Where nobody says to whom licences go back, it is the tenant above.
    const above = drafts
      .filter((draft) => verbOf(draft) === 'unassign')
      .flatMap(({ next }) => work.tenants.get(String(next['tenantId']))?.parentOid ?? [])
    for (const [oid, node] of await loadTenants(work.queries, above)) work.tenants.set(oid, node)
    const oids = [...new Set([...named, ...above])]
    const stock = await lockStock(work, oids.toSorted())
    stocks.set(work, stock)
    for (const draft of drafts) if (verbOf(draft) !== 'add') seeGroup(draft, { work, stock })
    for (const draft of drafts) for (const field of ['tenantId', 'assignTo']) keepWithin(draft, field, work)
  },
  expand(work, drafts) {
    const stock = stocks.get(work)
    if (stock === undefined) return []
    const before = stock.ledger.all()
    const causes = new Map<string, Draft[]>()
    for (const draft of standing(drafts).filter(({ status }) => status === undefined)) {
      const bookings = bookingsOf(verbOf(draft), draft.next)
      if (!stock.ledger.book(bookings)) refuseField(draft, '/count', { key: 'license.count.short' })
      for (const { tenantOid, group } of bookings) {
        const place = `${tenantOid}|${groupKey(group)}`
        causes.set(place, [...(causes.get(place) ?? []), draft])
      }
    }
    const known = new Map(before.map((booking) => [`${booking.tenantOid}|${groupKey(booking.group)}`, booking.count]))
    return stock.ledger.all().flatMap((booking) => {
      const place = `${booking.tenantOid}|${groupKey(booking.group)}`
      const asked = causes.get(place)
      if (asked === undefined || booking.count === (known.get(place) ?? 0)) return []
      return [changeOf(booking, { work, row: stock.rows.get(place), asked })]
    })
  },
}

function verbOf({ model }: Draft): Verb {
  return model.meta.command?.verb as Verb
}

async function lockStock(work: PlanWork, tenantOids: readonly string[]): Promise<Stock> {
  const model = work.catalogue.model('license')
  await sql`select pg_advisory_xact_lock(hashtextextended('licenses ' || x.oid, 0)) from unnest(${[...tenantOids]}::text[]) as x(oid)`.execute(
    work.queries,
  )
  const { rows: found } = await sql<{ oid: string }>`select r.oid from ${sql.raw(model.table)} r
    where r.tenant_oid = any(${[...tenantOids]}::text[]) and (r.data->>'isPack')::boolean is not true for update`.execute(work.queries)
  const stored = await findRows(work.queries, { model, caller: work.caller, oids: found.map(({ oid }) => oid) })
  const rows = new Map(stored.map((one) => [`${one.row.tenant_oid}|${groupKey(groupOf(one.row.data))}`, one]))
  const ledger = new Ledger()
  ledger.open(stored.map(({ row }) => ({ tenantOid: row.tenant_oid, group: groupOf(row.data), count: Number(row.data['count']) })))
  return { rows, ledger }
}

/** What the group is, over and above its name: rules ask for it, and nobody sends it. */
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

/** Whoever works in a tenant deals with it and with those below. */
function keepWithin(draft: Draft, field: string, { context, tenants }: PlanWork): void {
  const oid = draft.next[field]
  const node = typeof oid === 'string' ? tenants.get(oid) : undefined
  if (oid === undefined || context === 'all' || node?.path.startsWith(context.path) === true) return
  refuseField(draft, `/${field}`, { key: 'service.reference.unknown' })
}

interface ChangePlace {
  work: PlanWork
  row: FoundRow | undefined
  /** The commands that touched the group. */
  asked: readonly Draft[]
}

/** What becomes of a group: it comes, goes, or has another count. */
function changeOf({ tenantOid, group, count }: Booking, { work, row, asked }: ChangePlace): Draft {
  const model = work.catalogue.model('license')
  const node = work.tenants.get(tenantOid)
  if (node === undefined) throw new Error(`tenant ${tenantOid} is not known to the plan`)
  const causes = asked.map((draft) => ({ draft, pointer: '' }))
  const command = asked[0]?.model.meta.command?.verb ?? ''
  const told = { index: asked[0]?.index ?? 0, model, node, reader: readerOf(work.caller, node, model), implied: true, causes, command }
  if (row === undefined) {
    const next = newGroup(group, { tenantOid, count, mode: node.licensingMode })
    return newDraft({ ...told, item: { entity: model.name, action: 'create' }, oid: newOid(), next, changed: Object.keys(next) })
  }
  const { oid, revision } = row.row
  const before = recordOf(model, row.row)
  const of = { ...told, oid, found: row, before }
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
