import type { FieldError, Plan, PlanItem } from '../../schemas/plan.ts'
import { parsePointer } from '../../schemas/vocabulary/pointer.ts'
import { placeIn } from '../../schemas/vocabulary/row-schema.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import type { KeptTenant } from '../domain/domain.ts'
import type { Catalogue, EntityModel } from '../entities/entity-model.ts'
import type { FoundRow } from '../entities/one-record.ts'
import type { Reader } from '../entities/served-record.ts'
import type { TenantContext } from '../entities/tenant-context.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'
import { fieldError } from './english-text.ts'

/** Why an item is refused, as the status that a plan of this item alone would get. */
export type RefusalStatus = 400 | 403 | 404 | 405 | 409 | 428

/** One item of a plan on its way through the checks into the database. */
export interface Draft {
  index: number
  item: PlanItem
  model: EntityModel
  /** Of the stored record, or the one that a new record will have. */
  oid: string
  /** The stored record; absent when creating. */
  found?: FoundRow
  before: Rec | null
  /** A record that comes back from the journal: what it held, and how often it was changed. Its hooks invite nobody again. */
  base?: Rec
  baseRevision?: number
  /** Of a tenant that is deleted or comes back: what it is besides its record. */
  kept?: KeptTenant
  /** The tenant that it comes back to; other new records say theirs themselves, or live where the person works. */
  homeOid?: string
  /** The tenant that the record lives in; absent as long as it is not known to the caller. */
  node?: TenantNode
  /** The tenant that an update moves it to. */
  movedTo?: TenantNode
  reader?: Reader
  /** The record as it is to be. Of a deletion: as it was. */
  next: Rec
  /** Values that the service itself writes, those of read-only properties too: nobody sends them. */
  given?: Rec
  /** Pointers whose values the caller changed. */
  touched: string[]
  /** Stored properties that differ from before. */
  changed: string[]
  /** Values that are acted upon and not stored. */
  transient: Rec
  errors: FieldError[]
  status?: RefusalStatus
  /** Refused as a whole: nothing more can be said about its fields. */
  blocked?: boolean
  /** Follows from another item: a reference to a record that the plan deletes is cleared. Not part of the answer. */
  implied?: boolean
  /** Properties whose values it gives to records that it refers to. */
  wroteThrough?: string[]
  /** Carries out what another item asks for, through all checks. Not part of the answer. */
  besides?: boolean
  /** It is not carried out but asked for. */
  asks?: boolean
  /** It is the request that stands in the place of what was asked for. */
  raised?: boolean
  /** The command that it carries out: the journal tells of it. */
  command?: string
  /** What a draft of the service comes from: refused in its place. */
  causes?: Cause[]
  /** The revision is stale: the answer carries the record as it is. */
  stale?: boolean
}

/** A draft of which nothing is known yet but what is asked for. */
export function newDraft(asked: Pick<Draft, 'index' | 'item' | 'model' | 'oid'> & Partial<Draft>): Draft {
  return { before: null, next: {}, touched: [], changed: [], transient: {}, errors: [], ...asked }
}

/** The place of an item that asks for more than its own record. */
export interface Cause {
  draft: Draft
  pointer: string
  /** Where it holds the fields of what it asks for; without it they are refused at `pointer`. */
  within?: string
  /** Pointers of what is refused to those of the item, where they are not the same. */
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
  /** Tenants that the plan deals with, those that it creates included. */
  tenants: TenantContext
  /** The tenant in which the person works. */
  context: TenantNode | 'all'
  /** Referenced records by entity and oid, as rules see them. */
  referenced: Map<string, Map<string, Rec>>
  /** Records that the plan refers to by their name: whoever may do that needs no right to read them. */
  named: Set<string>
}

interface Reason {
  key: string
  params?: Rec | undefined
}

/** Nobody sent an implied item: whoever asked for it hears what is wrong, where it was asked for. */
function refuseCauses(implied: Draft, status: RefusalStatus, { field, ...reason }: Reason & { field?: string }): void {
  implied.blocked = true
  for (const { draft, pointer, within, fields } of implied.causes ?? []) {
    draft.status ??= status
    if (implied.stale === true && implied.found !== undefined) Object.assign(draft, { stale: true, found: implied.found })
    const at = field === undefined || within === undefined ? pointer : `${within}${fields?.[field] ?? field}`
    // What the asking record does not hold is told where it asked.
    if (at !== '' && placeIn(draft.model.schema, parsePointer(at)) === undefined) refuseField(draft, pointer, reason)
    else if (at === '') refuse(draft, status, reason)
    else refuseField(draft, at, reason)
  }
}

/** Refuses an item as a whole; the first reason gives the status. */
export function refuse(draft: Draft, status: RefusalStatus, reason: Reason): void {
  if (draft.causes !== undefined) return refuseCauses(draft, status, reason)
  draft.status ??= status
  draft.blocked = true
  draft.errors.push(fieldError(`/items/${draft.index}`, reason.key, reason.params))
}

interface FieldReason extends Reason {
  /** Not the value is wrong, the caller may not do this. */
  forbidden?: true | undefined
}

/** Refuses the value of a field; the first reason of a field is kept. The other fields are still looked at. */
export function refuseField(draft: Draft, pointer: string, reason: FieldReason): void {
  if (draft.causes !== undefined) return refuseCauses(draft, reason.forbidden === true ? 403 : 400, { ...reason, field: pointer })
  const at = `/items/${draft.index}/changes${pointer}`
  draft.status ??= reason.forbidden === true ? 403 : 400
  if (!draft.errors.some((error) => error.pointer === at)) draft.errors.push(fieldError(at, reason.key, reason.params))
}

/** Whether anything is wrong with the plan so far. */
export function isRefused(drafts: readonly Draft[]): boolean {
  return drafts.some(({ status }) => status !== undefined)
}

/** Items that can still be looked at. */
export function standing(drafts: readonly Draft[], action?: PlanItem['action']): Draft[] {
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
