import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'

/**
 * Whether a change of such a record makes the tenant context stale (S0 section 4 "dirty"). `written`: what the records hold that were
 * written, where that is known; it decides of entities of which only some changes show.
 */
export function isInContext({ inTenantContext, isTenant }: EntityMeta, written?: readonly Rec[]): boolean {
  if (typeof inTenantContext !== 'object') return inTenantContext ?? isTenant === true
  const telling = Object.entries(inTenantContext)
  return written === undefined || written.some((record) => telling.every(([name, value]) => record[name] === value))
}

/** The same of deletions: what a person loses changes the context of that person alone. */
export function areInContext(meta: EntityMeta, deleted: readonly Rec[], userOid: string): boolean {
  const { person, inTenantContext } = meta
  return (
    isInContext(meta) &&
    typeof inTenantContext !== 'object' &&
    (person === undefined || deleted.some((record) => record[person] === userOid))
  )
}
