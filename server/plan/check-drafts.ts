import type { Plan, PlanItem } from '../../schemas/plan.ts'
import { defaultsOf } from '../../schemas/rules/defaults.ts'
import { isSame, isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { nearestName } from '../../schemas/vocabulary/nearest.ts'
import { formatPointer, parsePointer } from '../../schemas/vocabulary/pointer.ts'
import { SECRET_MARK } from '../../schemas/vocabulary/secrets.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { decideAsking } from '../domain/requests.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { hiddenWays, isHidden, placesIn, withHidden } from '../entities/guarded-places.ts'
import { goesWithSide, isGiven } from '../entities/pair-records.ts'
import { tenantOf } from '../entities/rule-context.ts'
import { isReadable, objectionTo, unreadable } from '../entities/served-record.ts'
import { refuse, refuseField, standing, type Draft, type PlanWork } from './draft.ts'
import { inTurns } from './in-turns.ts'
import { parentOidOf } from './load-drafts.ts'
import { mergeChanges, touchedPointers, unfitAt } from './merge-changes.ts'
import { isObject } from './read-plan.ts'
import { withRowDefaults } from './row-defaults.ts'
import { withKnownIds, withRowIds } from './row-ids.ts'
import { isSecretAt } from './secrets.ts'
import { settleRecord } from './settle-record.ts'

/** Whether the caller may do at all what each item asks for, in the tenant that it concerns. */
export function checkRights(work: PlanWork): void {
  const deleted = new Set(standing(work.drafts, 'delete').map(({ oid }) => oid))
  for (const draft of standing(work.drafts)) {
    const { action } = draft.item
    const { model, reader, node } = draft
    if (reader === undefined || node === undefined) {
      refuseTenant(draft, { isNamed: parentOidOf(draft, work.plan) !== undefined })
      draft.blocked = true
      continue
    }
    const needed = model.meta.command?.needs ?? neededFor(draft)
    if (!reader.rights.has(model.meta.resource, needed) || isPairAlone(draft, deleted)) {
      refuse(draft, 403, { key: `service.because.${model.meta.command?.needs ?? action}` })
      continue
    }
    const closed = unreadable(model, reader.context)
    if (closed !== undefined) {
      refuse(draft, 403, { key: closed })
      continue
    }
    const objection =
      action === 'update' && objectionTo(model, action, { record: draft.before ?? {}, context: contextOf(work, reader.context, false) })
    if (objection) refuse(draft, objection.status, { key: objection.because })
    decideAsking(draft)
  }
}

/** What is there without having been created comes back with what it belongs to, for whoever may change it. */
function neededFor({ model, item, base }: Draft): PlanItem['action'] {
  return isGiven(model.meta) && base !== undefined ? 'update' : item.action
}

/** Nobody creates a pair, and it is deleted with what it is of. */
function isPairAlone({ model, item, base, before }: Draft, deleted: ReadonlySet<string>): boolean {
  if (model.meta.pairs === undefined || item.action === 'update') return false
  return item.action === 'create' ? base === undefined : !goesWithSide(model, before, deleted)
}

/** The tenant in which a record is to live is not there for the caller, or nobody said which it is. */
function refuseTenant(draft: Draft, { isNamed }: { isNamed: boolean }): void {
  const { parent } = draft.model.meta
  if (parent !== undefined) refuseField(draft, `/${parent}`, { key: isNamed ? 'service.reference.unknown' : 'validation.field.mandatory' })
  else if (isNamed) refuse(draft, 404, { key: 'service.tenant.unknown' })
  else refuse(draft, 400, { key: 'service.tenant.missing' })
}

/** Merges what the caller sent into what is stored, field by field as far as the caller may. */
export async function mergeDrafts(work: PlanWork, drafts: readonly Draft[] = work.drafts): Promise<void> {
  const defaults = new Map<string, Rec>()
  await inTurns(standing(drafts), (draft) => {
    if (draft.item.action !== 'delete') mergeDraft(draft, { base: draft.before ?? startOf(draft, work, defaults), work })
  })
}

/** Editors send what a person typed and nothing else; others send whole records along. */
const isTyped = ({ source }: Plan): boolean => source === 'editor' || source === 'inline'

function mergeDraft(draft: Draft, { base, work }: { base: Rec; work: PlanWork }): void {
  const { schema } = draft.model
  const changes = draft.item.changes ?? {}
  const unfit = unfitAt(changes)
  if (unfit !== undefined) {
    refuseField(draft, unfit.pointer, unfit)
    draft.blocked = true
    return
  }
  draft.touched = touchedPointers(base, changes, { schema, isTyped: isTyped(work.plan) })
  const kept = Object.keys(changes).filter((name) => isAccepted(draft, name, base))
  const accepted = kept.length === Object.keys(changes).length ? changes : Object.fromEntries(kept.map((name) => [name, changes[name]]))
  const given = mergeChanges(base, accepted, schema)
  // Editors send new rows whole, and a restore sends what was.
  const isWhole = isTyped(work.plan) || work.plan.source === 'restore'
  const merged = withKnownIds(isWhole ? given : withRowDefaults(given, draft.before, schema), base, schema)
  const next = draft.model.guarded.length === 0 ? merged : withUnseen(merged, { draft, base, isRestored: work.plan.source === 'restore' })
  draft.next = draft.given === undefined ? next : { ...next, ...draft.given }
}

/** Nobody changes what they do not see, not even by sending all that is around it; a value that they send there is refused. */
function withUnseen(merged: Rec, { draft, base, isRestored }: { draft: Draft; base: Rec; isRestored: boolean }): Rec {
  if (draft.implied === true || draft.reader === undefined) return merged
  const hidden = hiddenWays(draft.model, draft.reader.context, base)
  const sent = isRestored ? [] : hidden.flatMap((way) => placesIn(draft.item.changes ?? {}, way))
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

/** A field that is unknown to the caller is refused with the nearest known name; what was not changed is left as it is. */
function isAccepted(draft: Draft, name: string, base: Rec): boolean {
  if (draft.implied === true) return true
  const field = draft.model.fields.get(name)
  const context = draft.reader?.context
  if (field === undefined || context === undefined || !isReadable(field, base, context)) return refuseUnknown(draft, name, context)
  const value = draft.item.changes?.[name]
  return isObject(value) || draft.before === null || !isUnchanged(base[name], value)
}

function refuseUnknown(draft: Draft, name: string, context: RuleContext | undefined): false {
  if (name === SECRET_MARK && [...draft.model.fields.values()].some(({ schema }) => schema['x-secret'] === true)) return false
  const known = [...draft.model.fields.values()]
    .filter((field) => context !== undefined && isReadable(field, {}, context))
    .map((field) => field.name)
  const nearest = nearestName(name, known)
  refuseField(draft, `/${name}`, { key: 'validation.field.unknown', params: { name, ...(nearest !== undefined && { nearest }) } })
  return false
}

/** Rules and shape: what `set` and `clear` rules write, and everything that is wrong. The first message of a field counts. */
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
  await inTurns(inOrder(standing(drafts)), (draft) => {
    const { model, reader, before } = draft
    if (draft.item.action === 'delete' || reader === undefined) return
    const known = contextsOf(reader.context)[before === null ? 'creating' : 'updating']
    const context = draft.besides === true ? { ...known, editor: { ...known.editor, bulk: false } } : known
    const asked = { stored: before, next: draft.next, touched: draft.touched, context, lookup, unchangedCounts }
    const { record, refusals } = settleRecord(work.catalogue, model, asked)
    draft.next = withRowIds(record, before ?? draft.base ?? baseOf(model), model.schema)
    if (draft.causes !== undefined) work.referenced.get(model.name)?.set(draft.oid, draft.next)
    const hidden = hiddenWays(model, reader.context, record)
    for (const { pointer, ...reason } of refusals) {
      const isUnseen = hidden.length > 0 && isHidden(parsePointer(pointer), hidden)
      // What comes back has no secrets: whoever changes it next is asked for them.
      const isLost = draft.base !== undefined && reason.key === 'validation.field.mandatory' && isSecretAt(model.schema, pointer)
      if (!isUnseen && !isLost) refuseField(draft, pointer, reason)
    }
    const objection = before === null ? objectionTo(model, 'create', { record, context }) : undefined
    if (objection !== undefined) refuse(draft, objection.status, { key: objection.because })
    draft.changed = changedFields(draft)
    const { parent } = model.meta
    const home =
      before !== null && parent !== undefined && draft.changed.includes(parent) ? work.tenants.get(String(draft.next[parent])) : undefined
    if (home !== undefined) draft.movedTo = home
  })
}

/** What others name comes first: their rules see it as its own rules made it. */
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
