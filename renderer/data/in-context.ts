import type { EntityMeta } from '../../schemas/vocabulary/types.ts'

/** Whether a change of such a record makes the tenant context stale (S0 section 4 "dirty"). */
export function isInContext({ inContext, isTenant }: EntityMeta): boolean {
  return inContext ?? isTenant === true
}
