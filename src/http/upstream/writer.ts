import { RequestError } from '../../../renderer/data/data-source.ts'
import type { FieldError, Plan, PlanItem, PlanItemResult, PlanResult } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { completeMembers, encode } from '../../../schemas/wire/encode.ts'
import { isObject } from '../../../schemas/wire/object-wire.ts'
import { callOfPlan, errorOfCall, type CollectionCall } from '../collection-calls.ts'
import { entityShape, type EntityShape } from './entity-shape.ts'
import { labelsFrom } from './names.ts'
import type { UpstreamReader } from './reader.ts'

/** The items of a plan that one call can carry. */
interface Step {
  indexes: number[]
  items: PlanItem[]
}

interface Sending {
  plan: Plan
  idempotencyKey: string
  signal: AbortSignal | undefined
}

/**
 * Makes the changes of a plan by the calls of the specifications, one after another: nothing takes back those that were made if a later one
 * is refused; the error says how many they are. Updates read the record, change the fields of the plan in it and send it whole.
 */
export class UpstreamWriter {
  constructor(private readonly reader: UpstreamReader) {}

  async apply(sending: Sending): Promise<PlanResult> {
    const { plan } = sending
    const results: PlanItemResult[] = []
    const created = new Map<string, string>()
    for (const step of await stepsOf(plan)) {
      const items = step.items.map((item) => withOids(item, created))
      try {
        const applied = await this.run({ ...step, items }, sending)
        for (const [at, result] of applied.entries()) {
          const { ref } = step.items[at] ?? {}
          if (ref !== undefined && result.oid !== undefined) created.set(`@${ref}`, result.oid)
          results.push({ ...result, index: step.indexes[at] ?? 0 })
        }
      } catch (error) {
        throw atItems(error, { indexes: step.indexes, done: results.length, all: plan.items.length })
      } finally {
        this.reader.lists.forget()
      }
    }
    return { applied: true, dryRun: false, actionId: '', counts: { applied: results.length, unchanged: 0, refused: 0 }, items: results }
  }

  private async run({ items }: Step, { plan, idempotencyKey, signal }: Sending): Promise<PlanItemResult[]> {
    const [first] = items as [PlanItem]
    const shape = await entityShape(first.entity)
    const { meta, wire } = shape
    const entityOf = () => ({ meta, wire })
    const bodies = meta.wholeList === true ? [] : await Promise.all(items.map((item) => this.bodyOf(item, shape, plan.tenantOid)))
    const call =
      meta.wholeList === true
        ? await this.wholeListCall(items, shape, plan.tenantOid)
        : callOfPlan(
            { ...plan, source: 'editor', items: items.map((item) => this.named(item)) },
            entityOf,
            (_item, index) => bodies[index] ?? {},
          )
    if (call === undefined) throw new Error(`no call for ${first.action} of ${first.entity}`)
    try {
      const answer = await this.send(call, { key: `${idempotencyKey}/${first.entity}/${first.oid ?? ''}`, signal })
      return Promise.all(items.map((item, index) => this.resultOf(item, { answer, index, tenantOid: plan.tenantOid, meta })))
    } catch (error) {
      throw errorOfCall(error, entityOf())
    }
  }

  private send(
    { method, path, ...rest }: CollectionCall,
    { key, signal }: { key: string; signal: AbortSignal | undefined },
  ): Promise<Answer> {
    return this.reader.ports.client.request<Answer>(method, path, { ...rest, idempotencyKey: key, ...(signal && { signal }) })
  }

  /** A plan's item without the revision that its service does not know. */
  private named({ revision, ...item }: PlanItem): PlanItem {
    const { revisions } = this.reader.ports.abilitiesOf(item.entity)
    const { revision: _revision, ...changes } = item.changes ?? {}
    return {
      ...item,
      ...(item.changes && { changes: revisions ? item.changes : changes }),
      ...(revisions && revision !== undefined && { revision }),
    }
  }

  /** One record of a body: the whole record with the changes in it, except for `PATCH` and deletions. */
  private async bodyOf(item: PlanItem, shape: EntityShape, tenantOid: string): Promise<Rec> {
    const { meta, wire = {} } = shape
    const { oid, revision, action, changes = {}, entity } = item
    if (meta.command !== undefined) return changes
    const identity: Rec = { ...(oid !== undefined && { oid }), ...this.keyOf(item, shape) }
    if (action === 'delete') return encode(identity, wire, { partial: true })
    const labels = await labelsFrom(wire, (other) => this.reader.referenced(other, tenantOid))
    if (action === 'create') return encode(changes, wire, { labels })
    if (meta.updateMethod === 'PATCH') return encode({ ...identity, ...changes }, wire, { partial: true, labels })
    const { sent, record } = await this.reader.one(entity, oid ?? '', tenantOid)
    const part = encode(completeMembers(changes, { ...record, ...changes }, wire), wire, { partial: true, labels })
    const { revisions } = this.reader.ports.abilitiesOf(entity)
    return { ...(merged(sent, part) as Rec), ...(revisions && revision !== undefined && { revision }) }
  }

  /** The further part of the key of a record that is named by two, e.g. the tenant of an assignment. */
  private keyOf({ oid = '' }: PlanItem, { wire = {} }: EntityShape): Rec {
    const { as, of = '' } = wire['oid'] ?? {}
    return as === 'part' && oid.includes('/') ? { [of]: oid.slice(oid.lastIndexOf('/') + 1) } : {}
  }

  /** The call that replaces a list which is only written as a whole. */
  private async wholeListCall(items: readonly PlanItem[], { meta, wire = {} }: EntityShape, tenantOid: string): Promise<CollectionCall> {
    const rows = new Map((await this.reader.all(meta.name, tenantOid)).map(({ record, sent }) => [record.oid, sent]))
    const added: Rec[] = []
    for (const { action, oid = '', changes = {} } of items) {
      if (action === 'create') added.push(encode(changes, wire))
      else if (action === 'delete') rows.delete(oid)
      else rows.set(oid, merged(rows.get(oid) ?? {}, encode(changes, wire, { partial: true })) as Rec)
    }
    return { method: 'PUT', path: meta.route, query: {}, body: { data: [...rows.values(), ...added] } }
  }

  /** What became of an item: the record as its service has it now. */
  private async resultOf(
    { action, entity, oid }: PlanItem,
    { answer, index, tenantOid, meta }: { answer: Answer; index: number; tenantOid: string; meta: EntityShape['meta'] },
  ): Promise<PlanItemResult> {
    const head = { index, verdict: 'applied' as const, ...(oid !== undefined && { oid }) }
    if (action === 'delete' || meta.command !== undefined) return head
    const known = oid ?? identifierIn(answer, index)
    if (known === undefined) return head
    this.reader.lists.forget()
    try {
      const { record } = await this.reader.one(entity, known, tenantOid)
      return { ...head, oid: known, record }
    } catch (error) {
      // It is written; that it cannot be read is said when somebody opens it.
      if (error instanceof RequestError) return { ...head, oid: known }
      throw error
    }
  }
}

/** The answer to a write; some services send the record, others nothing. */
type Answer = { data?: unknown } | undefined

function identifierIn(answer: Answer, index: number): string | undefined {
  const row: unknown = Array.isArray(answer?.data) ? answer.data[index] : undefined
  const oid = isObject(row) ? (row['id'] ?? row['oid']) : undefined
  return typeof oid === 'string' || typeof oid === 'number' ? String(oid) : undefined
}

/** A part put into a whole: objects merge, anything else is replaced. */
function merged(whole: unknown, part: unknown): unknown {
  if (!isObject(whole) || !isObject(part)) return part
  return { ...whole, ...Object.fromEntries(Object.entries(part).map(([name, value]) => [name, merged(whole[name], value)])) }
}

/** The calls of a plan: neighbours of one entity and action travel together where the specifications send lists, the others alone. */
async function stepsOf({ items }: Plan): Promise<Step[]> {
  const steps: Step[] = []
  for (const [index, item] of items.entries()) {
    const { meta } = await entityShape(item.entity)
    const last = steps.at(-1)
    const [before] = last?.items ?? []
    const isList = meta.wholeList === true || (meta.scope === 'tenant' && meta.command === undefined)
    const isSame = before?.entity === item.entity && (meta.wholeList === true || before.action === item.action)
    if (last !== undefined && isList && isSame && item.ref === undefined) {
      last.items.push(item)
      last.indexes.push(index)
    } else steps.push({ items: [item], indexes: [index] })
  }
  return steps
}

/** An item with the identifiers of records that earlier items created in place of their references. */
function withOids(item: PlanItem, created: ReadonlyMap<string, string>): PlanItem {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return created.get(value) ?? value
    if (Array.isArray(value)) return value.map(replaced)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one)])) : value
  }
  const { ref: _ref, ...rest } = item
  return created.size === 0 || item.changes === undefined ? rest : { ...rest, changes: replaced(item.changes) as Rec }
}

/** The error of a step as that of the whole plan; it says how many changes were made before. */
function atItems(error: unknown, { indexes, done, all }: { indexes: readonly number[]; done: number; all: number }): unknown {
  if (!(error instanceof RequestError)) return error
  const errors = error.errors.map((one) => ({
    ...one,
    pointer: one.pointer.replace(/^\/items\/(\d+)/, (_whole, at: string) => `/items/${indexes[Number(at)] ?? 0}`),
  }))
  const { status, messages, moreErrors, requestId, current } = error
  const partly: FieldError[] =
    done === 0
      ? []
      : [{ pointer: '', key: 'service.upstream.partly', params: { done, all }, message: `${done} of ${all} changes were made before.` }]
  const reasons = errors.length > 0 || partly.length === 0 ? errors : messages.map((message) => ({ pointer: '', key: '', message }))
  return new RequestError({
    status,
    messages,
    errors: [...partly, ...reasons],
    moreErrors,
    current,
    ...(requestId !== undefined && { requestId }),
  })
}
