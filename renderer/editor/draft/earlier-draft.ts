import { earlierNamesOf, type EarlierNames } from '../../../schemas/evolution/earlier-names.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { isWithin, valueAt, withValueAt } from './pointer.ts'
import { draftKey, type DraftIdentity, type StoredDraft, type StoredValue } from './stored-draft.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Takes over work that was stored while the entity was called otherwise. */
export function adoptEarlierDraft(store: Store, identity: DraftIdentity, { 'x-was': was = [] }: EntitySchema): void {
  for (const entity of was) {
    const key = draftKey({ ...identity, entity })
    const text = store.getItem(key)
    if (text === null) continue
    if (store.getItem(draftKey(identity)) === null) store.setItem(draftKey(identity), text)
    store.removeItem(key)
  }
}

/** Stored work under the present names of fields and options. */
export function presentDraft(draft: StoredDraft, schema: EntitySchema): StoredDraft {
  const names = earlierNamesOf(schema)
  if (names === undefined) return draft
  const { values, acted } = draft
  const present: Record<string, StoredValue> = {}
  for (const [pointer, { base, mine }] of Object.entries(values)) {
    const [before, after] = [placed(pointer, base, names), placed(pointer, mine, names)]
    for (const at of new Set([...before.keys(), ...after.keys()]))
      present[at] = { base: before.get(at) ?? null, mine: after.get(at) ?? null }
  }
  const actedNow = Object.entries(acted ?? {}).flatMap(([pointer, value]) => [...placed(pointer, value, names)])
  return { ...draft, values: present, ...(acted && { acted: Object.fromEntries(actedNow) }) }
}

/** A value by its present pointer, and what was moved out of it by that of its own. */
function placed(pointer: string, value: unknown, names: EarlierNames): Map<string, unknown> {
  const own = formatPointer(names.place(parsePointer(pointer)).segments)
  if (value === null || value === undefined) return new Map([[own, value]])
  const { record, used } = names.present(withValueAt({}, pointer, value))
  const moved = used.map(({ now }) => now).filter((now) => !isWithin(now, own))
  const kept = valueAt(record, own)
  return new Map([...(kept === undefined ? [] : [[own, kept] as const]), ...moved.map((now) => [now, valueAt(record, now)] as const)])
}
