import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'

/** Whether a change of such a record makes the tenant context stale (S0 section 4 "dirty"). */
export function isInContext({ inContext, isTenant }: EntityMeta): boolean {
  return inContext ?? isTenant === true
}

/** The same of deletions: what a person loses changes the context of that person alone. */
export function areInContext(meta: EntityMeta, deleted: readonly Rec[], userOid: string): boolean {
  const { person } = meta
  return isInContext(meta) && (person === undefined || deleted.some((record) => record[person] === userOid))
}
