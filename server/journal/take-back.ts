import { sql } from 'kysely'
import { EVERYTHING, type Scope } from '../db/scope.ts'
import type { Queries } from '../db/database.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { LEAVE } from '../domain/deleted-tenants.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { Catalogue } from '../entities/model/entity-model.ts'
import type { Where } from '../entities/filter/filter-sql.ts'
import { applyPlan, type PlanContext, type PlanOptions, type PlanOutcome } from '../plan/apply-plan.ts'
import { MAX_ITEMS } from '../plan/read-plan.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller } from '../policies/caller.ts'
import { refuseArchivedEntry, refuseArchivedTime } from './archive/archived.ts'
import { inversesOf, prepareInverses } from './inverse.ts'
import { presentEntry } from './present-entry.ts'
import { entryPlace, findEntries, type StoredEntry } from './read-entries.ts'

/** An action's id (UUID v7) contains its start time; its entries are dated within this tolerance of it, which covers retries. */
const ACTION_SLACK_MS = 600_000

/** What to undo: one entry, or all entries of an action. */
export type TakeBack = { entryId: string } | { actionId: string }

/**
 * Undoes one change or one action by applying the inverse as an ordinary plan; refused with the current record if a later change
 * touched the same fields.
 */
export async function takeBack(
  context: PlanContext,
  what: TakeBack,
  { tenantOid, options }: { tenantOid: string; options: PlanOptions },
): Promise<PlanOutcome> {
  const { database, caller } = context
  const catalogue = catalogueOf(database)
  if ('actionId' in what) await refuseUnseen(context, what.actionId)
  const { inverses, leftAbove } = await database.withScope(caller.scopes(), async (queries) => {
    const found = await findEntries(queries, {
      where: [whereOf(what), withinScopes('j.tenant_path', caller.scopes())],
      limit: MAX_ITEMS,
      order: 'asc',
      within: 'many',
    })
    if (found.length === 0) await refuseArchived(queries, what, caller)
    const asked = found
      .map(({ entry }) => presentEntry(catalogue, entry))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.seq - b.seq)
    const went = 'entryId' in what ? await whatWentWith(queries, { catalogue, caller, asked }) : []
    // The answer lists the tenant first.
    const entries = [...went, ...asked]
    return { inverses: await inversesOf(queries, { catalogue, caller, entries }), leftAbove: countLeft(entries, catalogue) }
  })
  if (inverses.length === 0) throw new HttpProblem(404, 'There is no such change, or it cannot be taken back.')
  const plan = { items: inverses.map(({ item }) => item), source: 'restore' as const, tenantOid }
  const outcome = await applyPlan(context, plan, { ...options, identity: what, prepare: prepareInverses(inverses) })
  const withoutSecrets = inverses.filter(({ hasSecrets }) => hasSecrets).length
  return { ...outcome, result: { ...outcome.result, ...(withoutSecrets > 0 && { withoutSecrets }), ...(leftAbove > 0 && { leftAbove }) } }
}

const isDeletedTenant = (catalogue: Catalogue, { entity, eventType }: StoredEntry): boolean =>
  eventType === 'deletion' && catalogue.models.get(entity)?.meta.isTenant === true

/** Counts the records that deleted tenants passed on to their parents. */
function countLeft(entries: readonly StoredEntry[], catalogue: Catalogue): number {
  const gone = new Set(entries.flatMap((entry) => (isDeletedTenant(catalogue, entry) ? [entry.subject.oid] : [])))
  return entries.filter(({ tenant, details }) => gone.has(tenant.oid) && details['command'] === LEAVE).length
}

/** Finds what the same action deleted together with a tenant, from the tenant's own journal, so that it is restored with it. */
export async function whatWentWith(
  queries: Queries,
  { catalogue, caller, asked }: { catalogue: Catalogue; caller: Caller; asked: readonly StoredEntry[] },
): Promise<StoredEntry[]> {
  const [entry] = asked
  if (entry === undefined || !isDeletedTenant(catalogue, entry)) return []
  await refuseArchivedTime(queries, { at: new Date(entry.createdAt), tenantOid: entry.subject.oid, scopes: caller.scopes() })
  const found = await findEntries(queries, {
    where: [
      sql<boolean>`j.tenant_oid = ${entry.subject.oid} and j.action_id = ${entry.actionId}`,
      withinScopes('j.tenant_path', caller.scopes()),
    ],
    limit: MAX_ITEMS,
    order: 'asc',
    within: 'tenant',
  })
  return found.map(({ entry: one }) => presentEntry(catalogue, one))
}

/** Tells what is archived from what never was. */
async function refuseArchived(queries: Queries, what: TakeBack, caller: Caller): Promise<void> {
  const scopes = caller.scopes()
  if ('actionId' in what) return refuseArchivedTime(queries, { at: new Date(startOf(what.actionId)), scopes })
  const place = entryPlace(what.entryId)
  if (place !== undefined) await refuseArchivedEntry(queries, { ...place, scopes })
}

/** Milliseconds at which an action began. */
const startOf = (actionId: string): number => Number.parseInt(actionId.replaceAll('-', '').slice(0, 12), 16)

/** Throws a 403 if the caller sees only some entries of the action, as an action is undone as a whole. */
async function refuseUnseen({ database, caller }: PlanContext, actionId: string): Promise<void> {
  const count = async (scopes: readonly Scope[], where: Where): Promise<number> => {
    const { rows } = await database.withScope(scopes, (queries) =>
      sql<{ count: string }>`select count(*) from journal j where ${where}`.execute(queries),
    )
    return Number(rows[0]?.count ?? 0)
  }
  const ofAction = whereOf({ actionId })
  const seen = await count(caller.scopes(), sql<boolean>`${ofAction} and ${withinScopes('j.tenant_path', caller.scopes())}`)
  if (seen > 0 && seen < (await count(EVERYTHING, ofAction)))
    throw new HttpProblem(403, 'This action also changed what you may not see, so you may not take it back.')
}

function whereOf(what: TakeBack): Where {
  if ('actionId' in what) {
    const startedMs = startOf(what.actionId)
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(what.actionId))
      throw new HttpProblem(404, 'There is no such action.')
    const [from, to] = [startedMs - ACTION_SLACK_MS, startedMs + ACTION_SLACK_MS].map((ms) => new Date(ms).toISOString())
    return sql<boolean>`j.created_at between ${from}::timestamptz and ${to}::timestamptz and j.action_id = ${what.actionId}`
  }
  const place = entryPlace(what.entryId)
  if (place === undefined) throw new HttpProblem(404, 'There is no such change, or you may not see it.')
  return sql<boolean>`j.tenant_oid = ${place.tenantOid} and j.seq = ${place.seq}::bigint`
}
