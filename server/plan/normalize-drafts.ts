import { normalized } from '../../schemas/vocabulary/normalize-text.ts'
import { activeDrafts, type PlanWork } from './draft.ts'
import { inTurns } from '../in-turns.ts'

/**
 * Normalizes sent texts (e.g. trims them) before names are resolved and unique and mandatory values are checked. Unchanged stored
 * texts and the values of a take-back stay as they are.
 */
export async function normalizeDrafts({ drafts, plan }: PlanWork): Promise<void> {
  if (plan.source === 'restore') return
  await inTurns(activeDrafts(drafts), (draft) => {
    const { item, before, model } = draft
    if (item.changes === undefined) return
    const changes = normalized(item.changes, before, model.schema)
    if (changes !== item.changes) draft.item = { ...item, changes }
  })
}
