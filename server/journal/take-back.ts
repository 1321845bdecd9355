import { sql } from 'kysely'
import { EVERYTHING, type Scope } from '../db/scope.ts'
import { withinScopes } from '../db/within-scopes.ts'
import { catalogueOf } from '../entities/catalogue.ts'
import type { Where } from '../entities/filter/filter-sql.ts'
import { applyPlan, type Door, type PlanOptions, type PlanOutcome } from '../plan/apply-plan.ts'
import { MAX_ITEMS } from '../plan/read-plan.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { inversesOf, prepareInverses } from './inverse.ts'
import { entryPlace, findEntries } from './read-entries.ts'

/** The identifier of an action (UUID v7) tells when it began; its entries carry that time, give or take a retry. */
const ACTION_SLACK_MS = 600_000

/** What is to be taken back: one entry by its identifier, or everything that one action did. */
export type TakeBack = { entryId: string } | { actionId: string }

/**
 * Carries out the inverse of one change or of one action: a plan like any other, refused with the current record where a later
 * change touched the same fields.
 */
export async function takeBack(
  door: Door,
  what: TakeBack,
  { tenantOid, options }: { tenantOid: string; options: PlanOptions },
): Promise<PlanOutcome> {
  const { database, caller } = door
  const catalogue = catalogueOf(database)
  if ('actionId' in what) await refuseUnseen(door, what.actionId)
  const inverses = await database.withScope(caller.scopes(), async (queries) => {
    const found = await findEntries(queries, {
      where: [whereOf(what), withinScopes('j.tenant_path', caller.scopes())],
      limit: MAX_ITEMS,
      order: 'asc',
      within: 'many',
    })
    const entries = found.map(({ entry }) => entry).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.seq - b.seq)
    return inversesOf(queries, { catalogue, caller, entries })
  })
  if (inverses.length === 0) throw new HttpProblem(404, 'There is no such change, or it cannot be taken back.')
  const plan = { items: inverses.map(({ item }) => item), source: 'restore' as const, tenantOid }
  return applyPlan(door, plan, { ...options, identity: what, prepare: prepareInverses(inverses) })
}

/** An action is taken back as a whole: not by somebody who sees only a part of it. */
async function refuseUnseen({ database, caller }: Door, actionId: string): Promise<void> {
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
    const startedMs = Number.parseInt(what.actionId.replaceAll('-', '').slice(0, 12), 16)
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(what.actionId))
      throw new HttpProblem(404, 'There is no such action.')
    const [from, to] = [startedMs - ACTION_SLACK_MS, startedMs + ACTION_SLACK_MS].map((ms) => new Date(ms).toISOString())
    return sql<boolean>`j.created_at between ${from}::timestamptz and ${to}::timestamptz and j.action_id = ${what.actionId}`
  }
  const place = entryPlace(what.entryId)
  if (place === undefined) throw new HttpProblem(404, 'There is no such change, or you may not see it.')
  return sql<boolean>`j.tenant_oid = ${place.tenantOid} and j.seq = ${place.seq}::bigint`
}
