import type { FieldError, Plan, PlanItem } from '../../../schemas/plan.ts'
import { limitedHints, MAX_SHOWN_LENGTH } from '../../../schemas/vocabulary/names.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { schemaAt } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { KeptTenant } from '../../domain/domain.ts'
import type { Catalogue, EntityModel } from '../../entities/model/entity-model.ts'
import type { FoundRow } from '../../entities/records/one-record.ts'
import type { Reader } from '../../entities/records/served-record.ts'
import type { TenantContext } from '../../entities/records/tenant-context.ts'
import { MAX_ERRORS } from '../../plugins/problem.ts'
import type { Caller, TenantNode } from '../../policies/caller.ts'
import { fieldError } from '../../plugins/english-text.ts'
import { sentPointer, type SentEarlier } from './earlier-names.ts'

/** Why an item is refused, as the status that a plan of this item alone would get. */
export type RefusalStatus = 400 | 403 | 404 | 405 | 409 | 428

/** One item of a plan on its way through the checks into the database. */
export interface Draft {
  index: number
  item: PlanItem
  model: EntityModel
  /** Of the stored record, or the one that a new record will have. */
  oid: string
  /** What the caller sent under earlier names; absent for none. */
  earlier?: SentEarlier
  /** The stored record; absent when creating. */
  found?: FoundRow
  before: Rec | null
  /** Set for a record restored from the journal: its former values and revision. Its hooks send no second invitation. */
  base?: Rec
  baseRevision?: number
  /** An inverse from the journal: its values are those of an earlier version. */
  isRestored?: boolean
  /** For a deleted or restored tenant: its data outside of the record. */
  kept?: KeptTenant
  /** The tenant to restore it to; other new records name theirs, or belong to the caller's current tenant. */
  homeOid?: string
  /** The tenant that the record lives in; absent as long as it is not known to the caller. */
  node?: TenantNode
  /** The tenant that an update moves it to. */
  movedTo?: TenantNode
  reader?: Reader
  /** The record after the plan. For a deletion: the stored record. */
  next: Rec
  /** Values that the service itself writes, including read-only properties; never taken from the request. */
  given?: Rec
  /** Pointers whose values the caller changed. */
  touched: string[]
  /** Stored properties that differ from before. */
  changed: string[]
  /** Computed properties that the caller sent with a value other than the stored one: the written record must have it. */
  expected?: string[]
  /** Values that trigger an action and are not stored. */
  transient: Rec
  errors: FieldError[]
  /** Pointers of `errors`, including errors that were only counted. */
  refusedAt?: Set<string>
  /** How many more errors the plan may report. */
  budget?: RefusalBudget
  status?: RefusalStatus
  /** The whole item is refused; its fields are not checked any further. */
  blocked?: boolean
  /** Follows from another item: a reference to a record that the plan deletes is cleared. Not part of the answer. */
  implied?: boolean
  /** Properties whose values it writes into referenced records (`x-derived.write`). */
  wroteThrough?: string[]
  /** Carries out what another item asks for, through all checks. Not part of the answer. */
  besides?: boolean
  /** The item creates a request instead of being carried out. */
  asks?: boolean
  /** This draft is the request that replaces the requested change. */
  raised?: boolean
  /** The command that it carries out, for the journal. */
  command?: string
  /** For drafts that the service added: the items they result from, which are refused in their place. */
  causes?: Cause[]
  /** The revision is stale: the answer carries the record as it is. */
  stale?: boolean
}

/** A new draft that holds only the requested item. */
export function newDraft(asked: Pick<Draft, 'index' | 'item' | 'model' | 'oid'> & Partial<Draft>): Draft {
  return { before: null, next: {}, touched: [], changed: [], transient: {}, errors: [], ...asked }
}

/** The item that caused further drafts, and how their errors map to its fields. */
export interface Cause {
  draft: Draft
  pointer: string
  /** Pointer prefix of the caused record's fields within the item; without it, errors are reported at `pointer`. */
  within?: string
  /** Maps pointers of refused fields to pointers of the item, where they differ. */
  fields?: Readonly<Record<string, string>>
}

/** Everything that the steps of one plan share. */
export interface PlanWork {
  database: Database
  queries: Queries
  catalogue: Catalogue
  caller: Caller
  plan: Plan
  actionId: string
  now: Date
  drafts: Draft[]
  /** Drafts of new records by the name that other items use. */
  byRef: Map<string, Draft>
  /** Tenants that the plan touches, including those that it creates. */
  tenants: TenantContext
  /** The tenant in which the person works. */
  context: TenantNode | 'all'
  /** Referenced records by entity and oid, as rules see them. */
  referenced: Map<string, Map<string, Rec>>
  /** Records referenced by name; naming one does not need the right to read it. */
  named: Set<string>
  budget: RefusalBudget
}

interface Reason {
  key: string
  params?: Rec | undefined
}

/** Reports the errors of an implied draft at the items that caused it. */
function refuseCauses(implied: Draft, status: RefusalStatus, { field, ...reason }: Reason & { field?: string }): void {
  implied.blocked = true
  for (const { draft, pointer, within, fields } of implied.causes ?? []) {
    draft.status ??= status
    if (implied.stale === true && implied.found !== undefined) Object.assign(draft, { stale: true, found: implied.found })
    const at = field === undefined || within === undefined ? pointer : `${within}${fields?.[field] ?? field}`
    // Fields that the causing record does not have are reported at the cause's own pointer.
    if (at !== '' && schemaAt(draft.model.schema, parsePointer(at)) === undefined) refuseField(draft, pointer, reason)
    else if (at === '') refuse(draft, status, reason)
    else refuseField(draft, at, reason)
  }
}

/** Refuses an item as a whole; the first reason gives the status. */
export function refuse(draft: Draft, status: RefusalStatus, reason: Reason): void {
  if (draft.causes !== undefined) return refuseCauses(draft, status, reason)
  draft.status ??= status
  draft.blocked = true
  keepError(draft, `/items/${draft.index}`, reason)
}

/** The pointer of a sent field; for an absurdly long name the pointer of the record. */
export function fieldPointer(name: string): string {
  return name.length > MAX_SHOWN_LENGTH ? '' : formatPointer([name])
}

interface FieldReason extends Reason {
  /** The value may be valid, but the caller has no right to write it. */
  forbidden?: true | undefined
}

/** Refuses the value of a field, keeping the first reason per field. Other fields are still checked. */
export function refuseField(draft: Draft, pointer: string, reason: FieldReason): void {
  if (draft.causes !== undefined) return refuseCauses(draft, reason.forbidden === true ? 403 : 400, { ...reason, field: pointer })
  const at = `/items/${draft.index}/changes${sentPointer(draft.earlier, pointer)}`
  draft.status ??= reason.forbidden === true ? 403 : 400
  draft.refusedAt ??= new Set()
  if (draft.refusedAt.has(at)) return
  draft.refusedAt.add(at)
  keepError(draft, at, reason)
}

/** Each refused item keeps its first error. Further errors are kept until the plan's budget is spent, then only counted. */
function keepError({ errors, budget }: Draft, pointer: string, { key, params }: Reason): void {
  if (errors.length > 0 && budget !== undefined && !budget.spend()) return
  errors.push(fieldError(pointer, key, params))
}

/** Whether anything is wrong with the plan so far. */
export function isRefused(drafts: readonly Draft[]): boolean {
  return drafts.some(({ status }) => status !== undefined)
}

/** Drafts that are not refused as a whole, optionally of one action only. */
export function activeDrafts(drafts: readonly Draft[], action?: PlanItem['action']): Draft[] {
  return drafts.filter((draft) => draft.blocked !== true && (action === undefined || draft.item.action === action))
}

/** Drafts by entity, in the order of the catalogue. */
export function byModel(drafts: readonly Draft[]): Map<EntityModel, Draft[]> {
  const groups = new Map<EntityModel, Draft[]>()
  for (const draft of drafts) {
    const group = groups.get(draft.model)
    if (group === undefined) groups.set(draft.model, [draft])
    else group.push(draft)
  }
  return groups
}

/** Errors of a preview besides the first of each item: a spreadsheet shows those of 100,000 rows in one pass. */
const MAX_PREVIEW_ERRORS = 100_000

/** What all refusals of one plan share. */
export class RefusalBudget {
  /** Hints for the unknown names of the whole body. */
  readonly hintOf = limitedHints()
  /** Errors that were counted and not kept. */
  more = 0
  private left: number

  constructor(dryRun: boolean) {
    this.left = dryRun ? MAX_PREVIEW_ERRORS : MAX_ERRORS
  }

  /** Whether one more error may be kept. */
  spend(): boolean {
    if (this.left === 0) {
      this.more++
      return false
    }
    this.left--
    return true
  }
}
