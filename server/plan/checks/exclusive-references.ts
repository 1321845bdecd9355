import { sql } from 'kysely'
import { fieldSql, type EntityModel } from '../../entities/model/entity-model.ts'
import { oidsInData, type OutgoingReference, pointingsOf } from '../../entities/model/reference-paths.ts'
import { activeDrafts, byModel, type Draft, type PlanWork, refuseField } from '../drafts/draft.ts'
import { lockOverlays } from '../writes/list-positions.ts'

/**
 * Exclusive references (`x-ref.once`): at most one record of an overlay may refer to a target, and in one row. Refuses targets that
 * another record holds, stored or in the same plan; targets that the plan releases are free. Concurrent writers of one overlay wait.
 */
export async function checkExclusiveReferences(work: PlanWork): Promise<void> {
  for (const [model, drafts] of byModel(activeDrafts(work.drafts))) {
    for (const reference of model.references) {
      const claims = drafts.filter((draft) => reference.once !== undefined && isClaiming(draft, reference))
      if (claims.length === 0) continue
      await lockOverlays(work, model, claims)
      await refuseTaken(work, { model, reference, drafts, claims })
    }
  }
}

function isClaiming({ item, changed }: Draft, { path }: OutgoingReference): boolean {
  return item.action !== 'delete' && changed.includes(path[0] ?? '')
}

interface Claims {
  model: EntityModel
  reference: OutgoingReference
  drafts: readonly Draft[]
  claims: readonly Draft[]
}

async function refuseTaken(work: PlanWork, { model, reference, drafts, claims }: Claims): Promise<void> {
  const holders = await storedHolders(work, { model, reference, drafts, claims })
  for (const draft of claims) {
    for (const { pointer, oid } of pointingsOf(draft.next, reference)) {
      const key = `${draft.node?.oid} ${oid}`
      const holder = holders.get(key)
      if (holder === undefined) holders.set(key, String(draft.next[model.meta.label]))
      else refuseField(draft, pointer, { key: reference.once ?? '', params: { name: holder } })
    }
  }
}

/** Name of the stored record that holds each target, by overlay and oid. Records whose reference the plan changes or deletes are left out. */
async function storedHolders(work: PlanWork, { model, reference, drafts, claims }: Claims): Promise<Map<string, string>> {
  const overlays = [...new Set(claims.flatMap(({ node }) => node?.oid ?? []))]
  const free = drafts
    .filter(({ item, changed }) => item.action === 'delete' || changed.includes(reference.path[0] ?? ''))
    .map(({ oid }) => oid)
  const { rows } = await sql<{
    overlay: string
    held: string
    name: string
  }>`select r.tenant_oid as overlay, h.oid as held, ${sql.raw(
    fieldSql(model, model.meta.label)('r'),
  )} as name from ${sql.raw(model.table)} r cross join lateral jsonb_array_elements_text(${sql.raw(oidsInData(model, reference))}) as h(oid)
    where r.tenant_oid = any(${overlays}::text[]) and not r.oid = any(${free}::text[])`.execute(work.queries)
  return new Map(rows.map(({ overlay, held, name }) => [`${overlay} ${held}`, name]))
}
