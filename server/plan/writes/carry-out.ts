import type { PlanItem } from '../../../schemas/plan.ts'
import type { DomainEvent, DomainRow } from '../../domain/domain.ts'
import { domainOf } from '../../domain/domains.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { watchLicences } from '../../licensing/watch.ts'
import { appendEntries, principalOf, writtenEntry, type Action, type WrittenEntry } from '../../journal/append.ts'
import { entriesOf as entriesOfDraft, entryOfEvent } from '../../journal/entries-of.ts'
import type { Draft, PlanWork } from '../drafts/draft.ts'
import { inTurns } from '../../event-loop/in-turns.ts'
import { deleteRows, insertRows, rowsOf, updateRows, type NumberedRow } from './write-rows.ts'

interface Written {
  draft: Draft
  row: NumberedRow
}

/**
 * Stores the drafts and writes the journal. Deletions run first, so that later drafts can reuse unique values that they free. Journal
 * entries are built while the database stores the new records.
 */
export async function carryOut(work: PlanWork): Promise<void> {
  const doing = work.drafts.filter(
    ({ model, item, changed, blocked }) =>
      model.meta.command === undefined && blocked !== true && (item.action !== 'update' || changed.length > 0),
  )
  const events: DomainEvent[] = []
  const followingEvents = await watchLicences(work, doing)
  const of = (action: PlanItem['action']): Draft[] => doing.filter(({ item }) => item.action === action)
  await remove(work, of('delete'), events)
  await change(work, of('update'), events)
  const creations = await prepareCreations(work, of('create'))
  const action = actionOf(work)
  const [entries] = await Promise.all([entriesOf(work, doing, action), create(work, creations, events)])
  addAll(events, await followingEvents())
  for (const event of events) entries.push(writtenEntry(entryOfEvent(event), action))
  await appendEntries(work.queries, { entries, action, secretKey: work.database.secretKey })
}

function actionOf({ actionId, caller, now, plan }: PlanWork): Action {
  return { id: actionId, source: plan.source, at: now, principal: principalOf(caller) }
}

async function entriesOf(work: PlanWork, drafts: readonly Draft[], action: Action): Promise<WrittenEntry[]> {
  const entries: WrittenEntry[] = []
  await inTurns(drafts, (draft) => {
    for (const entry of entriesOfDraft(draft, work)) entries.push(writtenEntry(entry, action))
  })
  return entries
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

type Creations = ReturnType<typeof rowsOf>

/** Inserts new rows with the paths of their tenants. A domain's hook gets the rows of all its entities at once, since a partner and its customers may come in any order. */
async function prepareCreations(work: PlanWork, drafts: readonly Draft[]): Promise<Creations> {
  const creations = rowsOf(drafts)
  for (const [domain, rows] of byDomain(creations)) await domain?.creating?.(rows, work)
  for (const written of creations.values()) place(work, written)
  return creations
}

async function create(work: PlanWork, creations: Creations, events: DomainEvent[]): Promise<void> {
  for (const [model, written] of creations) {
    await insertRows(
      work,
      model,
      written.map(({ row }) => row),
    )
  }
  for (const [domain, rows] of byDomain(creations)) addAll(events, await domain?.created?.(rows, work))
}

function byDomain(creations: Creations): Map<ReturnType<typeof domainOf>, DomainRow[]> {
  const domains = new Map<ReturnType<typeof domainOf>, DomainRow[]>()
  for (const [model, written] of creations) {
    const rows = domains.get(domainOf(model)) ?? []
    for (const { row } of written) rows.push(row)
    domains.set(domainOf(model), rows)
  }
  return domains
}

/** Pushes one by one: spreading 100,000 arguments into one call would overflow the stack. */
function addAll(events: DomainEvent[], more: readonly DomainEvent[] | undefined): void {
  for (const event of more ?? []) events.push(event)
}

/** Reloads tenants that the plan created, which have their paths now. */
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
