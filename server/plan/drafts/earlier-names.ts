import type { PlanItem } from '../../../schemas/plan.ts'
import { earlierNamesOf, hasEnded, type EarlierRefusal, type EarlierUse } from '../../../schemas/evolution/earlier-names.ts'
import { deprecatedBy, endedName, todayUtc, type Deprecated } from '../../deprecation/deprecated-answer.ts'
import { namedEntity } from '../../deprecation/earlier-entities.ts'
import type { Catalogue, EntityModel } from '../../entities/model/entity-model.ts'

/** What a caller sent under earlier names. */
export interface SentEarlier {
  uses: readonly EarlierUse[]
  refused: readonly EarlierRefusal[]
}

/** The item with the present name of its entity; throws a 400 once the earlier name has ended. */
export function withPresentEntity(catalogue: Catalogue, item: PlanItem): { item: PlanItem; uses: EarlierUse[] } {
  const named = namedEntity(catalogue, item.entity)
  if (named === undefined || !named.isEarlier) return { item, uses: [] }
  const { model, until } = named
  if (hasEnded(until, todayUtc())) throw endedName({ name: item.entity, present: model.name, until })
  return { item: { ...item, entity: model.name }, uses: [{ sent: '', now: '', until }] }
}

/** The item with the present names of fields and options, and what it used of earlier ones; undefined for none. */
export function withPresentNames({ schema }: EntityModel, item: PlanItem, uses: EarlierUse[]): { item: PlanItem; earlier?: SentEarlier } {
  const names = item.changes && earlierNamesOf(schema)
  if (names === undefined || item.changes === undefined) return uses.length === 0 ? { item } : { item, earlier: { uses, refused: [] } }
  const { record, used, refused } = names.present(item.changes, todayUtc())
  if (used.length + uses.length === 0) return { item }
  return { item: { ...item, changes: record }, earlier: { uses: [...uses, ...used], refused } }
}

/** The pointer of a field as the caller sent it. */
export function sentPointer(earlier: SentEarlier | undefined, pointer: string): string {
  const around = earlier?.uses
    .filter(({ sent, now }) => sent !== now && (pointer === now || pointer.startsWith(`${now}/`)))
    .reduce<EarlierUse | undefined>((best, use) => (best === undefined || use.now.length > best.now.length ? use : best), undefined)
  return around === undefined ? pointer : around.sent + pointer.slice(around.now.length)
}

/** What was deprecated in the items of a plan; undefined for nothing. */
export function deprecatedIn(drafts: readonly { model: EntityModel; earlier?: SentEarlier }[]): Deprecated | undefined {
  const [first] = drafts.filter(({ earlier }) => earlier !== undefined)
  return (
    first &&
    deprecatedBy(
      first.model.name,
      drafts.flatMap(({ earlier }) => earlier?.uses ?? []),
    )
  )
}
