import { RequestError } from '../../../renderer/data/data-source.ts'
import type { FieldError, Plan, PlanItem, PlanItemResult, PlanResult } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { decode } from '../../../schemas/wire/decode.ts'
import { completeMembers, encode } from '../../../schemas/wire/encode.ts'
import { isObject } from '../../../schemas/wire/object-wire.ts'
import { callOfPlan, errorOfCall, type CollectionCall } from '../collection-calls.ts'
import { entityShape, type EntityShape } from './entity-shape.ts'
import { changedBody, newBody } from './bodies.ts'
import { completedByRules, withConsequences } from './consequences.ts'
import { newRecord } from './new-record.ts'
import { PlanReads } from './plan-reads.ts'
import type { Received, UpstreamReader } from './reader.ts'
import { placedItems, stepsOf, withOids, type Step } from './steps.ts'

interface Sending {
  plan: Plan
  /** The same for every repetition of a plan, and another one for each of its calls. */
  idempotencyKey: string
  signal: AbortSignal | undefined
  reads: PlanReads
}

/**
 * Makes the changes of a plan by the calls of the specifications, one after another: nothing takes back those that were made if a later one
 * is refused; the error says how many they are. Updates read the record, change the fields of the plan in it and send it whole.
 */
export class UpstreamWriter {
  constructor(private readonly reader: UpstreamReader) {}

  async apply(sending: Omit<Sending, 'reads'>): Promise<PlanResult> {
    const { plan } = sending
    const reads = new PlanReads(this.reader, plan)
    const results: PlanItemResult[] = []
    const created = new Map<string, string>()
    reads.forget()
    try {
      const placed = await placedItems(plan, reads)
      for (const [at, step] of (await stepsOf(placed)).entries()) {
        const items = step.items.map((item) => withOids(item, created))
        const idempotencyKey = `${sending.idempotencyKey}/${at}`
        const applied = await this.run({ ...step, items }, { ...sending, idempotencyKey, reads }).catch((error: unknown) => {
          throw atItems(error, { step, done: results.length, all: placed.length, source: plan.source })
        })
        for (const result of applied) results.push(result)
        await this.remember(step, applied, { created, reads })
      }
    } finally {
      reads.forget()
    }
    const byPlace = new Map(results.map((result) => [result.index, result]))
    const items = await withRecords(plan, [...byPlace.values()], reads)
    return { applied: true, dryRun: false, actionId: '', counts: { applied: items.length, unchanged: 0, refused: 0 }, items }
  }

  /** Keeps the identifiers of records that later items name, and forgets lists that the step changed for them. */
  private async remember(
    { items }: Step,
    applied: readonly PlanItemResult[],
    { created, reads }: { created: Map<string, string>; reads: PlanReads },
  ): Promise<void> {
    const named = [...items.entries()].filter(([, { ref }]) => ref !== undefined)
    const { meta } = await entityShape(items[0]?.entity ?? '')
    if (named.length > 0) reads.forget()
    // Moving a record changes the places of others.
    else if (meta.order !== undefined || meta.wholeList === true) reads.forgetList(meta.name)
    for (const [at, item] of named) {
      const oid = applied[at]?.oid ?? (await unlessRefused(reads.oidOfCreated(item)))
      if (oid !== undefined) created.set(`@${item.ref ?? ''}`, oid)
    }
  }

  private async run({ items, indexes }: Step, sending: Sending): Promise<PlanItemResult[]> {
    const { plan, idempotencyKey, signal, reads } = sending
    const [first] = items as [PlanItem]
    const shape = await entityShape(first.entity)
    const { meta, wire } = shape
    const entityOf = () => ({ meta, wire })
    if (meta.wholeList === true) return this.saveList({ items, indexes }, shape, sending)
    const bodies = await this.bodiesOf(items, shape, reads)
    const named = items.map((item) => this.named(item))
    const call = callOfPlan({ ...plan, source: 'editor', items: named }, entityOf, (_item, index) => bodies[index] ?? {})
    if (call === undefined) throw new Error(`no call for ${first.action} of ${first.entity}`)
    try {
      const answer = await this.send(call, { key: idempotencyKey, signal })
      return items.map((item, at) => resultOf(item, { index: indexes[at] ?? 0, sent: rowOf(answer, at), shape }))
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

  /** The records of a body: whole ones with the changes in them, except for `PATCH` and deletions. */
  private async bodiesOf(items: readonly PlanItem[], shape: EntityShape, reads: PlanReads): Promise<Rec[]> {
    const { meta } = shape
    const updated = items.filter(({ action }) => action === 'update').flatMap(({ oid }) => oid ?? [])
    const isWhole = meta.command === undefined && meta.updateMethod !== 'PATCH' && updated.length > 0
    const before = isWhole ? await reads.records(meta.name, updated) : new Map<string, Received>()
    return Promise.all(items.map((item) => this.bodyOf(item, shape, { reads, before: before.get(item.oid ?? '') })))
  }

  private async bodyOf(
    item: PlanItem,
    shape: EntityShape,
    { reads, before }: { reads: PlanReads; before: Received | undefined },
  ): Promise<Rec> {
    const { meta, wire = {} } = shape
    const { oid, revision, action, changes = {}, entity } = item
    if (meta.command !== undefined) return this.commandOf(item, shape)
    const identity: Rec = { ...(oid !== undefined && { oid }), ...this.keyOf(item, shape) }
    if (action === 'delete') return encode(identity, wire, { partial: true })
    const labels = await reads.labelsFor(shape)
    const circumstances = { schema: shape.schema, context: reads.contextOf(meta.name), labels }
    if (action === 'create') {
      const complete = completedByRules(newRecord(item, shape.schema), changes, circumstances)
      return newBody(encode({ ...complete, ...(await reads.shown({}, complete, shape)) }, wire, { labels }), wire)
    }
    if (meta.updateMethod === 'PATCH') return encode({ ...identity, ...changes }, wire, { partial: true, labels })
    if (before === undefined) throw new RequestError({ status: 404, messages: [`There is no such record: ${String(oid)}`] })
    const { sent, record } = before
    const settled = withConsequences(record, changes, circumstances)
    const shown = await reads.shown(record, settled, shape)
    const unknown = Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [[name, null] as const] : []))
    const all = { ...settled, ...shown }
    const part = encode(completeMembers(all, { ...record, ...all }, wire), wire, { partial: true, labels })
    const body = changedBody({ sent, part, unknown: encode(Object.fromEntries(unknown), wire, { partial: true }), wire })
    const { revisions } = this.reader.ports.abilitiesOf(entity)
    return { ...body, ...(revisions && revision !== undefined && { revision }) }
  }

  /** A command whole: nothing is left to defaults of its service. */
  private commandOf(item: PlanItem, { schema }: EntityShape): Rec {
    const { revision, ...command } = newRecord(item, schema)
    return this.reader.ports.abilitiesOf(item.entity).revisions ? { ...command, revision } : command
  }

  /** The further part of the key of a record that is named by two, e.g. the tenant of an assignment. */
  private keyOf({ oid = '' }: PlanItem, { wire = {} }: EntityShape): Rec {
    const { as, of = '' } = wire['oid'] ?? {}
    return as === 'part' && oid.includes('/') ? { [of]: oid.slice(oid.lastIndexOf('/') + 1) } : {}
  }

  /** Replaces a list which is only written as a whole. */
  private async saveList(
    { items, indexes }: Step,
    shape: EntityShape,
    { idempotencyKey, signal, reads }: Sending,
  ): Promise<PlanItemResult[]> {
    const { meta, wire = {} } = shape
    const listed = new Map((await reads.listed(meta.name)).map((received) => [received.record.oid, received]))
    const rows = new Map([...listed].map(([oid, { sent }]): [string, Row] => [oid, { sent }]))
    const labels = await reads.labelsFor(shape)
    const circumstances = { schema: shape.schema, context: reads.contextOf(meta.name), labels }
    for (const [at, item] of items.entries()) {
      const { action, oid = '', changes = {} } = item
      if (action === 'create') {
        const complete = completedByRules(newRecord(item, shape.schema), changes, circumstances)
        rows.set(`created ${at}`, { sent: newBody(encode(complete, wire, { labels }), wire), at })
      } else if (action === 'delete') rows.delete(oid)
      else {
        const { sent = {}, record = {} } = listed.get(oid) ?? {}
        const part = encode(withConsequences(record, changes, circumstances), wire, { partial: true, labels })
        rows.set(oid, { sent: changedBody({ sent, part, wire }), at })
      }
    }
    const sent = [...rows.values()]
    const call: CollectionCall = { method: 'PUT', path: meta.route, query: {}, body: { data: sent.map((row) => row.sent) } }
    try {
      const answer = await this.send(call, { key: idempotencyKey, signal })
      const rowOfItem = (at: number): Rec | undefined =>
        rowOf(
          answer,
          sent.findIndex((row) => row.at === at),
        )
      return items.map((item, at) => resultOf(item, { index: indexes[at] ?? 0, sent: rowOfItem(at), shape }))
    } catch (error) {
      throw atRows(errorOfCall(error, { meta, wire }), sent)
    }
  }
}

/** A row of a whole list, and the place of the item that made or changed it. */
interface Row {
  sent: Rec
  at?: number
}

/** The error of a whole list as that of the items: rows that no item changed are no place of the plan. */
function atRows(error: unknown, rows: readonly Row[]): unknown {
  if (!(error instanceof RequestError)) return error
  const placed = ({ pointer }: FieldError): string => {
    const [whole = '', row] = /^\/items\/(\d+)/.exec(pointer) ?? []
    const at = row === undefined ? undefined : rows[Number(row)]?.at
    return at === undefined ? '' : `/items/${at}${pointer.slice(whole.length)}`
  }
  return error.with({ errors: error.errors.map((one) => ({ ...one, pointer: placed(one) })) })
}

/** What became of an item. */
function resultOf(
  { action, oid }: PlanItem,
  { index, sent, shape }: { index: number; sent: Rec | undefined; shape: EntityShape },
): PlanItemResult {
  const known = oid ?? (action === 'create' && sent !== undefined ? identifierIn(sent, shape) : undefined)
  return { index, verdict: 'applied', ...(known !== undefined && { oid: known }) }
}

/** Results with the records as their services have them now. Records that cannot be read are written; that is said when somebody opens them. */
async function withRecords(plan: Plan, results: readonly PlanItemResult[], reads: PlanReads): Promise<PlanItemResult[]> {
  const shapes = await Promise.all(plan.items.map(({ entity }) => entityShape(entity)))
  // Commands leave no record of their own, and those in place of a record may leave another one.
  const isKept = (index: number): boolean => {
    const { command, writtenByCommands } = shapes[index]?.meta ?? {}
    return command === undefined && writtenByCommands !== true
  }
  const named = await Promise.all(
    results.map(async (result) => {
      const item = plan.items[result.index]
      const isUnknown = item?.action === 'create' && result.oid === undefined && isKept(result.index)
      const oid = item !== undefined && isUnknown ? await unlessRefused(reads.oidOfCreated(item)) : undefined
      return oid === undefined ? result : { ...result, oid }
    }),
  )
  const isRead = ({ index, oid }: PlanItemResult): boolean => oid !== undefined && plan.items[index]?.action !== 'delete' && isKept(index)
  const entities = new Set(named.filter(isRead).map(({ index }) => plan.items[index]?.entity ?? ''))
  const found = new Map<string, ReadonlyMap<string, Received> | undefined>()
  for (const entity of entities) {
    const oids = named.filter((result) => isRead(result) && plan.items[result.index]?.entity === entity).flatMap(({ oid }) => oid ?? [])
    found.set(entity, await unlessRefused(reads.records(entity, oids)))
  }
  return named.map((result) => {
    const record = isRead(result) ? found.get(plan.items[result.index]?.entity ?? '')?.get(result.oid ?? '')?.record : undefined
    return record === undefined ? result : { ...result, record }
  })
}

/** What is read after a change; undefined where the service refuses to tell. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

/** The answer to a write; some services send the record, others nothing. */
type Answer = { data?: unknown } | undefined

function rowOf(answer: Answer, at: number): Rec | undefined {
  const row: unknown = Array.isArray(answer?.data) ? answer.data[at] : undefined
  return isObject(row) ? row : undefined
}

function identifierIn(sent: Rec, { wire }: EntityShape): string | undefined {
  const record = wire === undefined ? sent : decode(sent, wire, 'answer').record
  const oid = record['oid'] ?? record['id']
  return typeof oid === 'string' || typeof oid === 'number' ? String(oid) : undefined
}

/** The error of a step as that of the whole plan; it says how many changes were made before. */
function atItems(error: unknown, { step, done, all, source }: { step: Step; done: number; all: number; source: Plan['source'] }): unknown {
  if (!(error instanceof RequestError)) return error
  // In a sheet, a refusal that names no place is about the row that was sent.
  const [only] = source === 'bulk' && step.indexes.length === 1 ? step.indexes : []
  const whole = only === undefined ? '' : `/items/${only}`
  const errors = error.errors.map((one) => ({ ...one, pointer: placeInPlan(one.pointer, step) || whole }))
  const partly: FieldError[] =
    done === 0
      ? []
      : [{ pointer: '', key: 'service.upstream.partly', params: { done, all }, message: `${done} of ${all} changes were made before.` }]
  const isTold = errors.length > 0 || (done === 0 && only === undefined)
  const reasons = isTold ? errors : error.messages.map((message) => ({ pointer: whole, key: '', message }))
  return error.with({ errors: [...partly, ...reasons] })
}

/** A pointer of a step as one of the whole plan. */
function placeInPlan(pointer: string, { indexes, fields = {} }: Step): string {
  const [start = '', at] = /^\/items\/(\d+)/.exec(pointer) ?? []
  if (at === undefined) return pointer
  const place = pointer.slice(start.length)
  const field = place.replace(/^\/changes/, '')
  const own = fields[field]
  return `/items/${indexes[Number(at)] ?? 0}${own === undefined ? place : `/changes${own}`}`
}
