import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import type { Saver } from '../save/saver.ts'
import { withValueAt } from './pointer.ts'

/** The original and the changed version of one value. */
export interface StoredValue {
  base: unknown
  mine: unknown
}

/** Unsaved work in local storage, without secrets. */
export interface StoredDraft {
  savedAt: number
  /** Revision on which the work is based; absent for a new record. */
  revision?: number
  /** By pointer. */
  values: Record<string, StoredValue>
  /** What actions wrote, by pointer; absent if none did. */
  acted?: Record<string, unknown>
}

/** Identifies a draft within the browser. */
export interface DraftIdentity {
  userOid: string
  tenantOid: string
  entity: string
  /** Absent for a new record. */
  oid: string | undefined
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** How long unsaved work is kept. */
export const storedForMs = 7 * 24 * 60 * 60 * 1000

const format = 1
const PREFIX = 'editorDraft/'

/** The storage key of a draft. */
export const draftKey = ({ userOid, tenantOid, entity, oid }: DraftIdentity): string =>
  `${PREFIX}${[userOid, tenantOid, entity, oid ?? 'new'].map(encodeURIComponent).join('/')}`

const isRec = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Stores unsaved work. Ignores a full or forbidden storage, because the page still has the work. */
export function storeDraft(store: Store, identity: DraftIdentity, draft: StoredDraft): void {
  try {
    store.setItem(draftKey(identity), JSON.stringify({ format, ...draft }))
  } catch {
    // The page still has the work.
  }
}

/** Reads stored work; `undefined` if there is none, it is too old, or it is unreadable. In the latter two cases it is removed. */
export function readDraft(store: Store, identity: DraftIdentity, now: number): StoredDraft | undefined {
  const text = store.getItem(draftKey(identity))
  if (text === null) return undefined
  const draft = parsed(text)
  if (draft && now - draft.savedAt < storedForMs && Object.keys(draft.values).length > 0) return draft
  store.removeItem(draftKey(identity))
  return undefined
}

/**
 * Removes all stored work that is too old or has no age, of records that nobody opens again, too. What another version of the console has stored
 * is not for this one to judge.
 */
export function forgetOldDrafts(store: Pick<Storage, 'getItem' | 'removeItem' | 'key' | 'length'>, now: number): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  for (const key of keys.filter((one) => one.startsWith(PREFIX))) {
    const savedAt = savedAtOf(store.getItem(key) ?? '')
    if (savedAt === undefined || now - savedAt >= storedForMs) store.removeItem(key)
  }
}

function savedAtOf(text: string): number | undefined {
  try {
    const draft: unknown = JSON.parse(text)
    return isRec(draft) && typeof draft['savedAt'] === 'number' ? draft['savedAt'] : undefined
  } catch {
    return undefined
  }
}

/** Removes stored work after it was saved or discarded. */
export const forgetDraft = (store: Store, identity: DraftIdentity): void => store.removeItem(draftKey(identity))

function parsed(text: string): StoredDraft | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRec(value) || value.format !== format || typeof value.savedAt !== 'number' || !isRec(value.values)) return undefined
    const { revision, acted } = value
    return {
      savedAt: value.savedAt,
      ...(typeof revision === 'number' ? { revision } : {}),
      values: value.values as Record<string, StoredValue>,
      ...(isRec(acted) ? { acted } : {}),
    }
  } catch {
    return undefined
  }
}

/** Restores stored work into the draft. If the record has changed since, both are merged; on a conflict the person decides. */
export function restoreWork({ draft }: EditorEnvironment, saver: Saver, work: StoredDraft): void {
  const entries = Object.entries(work.values)
  const mine = entries.reduce<Rec>((record, [pointer, value]) => withValueAt(record, pointer, value.mine ?? undefined), draft.record)
  const pointers = entries.map(([pointer]) => pointer)
  const acted = new Map(Object.entries(work.acted ?? {}).map(([pointer, value]) => [pointer, value ?? undefined]))
  const from = { base: draft.base, revision: draft.revision, acted }
  draft.restart(mine, from, pointers)
  if (draft.base === null || draft.revision === undefined || work.revision === draft.revision) return
  const before = entries.reduce<Rec>((record, [pointer, value]) => withValueAt(record, pointer, value.base ?? undefined), draft.base)
  saver.takeOver({ ...draft.base, oid: String(draft.base.oid), revision: draft.revision, can: {} }, before)
}
