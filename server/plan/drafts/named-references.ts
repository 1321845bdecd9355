import { sql } from 'kysely'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { codeOf, constraintOf } from '../../db/errors.ts'
import { isOid, newOid } from '../../db/new-oid.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { hasUnstorable } from '../../../schemas/vocabulary/storable-text.ts'
import { pointingsOf } from '../../entities/model/reference-paths.ts'
import { readerOf } from '../../entities/records/served-record.ts'
import type { TenantNode } from '../../policies/caller.ts'
import { inTurns } from '../../event-loop/in-turns.ts'
import { newDraft, activeDrafts, type Cause, type Draft, type PlanWork } from './draft.ts'

/** A name that stands where an oid belongs, and everybody who wrote it. */
interface NamedRecord {
  model: EntityModel
  node: TenantNode
  name: string
  /** Whether a record of that name is created if there is none (`x-ref.creates`). */
  creates: boolean
  causes: Cause[]
}

/**
 * Replaces names by oids, where a reference takes them (`x-ref.creates`, or `x-wire` as name): of the record that has the name in the same
 * overlay, be it stored or part of the plan. Returns further drafts for the names that nobody has, one for each, where the reference creates
 * records. What has the form of an oid is no name.
 */
export async function namedDrafts(work: PlanWork): Promise<Draft[]> {
  const wanted = await namesIn(work)
  if (wanted.size === 0) return []
  const oids = await oidsOf(work, wanted)
  const creations: Draft[] = []
  for (const [key, named] of wanted) {
    const creation = oids.has(key) || !named.creates ? undefined : creationOf(named, work)
    if (creation !== undefined) creations.push(creation)
    const oid = oids.get(key) ?? creation?.oid
    if (oid === undefined) continue
    if (named.creates) work.named.add(oid)
    for (const { draft, pointer } of named.causes)
      draft.item = { ...draft.item, changes: withValueAt(draft.item.changes ?? {}, parsePointer(pointer), oid) as Rec }
  }
  return creations
}

async function namesIn(work: PlanWork): Promise<Map<string, NamedRecord>> {
  const wanted = new Map<string, NamedRecord>()
  await inTurns(activeDrafts(work.drafts), (draft) => {
    const { model, node, item } = draft
    if (node === undefined || item.changes === undefined || item.action === 'delete') return
    for (const reference of model.references) {
      const creates = reference.creates === true
      if (!creates && reference.byName !== true) continue
      for (const { pointer, oid: name } of pointingsOf(item.changes, reference)) {
        if (isOid(name) || name.startsWith('@') || hasUnstorable(name)) continue
        const key = keyOf(reference.entity, node.oid, name)
        const named = wanted.get(key) ?? { model: work.catalogue.model(reference.entity), node, name, creates, causes: [] }
        wanted.set(key, named)
        named.creates ||= creates
        named.causes.push({ draft, pointer })
      }
    }
  })
  return wanted
}

function keyOf(...parts: readonly [entity: string, overlay: string, name: string]): string {
  return JSON.stringify(parts)
}

/** Names as they are after the plan: what it creates or renames counts before what is stored. */
async function oidsOf(work: PlanWork, wanted: ReadonlyMap<string, NamedRecord>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const renamed = new Set<string>()
  for (const { model, node, item, oid } of activeDrafts(work.drafts)) {
    const name = item.changes?.[model.meta.label]
    if (item.action === 'delete' || name !== undefined) renamed.add(oid)
    if (typeof name === 'string' && node !== undefined) found.set(keyOf(model.name, node.oid, name), oid)
  }
  for (const { model, node, names } of searches(wanted)) {
    const label = sql.raw(model.fields.get(model.meta.label)?.sql?.('r') ?? 'null')
    const { rows } = await sql<{ oid: string; name: string }>`select r.oid, ${label} as name from ${sql.raw(model.table)} r
      where r.tenant_oid = ${node.oid} and ${label} = any(${names}::text[])`.execute(work.queries)
    for (const { oid, name } of rows) {
      const key = keyOf(model.name, node.oid, name)
      if (!found.has(key) && !renamed.has(oid)) found.set(key, oid)
    }
  }
  return found
}

/** One search for all names of an entity in an overlay. */
function searches(wanted: ReadonlyMap<string, NamedRecord>): { model: EntityModel; node: TenantNode; names: string[] }[] {
  const groups = new Map<string, { model: EntityModel; node: TenantNode; names: string[] }>()
  for (const { model, node, name } of wanted.values()) {
    const group = groups.get(`${model.name} ${node.oid}`) ?? { model, node, names: [] }
    groups.set(`${model.name} ${node.oid}`, group)
    group.names.push(name)
  }
  return [...groups.values()]
}

/** Goes through all checks of its entity but the right to it: whoever may write the reference may name what is not there yet. */
function creationOf({ model, node, name, causes }: NamedRecord, { caller }: PlanWork): Draft {
  const item = { entity: model.name, action: 'create' as const, changes: { [model.meta.label]: name } }
  const index = causes[0]?.draft.index ?? 0
  return newDraft({ index, item, model, oid: newOid(), implied: true, causes, node, reader: readerOf(caller, node, model) })
}

/** Somebody else created a record of the same name meanwhile: whoever tries again finds it. */
export function isNameTaken({ drafts }: PlanWork, error: unknown): boolean {
  const index = constraintOf(error)
  const hasKey = ({ model }: Draft): boolean => labelKey(model)?.index === index
  return codeOf(error) === '23505' && drafts.some((draft) => isNamedCreation(draft) && hasKey(draft))
}

/** The key that the name of a record is by itself. */
export function labelKey({ unique, meta }: EntityModel): EntityModel['unique'][number] | undefined {
  return unique.find(({ fields }) => fields.length === 1 && fields[0] === meta.label)
}

/** A draft that creates what another one names. */
export function isNamedCreation({ implied, causes, item }: Draft): boolean {
  return implied === true && causes !== undefined && item.action === 'create'
}

/** To throw inside a plan's transaction, which then runs again. */
export function retryError(): Error {
  return Object.assign(new Error('a record of this name was created meanwhile'), { code: '40001' })
}
