import type { PlanItem } from '../../schemas/plan.ts'
import type { DomainEvent, DomainRow } from '../domain/domain.ts'
import { domainOf } from '../domain/domains.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { appendEntries, type NewEntry } from '../journal/append.ts'
import { entryOf, entryOfEvent } from '../journal/entries-of.ts'
import type { Draft, PlanWork } from './draft.ts'
import { inTurns } from './in-turns.ts'
import { deleteRows, insertRows, rowsOf, updateRows, type NumberedRow } from './write-rows.ts'

interface Written {
  draft: Draft
  row: NumberedRow
}

/** Stores what the drafts want and writes the journal: deletions first, so that what they free can be used again. */
export async function carryOut(work: PlanWork): Promise<void> {
  const doing = work.drafts.filter((draft) => draft.item.action !== 'update' || draft.changed.length > 0)
  const events: DomainEvent[] = []
  const of = (action: PlanItem['action']): Draft[] => doing.filter(({ item }) => item.action === action)
  await remove(work, of('delete'), events)
  await change(work, of('update'), events)
  await create(work, of('create'), events)
  const { actionId, caller, database, now, plan } = work
  const action = { id: actionId, source: plan.source, at: now, principal: { oid: caller.oid, name: caller.name } }
  const entries: NewEntry[] = []
  await inTurns(doing, (draft) => entries.push(entryOf(draft, work)))
  for (const event of events) entries.push(entryOfEvent(event))
  await appendEntries(work.queries, { entries, action, secretKey: database.secretKey })
}

async function remove(work: PlanWork, drafts: readonly Draft[], events: DomainEvent[]): Promise<void> {
  for (const [model, written] of rowsOf(drafts)) {
    const rows = written.map(({ row }) => row)
    await deleteRows(work, model, rows)
    addAll(events, await domainOf(model)?.deleted?.(rows, work))
  }
}

async function change(work: PlanWork, drafts: readonly Draft[], events: DomainEvent[]): Promise<void> {
  for (const [model, written] of rowsOf(drafts)) {
    const rows = written.map(({ row }) => row)
    await updateRows(work, model, rows)
    const changes = written.map(({ draft, row }) => ({ before: draft.before ?? {}, row }))
    addAll(events, await domainOf(model)?.updated?.(changes, work))
  }
}

/** Hooks of one domain see the rows of all its entities at once: a partner and its customers may come in any order. */
async function create(work: PlanWork, drafts: readonly Draft[], events: DomainEvent[]): Promise<void> {
  const groups = rowsOf(drafts)
  const domains = new Map([...groups.keys()].map((model) => [domainOf(model), model]))
  const rowsUnder = (domain: ReturnType<typeof domainOf>): DomainRow[] =>
    [...groups].flatMap(([model, written]) => (domainOf(model) === domain ? written.map(({ row }) => row) : []))
  for (const domain of domains.keys()) await domain?.creating?.(rowsUnder(domain), work)
  for (const [model, written] of groups) {
    place(work, written)
    await insertRows(
      work,
      model,
      written.map(({ row }) => row),
    )
  }
  for (const domain of domains.keys()) addAll(events, await domain?.created?.(rowsUnder(domain), work))
}

/** One by one: a call with 100,000 arguments is none. */
function addAll(events: DomainEvent[], more: readonly DomainEvent[] | undefined): void {
  for (const event of more ?? []) events.push(event)
}

/** Tenants that the plan created have their paths now. */
function place(work: PlanWork, written: readonly Written[]): void {
  for (const { draft, row } of written) {
    const node = work.tenants.get(row.tenantOid)
    if (node === undefined) continue
    draft.node = node
    if (!isOwnTenant(draft.model)) row.tenantPath = node.path
  }
}

function isOwnTenant({ meta }: EntityModel): boolean {
  return meta.isTenant === true
}
