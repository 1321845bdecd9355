import { sql } from 'kysely'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { localScope } from '../../db/connections/connection.ts'
import type { Queries } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { lockNames } from '../../db/sql-parts.ts'
import type { EntityModel, UniqueKey } from '../../entities/model/entity-model.ts'
import { fieldAt, isAmong } from '../../entities/model/field-at.ts'
import type { FieldType } from '../../../schemas/filter/field-type.ts'
import { inTurns } from '../../event-loop/in-turns.ts'
import { isNamedCreation, labelKey, retryError } from '../drafts/named-references.ts'
import { byModel, isRefused, refuseField, activeDrafts, type Draft, type PlanWork } from '../drafts/draft.ts'

/** Refuses unique values that another record has, stored or in the same plan. Values of records that the plan changes or deletes are free. */
export async function checkUniqueness(work: PlanWork): Promise<void> {
  for (const [model, drafts] of byModel(activeDrafts(work.drafts))) {
    for (const key of model.unique) {
      const claims: Draft[] = []
      await inTurns(drafts, (draft) => {
        if (isClaiming(draft, key)) claims.push(draft)
      })
      const twice = await firstOfEach(claims, key)
      const taken = await everywhere(work, { model, keys: twice.keys() }, () =>
        takenKeys(work.queries, model, { key, wanted: [...twice.keys()], except: releasing(drafts, key) }),
      )
      await inTurns(twice, ([text, draft]) => {
        if (!taken.has(text)) return
        if (isNamedCreation(draft) && key === labelKey(model) && !isRefused(work.drafts)) throw retryError()
        refuseKey(draft, key)
      })
    }
  }
}

/** A key without the tenant is unique across all tenants, visible to the caller or not; the answer reveals only that it is taken. */
async function everywhere<T>(
  { queries, caller, database }: PlanWork,
  { model, keys }: { model: EntityModel; keys: Iterable<string> },
  work: () => Promise<T>,
): Promise<T> {
  const within =
    model.meta.scope === 'overlay' ||
    model.unique.every(({ fields }) => model.meta.parent !== undefined && fields.includes(model.meta.parent))
  if (within) return work()
  const distributed = await database.isDistributed()
  // No index of distributed tables spans tenants.
  if (distributed) await lockNames(queries, { kind: model.name, names: keys })
  await localScope(queries, { scopes: EVERYTHING, distributed })
  const result = await work()
  await localScope(queries, { scopes: caller.scopes(), distributed })
  return result
}

/** Creates, and updates that change a part of the key. */
function isClaiming({ item, changed, next }: Draft, { fields }: UniqueKey): boolean {
  return item.action !== 'delete' && fields.every((path) => (fieldValue(next, path) ?? null) !== null) && isAmong(fields, changed)
}

/** Oids of records whose stored key the plan frees. */
function releasing(drafts: readonly Draft[], { fields }: UniqueKey): string[] {
  return drafts
    .filter(({ item, changed, before }) => before !== null && (item.action === 'delete' || isAmong(fields, changed)))
    .map(({ oid }) => oid)
}

async function firstOfEach(claims: readonly Draft[], key: UniqueKey): Promise<Map<string, Draft>> {
  const first = new Map<string, Draft>()
  await inTurns(claims, (draft) => {
    const text = keyOf(draft, key)
    if (first.has(text)) refuseKey(draft, key)
    else first.set(text, draft)
  })
  return first
}

/** The values of a key as one text, as `takenKeys` answers them. Records of an overlay are unique within it. */
function keyOf({ next, model, node }: Draft, { fields }: UniqueKey): string {
  const values = fields.map((path) => String(fieldValue(next, path)))
  return JSON.stringify(model.meta.scope === 'overlay' ? [...values, node?.oid ?? ''] : values)
}

/** Values come as text; these types compare as themselves. */
const CASTS: Partial<Record<FieldType, string>> = { number: '::numeric', boolean: '::boolean', moment: '::timestamptz' }

/** Which of the keys stored records have. */
export async function takenKeys(
  queries: Queries,
  model: EntityModel,
  { key, wanted, except }: { key: UniqueKey; wanted: readonly string[]; except: readonly string[] },
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const tests = key.fields.map((name, index) => {
    const field = fieldAt(model, name)
    return `${field?.sql?.('r') ?? 'null'} = (v.key->>${index})${CASTS[field?.type ?? 'text'] ?? ''}`
  })
  if (model.meta.scope === 'overlay') tests.push(`r.tenant_oid = v.key->>${key.fields.length}`)
  const match = sql.raw(tests.join(' and '))
  const { rows } = await sql<{ key: string[] }>`select v.key from json_array_elements(${`[${wanted.join(',')}]`}::json) as v(key)
    join ${sql.raw(model.table)} r on ${match} where r.oid <> all(${[...except]}::text[])`.execute(queries)
  return new Set(rows.map((row) => JSON.stringify(row.key)))
}

/** Reports the refusal at the key's last field, which a person would change: the name, not the parent. */
export function refuseKey(draft: Draft, { fields, because }: UniqueKey): void {
  const name = fields.at(-1) ?? ''
  refuseField(draft, `/${name}`, { key: because, params: { value: fieldValue(draft.next, name) } })
}

/** After a unique index refused the write (a concurrent write, or a record that the caller cannot see): the drafts whose key is taken. */
export async function refuseTaken(queries: Queries, drafts: readonly Draft[], index: string): Promise<boolean> {
  for (const [model, group] of byModel(drafts)) {
    const key = model.unique.find((one) => one.index === index)
    if (key === undefined) continue
    const claims = group.filter((draft) => isClaiming(draft, key))
    const taken = await takenKeys(queries, model, { key, wanted: claims.map((draft) => keyOf(draft, key)), except: releasing(group, key) })
    for (const draft of claims) if (taken.has(keyOf(draft, key))) refuseKey(draft, key)
    return claims.some(({ status }) => status !== undefined)
  }
  return false
}
