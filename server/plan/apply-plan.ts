import type { Plan, PlanResult } from '../../schemas/plan.ts'
import { rollBackWith, type Database, type Queries } from '../db/database.ts'
import type { Deprecated } from '../deprecation/deprecated-answer.ts'
import { codeOf, constraintOf } from '../db/errors.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { checkAssignments, returnAppliances } from '../domain/appliances.ts'
import { checkPeople } from '../domain/user-roles.ts'
import { expandCommands, prepareCommands, rowCommandDrafts } from '../domain/commands.ts'
import { checkDevices } from '../domain/devices.ts'
import { checkSubscriptions, giveOwners } from '../domain/check-subscriptions.ts'
import { resolvedDrafts, settleRequests } from '../domain/requests.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'
import { MAX_ANSWERED, planResult, statusOf, storedRecords } from './answer.ts'
import { carryOut } from './writes/carry-out.ts'
import { checkRights, mergeDrafts, settleDrafts } from './checks/check-drafts.ts'
import { type Draft, isRefused, type PlanWork, RefusalBudget } from './drafts/draft.ts'
import { measuredPlan } from './plan-metrics.ts'
import { bodyHash, earlierAnswer, hiddenAnswer, isRepeated, keepAnswer, onceAtATime, type RepeatableCall } from './idempotency.ts'
import { deprecatedIn } from './drafts/earlier-names.ts'
import { draftsOf, loadParents, loadStored, namesOf } from './drafts/load-drafts.ts'
import { checkDeletions, clearingDrafts, followingDrafts } from './drafts/deletions.ts'
import { isNameTaken, namedDrafts, retryError } from './drafts/named-references.ts'
import { checkExclusiveReferences } from './checks/exclusive-references.ts'
import { assignPositions } from './writes/list-positions.ts'
import { loadReferences } from './checks/references.ts'
import { refuseUnexpected } from './checks/refuse-fields.ts'
import { checkUniqueness, refuseTaken } from './checks/uniqueness.ts'
import { normalizeDrafts } from './drafts/normalize-drafts.ts'
import { writtenThrough } from './drafts/written-through.ts'

export interface PlanOptions {
  /**
   * Runs the same path, then rolls back. Plans too large for their records to be answered skip the write: all refusals are known by
   * then, and rolling back 100,000 inserted rows would leave as many dead rows in the table.
   */
  dryRun?: boolean
  /** A repeated call with the same key gets the answer of the first one. */
  idempotencyKey?: string
  /** Value that two calls with the same key must share. @default the plan */
  identity?: unknown
  /** Added to the result, and kept with it. */
  told?: Readonly<Record<string, unknown>>
  /** Edits the drafts before any check, for what only the service itself may set, e.g. the oid of a restored record or `given` values. */
  prepare?: (drafts: Draft[]) => void
}

/** The database that a plan is applied to, and the caller who sent it. */
export interface PlanContext {
  database: Database
  caller: Caller
}

/** A plan's result, and the status that a refusal has. */
export interface PlanOutcome {
  result: PlanResult
  /** 200 unless something was refused. */
  status: number
  /** Earlier names that the caller used; absent for none. */
  deprecated?: Deprecated
}

/**
 * The one write path. Checks every item, then stores all of them with journal and idempotency answer in one transaction, or none.
 * A refusal is a result, not an error; `HttpProblem` is thrown for plans that are not of their form, and for misused keys.
 */
export async function applyPlan(context: PlanContext, plan: Plan, options: PlanOptions = {}): Promise<PlanOutcome> {
  const dryRun = options.dryRun === true
  return measuredPlan({ plan, dryRun }, (repeated) => appliedOnce(context, { plan, dryRun, repeated }, options))
}

async function appliedOnce(
  context: PlanContext,
  asked: Pick<PlanRun, 'plan' | 'dryRun' | 'repeated'>,
  { idempotencyKey, identity, prepare, told }: PlanOptions,
): Promise<PlanOutcome> {
  const run = (call?: RepeatableCall): Promise<PlanOutcome> => runPlan(context, { ...asked, call, prepare, told })
  if (idempotencyKey === undefined || asked.dryRun) return run()
  const call = { caller: context.caller, key: idempotencyKey, bodyHash: bodyHash(identity ?? asked.plan) }
  return onceAtATime(call, async () => {
    try {
      return await run(call)
    } catch (error) {
      if (!isRepeated(error)) throw error
      return run(call).catch((again: unknown) => Promise.reject(isRepeated(again) ? hiddenAnswer() : again))
    }
  })
}

interface PlanRun {
  plan: Plan
  dryRun: boolean
  call: RepeatableCall | undefined
  prepare: PlanOptions['prepare']
  told: PlanOptions['told']
  /** Called where the answer is that of an earlier call. */
  repeated: () => void
}

async function runPlan({ database, caller }: PlanContext, { plan, dryRun, call, prepare, told, repeated }: PlanRun): Promise<PlanOutcome> {
  const actionId = newOid()
  let work: PlanWork | undefined
  try {
    return await database.transaction(caller.scopes(), async (queries) => {
      const earlier = call && (await earlierAnswer<PlanOutcome>(queries, call))
      if (earlier !== undefined) {
        repeated()
        return earlier
      }
      const begun = await startWork(database, queries, { caller, plan, actionId, dryRun })
      work = begun
      prepare?.(begun.drafts)
      await check(begun)
      if (isRefused(begun.drafts)) throw rollBackWith(await refusedOutcome(begun, dryRun))
      if (dryRun && begun.drafts.length > MAX_ANSWERED)
        throw rollBackWith(outcomeOf(begun, { ...(await planResult(begun, { dryRun, records: new Map() })), ...told }))
      await carryOut(begun).catch((error: unknown) => Promise.reject(isNameTaken(begun, error) ? retryError() : error))
      const records = await storedRecords(begun)
      refuseUnexpected(begun.drafts, ({ model, oid }) => records.get(model)?.get(oid))
      if (isRefused(begun.drafts)) throw rollBackWith(await refusedOutcome(begun, dryRun))
      const outcome = outcomeOf(begun, { ...(await planResult(begun, { dryRun, records })), ...told })
      if (dryRun) throw rollBackWith(outcome)
      if (call !== undefined) await keepAnswer(queries, call, outcome)
      return outcome
    })
  } catch (error) {
    const refused = work && (await refusedByIndex(work, error))
    if (work !== undefined && refused === true) return refusedOutcome(work, dryRun)
    throw refused === false && isUniqueIndex(error) ? takenMeanwhile() : error
  }
}

async function startWork(
  database: Database,
  queries: Queries,
  { caller, plan, actionId, dryRun }: { caller: Caller; plan: Plan; actionId: string; dryRun: boolean },
): Promise<PlanWork> {
  const catalogue = catalogueOf(database)
  const budget = new RefusalBudget(dryRun)
  const context = await contextOf(queries, caller, plan)
  const drafts = await draftsOf(plan, catalogue, budget)
  const tenants = new Map(context === 'all' ? [] : [[context.oid, context]])
  return {
    database,
    queries,
    catalogue,
    caller,
    plan,
    actionId,
    now: new Date(),
    drafts,
    byRef: await namesOf(drafts),
    tenants,
    context,
    referenced: new Map(),
    named: new Set(),
    budget,
  }
}

/** The tenant in which the person works; a foreign one is as unknown as one that never was. */
async function contextOf(queries: Queries, caller: Caller, { tenantOid }: Plan): Promise<TenantNode | 'all'> {
  if (tenantOid === 'all') {
    if (!caller.allAccess) throw new HttpProblem(403, `You may not work in the context 'all'.`)
    return 'all'
  }
  const node = (await loadTenants(queries, [tenantOid])).get(tenantOid)
  if (node === undefined || caller.rightsOn(node).roles.length === 0)
    throw new HttpProblem(404, 'There is no such tenant, or you may not work in it.')
  return node
}

async function check(work: PlanWork): Promise<void> {
  await loadStored(work, work.drafts)
  const resolved = await resolvedDrafts(work)
  for (const draft of resolved) work.drafts.push(draft)
  await loadStored(work, resolved)
  await normalizeDrafts(work)
  for (const draft of await rowCommandDrafts(work)) work.drafts.push(draft)
  await loadParents(work)
  await checkRights(work)
  const following = await followingDrafts(work)
  for (const draft of following) work.drafts.push(draft)
  await loadStored(work, following)
  const clearing = await clearingDrafts(work)
  for (const draft of clearing) work.drafts.push(draft)
  await loadStored(work, clearing)
  for (const draft of await namedDrafts(work)) work.drafts.push(draft)
  giveOwners(work)
  await mergeDrafts(work)
  await assignPositions(work)
  await prepareCommands(work)
  await loadReferences(work)
  await settleDrafts(work)
  expandCommands(work)
  await returnAppliances(work)
  await settleWrittenThrough(work)
  await checkPeople(work)
  await checkDevices(work)
  await checkSubscriptions(work)
  await checkAssignments(work)
  await checkDeletions(work)
  await checkUniqueness(work)
  await checkExclusiveReferences(work)
  await settleRequests(work)
  // Written records of larger plans are not read.
  if (work.drafts.length > MAX_ANSWERED) refuseUnexpected(work.drafts)
}

/** Values that items write into referenced records (`x-derived.write`) pass all checks of those records, too. */
async function settleWrittenThrough(work: PlanWork): Promise<void> {
  const drafts = await writtenThrough(work)
  if (drafts.length === 0) return
  const planned = new Set(work.drafts)
  const further = drafts.filter((draft) => !planned.has(draft))
  for (const draft of further) work.drafts.push(draft)
  await loadStored(work, further)
  await mergeDrafts(work, drafts)
  await loadReferences(work, drafts)
  await settleDrafts(work, drafts)
}

async function refusedOutcome(work: PlanWork, dryRun: boolean): Promise<PlanOutcome> {
  const result = await planResult(work, { dryRun, records: new Map() })
  return outcomeOf(work, result, statusOf(work.drafts.map(({ status }) => status)))
}

function outcomeOf({ drafts }: PlanWork, result: PlanResult, status = 200): PlanOutcome {
  const deprecated = deprecatedIn(drafts)
  return { result, status, ...(deprecated && { deprecated }) }
}

/** Whether a unique index of records refused: one that no schema of this version has is the next version's. */
function isUniqueIndex(error: unknown): boolean {
  return codeOf(error) === '23505' && constraintOf(error)?.startsWith('ux_') === true
}

function takenMeanwhile(): HttpProblem {
  return new HttpProblem(409, 'Another record has taken a value meanwhile that no two records may share.')
}

/** A unique index refused a value that passed the check: a concurrent write took it, or a record that the caller cannot see has it. */
async function refusedByIndex(work: PlanWork, error: unknown): Promise<boolean> {
  const index = constraintOf(error)
  if (codeOf(error) !== '23505' || index === undefined) return false
  return work.database.withScope(EVERYTHING, (queries) => refuseTaken(queries, work.drafts, index))
}
