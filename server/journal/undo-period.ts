import type { PlanResult, StayingChange, UndoResult } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { applyPlan, type PlanContext, type PlanOptions, type PlanOutcome } from '../plan/apply-plan.ts'
import { MAX_ANSWERED } from '../plan/answer.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import { journalFilter } from './filter.ts'
import { currentRecords, prepareInverses } from './inverse.ts'
import { presentEntry } from './present-entry.ts'
import { whatWentWith } from './take-back.ts'
import { entryId } from './read-entries.ts'
import { undoEntries, type Undoing } from './undo-entries.ts'
import { findInWhole } from './whole-journal.ts'

/** Most entries that are undone together; a person reads what stays. */
export const MAX_UNDONE = 10_000

/** Which entries are undone. */
export interface UndonePeriod {
  tenant: TenantNode | 'all'
  models: readonly EntityModel[]
  /** RSQL, as of the journal. */
  filter: string
}

/**
 * Undoes all entries that a filter finds, newest first, as one plan. What later changes of others, rights or rules do not let be undone stays, and
 * is listed.
 */
export async function undoPeriod(
  context: PlanContext,
  period: UndonePeriod,
  options: PlanOptions,
): Promise<PlanOutcome & { result: UndoResult }> {
  const undoing = await undoingOf(context, period)
  const tenantOid = period.tenant === 'all' ? 'all' : period.tenant.oid
  const identity = { tenantOid, filter: period.filter, entities: period.models.map(({ name }) => name) }
  for (;;) {
    const { inverses, about, stays } = undoing
    const plan = { items: inverses.map(({ item }) => item), source: 'restore' as const, tenantOid }
    const withoutSecrets = inverses.filter(({ hasSecrets }) => hasSecrets).length
    const told = {
      ...(withoutSecrets > 0 && { withoutSecrets }),
      about: about
        .slice(0, MAX_ANSWERED)
        .map(({ entity, subject }, index) => ({ index, entity, subject, action: actionOf(inverses, index) })),
      stays: stays.slice(0, MAX_ANSWERED),
      ...(stays.length > MAX_ANSWERED && { moreStays: stays.length - MAX_ANSWERED }),
    }
    const outcome = await applyPlan(context, plan, { ...options, identity, told, prepare: prepareInverses(inverses) })
    const refused = refusedItems(outcome.result, inverses.length)
    if (outcome.status === 200 || refused.size === 0) return { ...outcome, result: outcome.result as UndoResult }
    // What is refused stays, and the rest is tried without it: records may depend on each other.
    leaveOut(undoing, refused)
  }
}

const actionOf = (inverses: Undoing['inverses'], index: number): UndoResult['about'][number]['action'] =>
  inverses[index]?.item.action ?? 'update'

/** The refused items of a plan, with their errors. */
function refusedItems({ items }: PlanResult, count: number): Map<number, StayingChange['errors']> {
  const refused = items.filter(({ verdict, index }) => verdict === 'refused' && index < count)
  return new Map(refused.map(({ index, errors = [] }) => [index, errors.length > 0 ? errors : [fieldError('', 'service.because.restore')]]))
}

function leaveOut(undoing: Undoing, refused: ReadonlyMap<number, StayingChange['errors']>): void {
  for (const [index, errors] of refused) {
    const entry = undoing.about[index]
    if (entry === undefined) continue
    const { entity, subject, createdAt: creationDate } = entry
    undoing.stays.push({ entryId: entryId(entry), entity, subject, creationDate, errors })
  }
  undoing.inverses = undoing.inverses.filter((_, index) => !refused.has(index))
  undoing.about = undoing.about.filter((_, index) => !refused.has(index))
}

async function undoingOf({ database, caller }: PlanContext, { tenant, models, filter }: UndonePeriod): Promise<Undoing> {
  const catalogue = catalogueOf(database)
  return database.withScope(caller.scopes(), async (queries) => {
    const found = await findInWhole(queries, caller, {
      tenant,
      models,
      where: [journalFilter(filter)],
      limit: MAX_UNDONE + 1,
      order: 'desc',
    })
    if (found.length > MAX_UNDONE) throw tooMany()
    const asked = found.map(({ entry }) => presentEntry(catalogue, entry))
    const entries = [...asked]
    const known = new Set(asked.map(entryId))
    for (const entry of asked) {
      const went = await whatWentWith(queries, { catalogue, caller, asked: [entry] })
      // What a tenant took with it comes back after it.
      const others = went.toReversed().filter((one) => !known.has(entryId(one)))
      entries.splice(entries.indexOf(entry) + 1, 0, ...others)
    }
    const current: Map<string, Rec> = await currentRecords(queries, { catalogue, caller, entries })
    return undoEntries(catalogue, { entries, current })
  })
}

function tooMany(): HttpProblem {
  const error = fieldError('', 'service.undo.tooMany', { most: MAX_UNDONE })
  return new HttpProblem(400, error.message, { errors: [error] })
}
