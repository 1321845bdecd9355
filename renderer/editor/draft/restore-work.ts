import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import { withValueAt } from './pointer.ts'
import type { Saver } from '../save/saver.ts'
import type { StoredDraft } from './stored-draft.ts'

/**
 * Puts work of before back into the draft. If the record was changed since, both are merged: what others changed stays, the work
 * is laid on it, and a person chooses where both touched the same value.
 */
export function restoreWork({ draft }: EditorEnvironment, saver: Saver, work: StoredDraft): void {
  const entries = Object.entries(work.values)
  const mine = entries.reduce<Rec>((record, [pointer, value]) => withValueAt(record, pointer, value.mine ?? undefined), draft.record)
  const pointers = entries.map(([pointer]) => pointer)
  const from = { base: draft.base, revision: draft.revision }
  draft.restart(mine, from, pointers)
  if (draft.base === null || draft.revision === undefined || work.revision === draft.revision) return
  const before = entries.reduce<Rec>((record, [pointer, value]) => withValueAt(record, pointer, value.base ?? undefined), draft.base)
  saver.takeOver({ ...draft.base, oid: String(draft.base.oid), revision: draft.revision, can: {} }, before)
}
