import type { Plan, PlanItem } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { isSame, isUnchanged } from '../../../schemas/vocabulary/equality.ts'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { SECRET_MARK } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { catalogueOf } from '../../entities/model/catalogue.ts'
import { decideRequest } from '../../domain/requests.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { hiddenPaths, isHidden, placesIn, withHidden } from '../../entities/model/guarded-places.ts'
import { isDeletedWithSide } from '../../entities/records/pair-records.ts'
import { isImplicit, objectionTo } from '../../../schemas/rights/record-rights.ts'
import { tenantOf } from '../../entities/records/tenant-context.ts'
import { isReadable, unreadable } from '../../entities/records/served-record.ts'
import { expectComputed, isComputed } from './refuse-fields.ts'
import { fieldPointer, refuse, refuseField, activeDrafts, type Draft, type PlanWork } from '../drafts/draft.ts'
import { inTurns, Turns } from '../../event-loop/in-turns.ts'
import { parentOidOf } from '../drafts/load-drafts.ts'
import { mergeChanges, touchedPointers, unfitAt } from '../drafts/merge-changes.ts'
import { isObject } from '../read-plan.ts'
import { withRowDefaults } from '../drafts/normalize-drafts.ts'
import { withIdsByKey } from '../drafts/row-keys.ts'
import { withKnownIds, withRowIds } from '../drafts/row-ids.ts'
import { isSecretAt } from '../../entities/records/secrets.ts'
import { isLarge, settleInWorker, type SettleAnswer } from './settle-in-worker.ts'
import { settleRecord } from './settle-record.ts'

/** Most fields that a sent record may have; no schema has nearly as many. */
const MAX_FIELDS = 1_000

/** Checks that the caller has the right to each item's action in the tenant concerned. */
export async function checkRights(work: PlanWork): Promise<void> {
  const deleted = new Set(activeDrafts(work.drafts, 'delete').map(({ oid }) => oid))
  await inTurns(activeDrafts(work.drafts), (draft) => {
    const { action } = draft.item
    const { model, reader, node } = draft
    if (reader === undefined || node === undefined) {
      refuseTenant(draft, { isNamed: parentOidOf(draft, work.plan) !== undefined })
      draft.blocked = true
      return
    }
    const needed = model.meta.command?.needs ?? neededFor(draft)
    if (!reader.rights.has(model.meta.resource, needed) || isPairAlone(draft, deleted)) {
      refuse(draft, 403, { key: `service.because.${model.meta.command?.needs ?? action}` })
      return
    }
    const closed = unreadable(model, reader.context)
    if (closed !== undefined) {
      refuse(draft, 403, { key: closed })
      return
    }
    const objection =
      action === 'update' && objectionTo(model, action, { record: draft.before ?? {}, context: contextOf(work, reader.context, false) })
    if (objection) refuse(draft, objection.status, { key: objection.because })
    decideRequest(draft)
  })
}

/** The right that an item needs. Restoring a record that exists without being created (a singleton, a pair) needs the right to update. */
function neededFor({ model, item, base }: Draft): PlanItem['action'] {
  return isImplicit(model.meta) && base !== undefined ? 'update' : item.action
}

/** Whether the item creates or deletes a pair on its own: pairs come and go with the records of their two sides. */
function isPairAlone({ model, item, base, before }: Draft, deleted: ReadonlySet<string>): boolean {
  if (model.meta.pairs === undefined || item.action === 'update') return false
  return item.action === 'create' ? base === undefined : !isDeletedWithSide(model, before, deleted)
}

/** Refuses a new record whose tenant is missing, or not visible to the caller. */
function refuseTenant(draft: Draft, { isNamed }: { isNamed: boolean }): void {
  const { parent } = draft.model.meta
  if (parent !== undefined) refuseField(draft, `/${parent}`, { key: isNamed ? 'service.reference.unknown' : 'validation.field.mandatory' })
  else if (isNamed) refuse(draft, 404, { key: 'service.tenant.unknown' })
  else refuse(draft, 400, { key: 'service.tenant.missing' })
}

/** Merges sent fields into the stored record, as far as the caller may write each field. */
export async function mergeDrafts(work: PlanWork, drafts: readonly Draft[] = work.drafts): Promise<void> {
  const defaults = new Map<string, Rec>()
  const turns = new Turns()
  for (const draft of activeDrafts(drafts)) {
    if (draft.item.action !== 'delete') await mergeDraft(draft, { base: draft.before ?? startOf(draft, work, defaults), work, turns })
    if (turns.isOver) await turns.pass()
  }
}

/** Editors send touched fields only; other clients send whole records. */
const isTyped = ({ source }: Plan): boolean => source === 'editor' || source === 'inline'

async function mergeDraft(draft: Draft, { base, work, turns }: { base: Rec; work: PlanWork; turns: Turns }): Promise<void> {
  const { schema } = draft.model
  const sent = draft.item.changes ?? {}
  if (Object.keys(sent).length > MAX_FIELDS) return refuseUnknownFields(draft, base, turns)
  const unfit = unfitAt(sent, schema)
  if (unfit !== undefined) {
    refuseField(draft, unfit.pointer, unfit)
    draft.blocked = true
    return
  }
  if (turns.isOver) await turns.pass()
  // Editors send whole new rows, and a restore sends the earlier values.
  const isWhole = isTyped(work.plan) || work.plan.source === 'restore'
  const changes = isWhole ? sent : withIdsByKey(sent, base, schema)
  draft.touched = touchedPointers(base, changes, { schema, isTyped: isTyped(work.plan) })
  const kept = Object.keys(changes).filter((name) => isAccepted(draft, name, base))
  const accepted = kept.length === Object.keys(changes).length ? changes : Object.fromEntries(kept.map((name) => [name, changes[name]]))
  if (turns.isOver) await turns.pass()
  const given = mergeChanges(base, accepted, schema)
  if (turns.isOver) await turns.pass()
  const whole = isWhole ? given : withRowDefaults(given, draft.before, schema)
  if (turns.isOver) await turns.pass()
  const merged = withKnownIds(whole, base, schema)
  if (turns.isOver) await turns.pass()
  const next = draft.model.guarded.length === 0 ? merged : withUnseen(merged, { draft, base, isRestored: work.plan.source === 'restore' })
  draft.next = draft.given === undefined ? next : { ...next, ...draft.given }
}

/** A record with too many fields: refuses the unknown ones and skips every further check. */
async function refuseUnknownFields(draft: Draft, base: Rec, turns: Turns): Promise<void> {
  draft.blocked = true
  for (const name of Object.keys(draft.item.changes ?? {})) {
    isAccepted(draft, name, base)
    if (turns.isOver) await turns.pass()
  }
}

/** Hidden values keep what is stored, even when the caller sends the whole object around them; a value sent for one is refused. */
function withUnseen(merged: Rec, { draft, base, isRestored }: { draft: Draft; base: Rec; isRestored: boolean }): Rec {
  if (draft.implied === true || draft.reader === undefined) return merged
  const hidden = hiddenPaths(draft.model, draft.reader.context, base)
  const sent = isRestored ? [] : hidden.flatMap((path) => placesIn(draft.item.changes ?? {}, path))
  for (const place of sent) refuseField(draft, formatPointer(place), { key: 'validation.field.unknown', params: { name: place.at(-1) } })
  return withHidden(merged, base, hidden)
}

/** A new record: defaults, and the tenant under which it is created. */
function startOf(draft: Draft, work: PlanWork, known: Map<string, Rec>): Rec {
  const { model } = draft
  if (draft.base !== undefined) return draft.base
  const defaults = known.get(model.name) ?? defaultsOf(model.schema)
  known.set(model.name, defaults)
  const { parent } = model.meta
  const above = work.context === 'all' ? undefined : work.context.oid
  return parent === undefined || above === undefined ? defaults : { ...defaults, [parent]: above }
}

/** Refuses fields that the caller does not know, suggesting the nearest known name; leaves unchanged fields as they are. */
function isAccepted(draft: Draft, name: string, base: Rec): boolean {
  if (draft.implied === true) return true
  const field = draft.model.fields.get(name)
  const context = draft.reader?.context
  if (field === undefined || context === undefined || !isReadable(field, base, context)) return refuseUnknown(draft, name, context)
  if (isComputed(draft.model, name)) {
    expectComputed(draft, name)
    return false
  }
  const value = draft.item.changes?.[name]
  // An empty secret is refused, also where none is stored.
  const isSecret = field.schema['x-secret'] === true
  return isObject(value) || draft.before === null || (isSecret ? !isSame(base[name], value) : !isUnchanged(base[name], value))
}

function refuseUnknown(draft: Draft, name: string, context: RuleContext | undefined): false {
  if (name === SECRET_MARK && [...draft.model.fields.values()].some(({ schema }) => schema['x-secret'] === true)) return false
  const known = (): string[] =>
    [...draft.model.fields.values()].filter((field) => context !== undefined && isReadable(field, {}, context)).map((field) => field.name)
  const hint = draft.budget?.hintOf(name, known) ?? { name: truncated(name) }
  refuseField(draft, fieldPointer(name), { key: 'validation.field.unknown', params: { ...hint } })
  return false
}

/** Runs rules and validators: applies `set` and `clear` rules and collects all errors, keeping the first one per field. */
export async function settleDrafts(work: PlanWork, drafts: readonly Draft[] = work.drafts): Promise<void> {
  const lookup = (entity: string, oid: string): Rec | undefined => work.referenced.get(entity)?.get(oid)
  const unchangedCounts = isTyped(work.plan)
  const bases = new Map<EntityModel, Rec>()
  const baseOf = (model: EntityModel): Rec => {
    const known = bases.get(model) ?? defaultsOf(model.schema)
    bases.set(model, known)
    return known
  }
  const contexts = new Map<RuleContext, Record<'creating' | 'updating', RuleContext>>()
  const contextsOf = (context: RuleContext): Record<'creating' | 'updating', RuleContext> => {
    const known = contexts.get(context) ?? { creating: contextOf(work, context, true), updating: contextOf(work, context, false) }
    contexts.set(context, known)
    return known
  }
  const turns = new Turns()
  const settleOne = async (draft: Draft): Promise<void> => {
    const { model, reader, before } = draft
    if (draft.item.action === 'delete' || reader === undefined) return
    const known = contextsOf(reader.context)[before === null ? 'creating' : 'updating']
    const context = draft.besides === true ? { ...known, editor: { ...known.editor, bulk: false } } : known
    const asked = {
      stored: before,
      next: draft.next,
      touched: draft.touched,
      context,
      lookup,
      unchangedCounts,
      isRestored: draft.isRestored,
    }
    const isApart = isLarge(draft.next) && work.catalogue === catalogueOf()
    const settled: SettleAnswer = isApart ? await settleInWorker(model, asked) : settleRecord(work.catalogue, model, asked)
    const { record, refusals, moreRefusals = 0 } = settled
    work.budget.more += moreRefusals
    if (turns.isOver) await turns.pass()
    draft.next = withRowIds(record, before ?? draft.base ?? baseOf(model), model.schema)
    if (draft.causes !== undefined) work.referenced.get(model.name)?.set(draft.oid, draft.next)
    if (turns.isOver) await turns.pass()
    const hidden = hiddenPaths(model, reader.context, record)
    const refuseOne = ({ pointer, ...reason }: RuleRefusal): void => {
      const isUnseen = hidden.length > 0 && isHidden(parsePointer(pointer), hidden)
      // A restored record has no secrets: the next change asks for them.
      const isLost = draft.base !== undefined && reason.key === 'validation.field.mandatory' && isSecretAt(model.schema, pointer)
      if (!isUnseen && !isLost) refuseField(draft, pointer, reason)
    }
    if (isApart) await inTurns(refusals, refuseOne)
    else for (const refusal of refusals) refuseOne(refusal)
    const objection = before === null ? objectionTo(model, 'create', { record, context }) : undefined
    if (objection !== undefined) refuse(draft, objection.status, { key: objection.because })
    draft.changed = changedFields(draft)
    const { parent } = model.meta
    const home =
      before !== null && parent !== undefined && draft.changed.includes(parent) ? work.tenants.get(String(draft.next[parent])) : undefined
    if (home !== undefined) draft.movedTo = home
  }
  for (const draft of inOrder(activeDrafts(drafts))) {
    await settleOne(draft)
    if (turns.isOver) await turns.pass()
  }
}

/** Records that other items reference are settled first, so that the rules of those items read the settled values. */
function inOrder(drafts: readonly Draft[]): readonly Draft[] {
  const named = drafts.filter(({ causes }) => causes !== undefined)
  return named.length === 0 ? drafts : [...named, ...drafts.filter(({ causes }) => causes === undefined)]
}

/** Rights of the record's tenant, seen from the tenant in which the person works. */
export function contextOf({ context: at, plan }: PlanWork, context: RuleContext, creating: boolean): RuleContext {
  return { ...context, tenant: tenantOf(at), editor: { creating, bulk: plan.source === 'bulk' || plan.source === 'import' } }
}

/** Stored properties whose values differ; of a new record those that have one. */
function changedFields({ model, before, next }: Draft): string[] {
  return model.storedNames.filter((name) => (before === null ? !isUnchanged(undefined, next[name]) : !isSame(before[name], next[name])))
}
