import { v7 } from 'uuid'
import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'
import { everyJournal } from './queries/queries.ts'

/**
 * Whether a change of this entity makes the tenant context stale (S0 section 4 "dirty"). `written`: the written records, if known; some
 * entities are part of the context only with certain values, e.g. a request once it is resolved.
 */
export function isInContext({ inTenantContext, isTenant }: EntityMeta, written?: readonly Rec[]): boolean {
  if (typeof inTenantContext !== 'object') return inTenantContext ?? isTenant === true
  const required = Object.entries(inTenantContext)
  return written === undefined || written.some((record) => required.every(([name, value]) => record[name] === value))
}

/** The same for deletions: a deleted role changes the context of its own user only. */
export function areInContext(meta: EntityMeta, deleted: readonly Rec[], userOid: string): boolean {
  const { person, inTenantContext } = meta
  return (
    isInContext(meta) &&
    typeof inTenantContext !== 'object' &&
    (person === undefined || deleted.some((record) => record[person] === userOid))
  )
}

/** A fresh `Idempotency-Key`: one per intended change, kept over its retries. Also works where `crypto.randomUUID` is missing (plain HTTP). */
export function newIdempotencyKey(): string {
  return v7()
}

/** What has changed and is to be fetched again. */
interface Changed {
  /** Entities or themes. */
  names: readonly string[]
  /** `oid` of a deleted record, which is not fetched again. */
  gone?: string | undefined
}

/** Lists whose rows are records of these entities (`rowsOf`), e.g. that of all devices. */
const listsOf = (names: readonly string[]): string[] =>
  Object.values(entityMeta as Readonly<Record<string, EntityMeta>>)
    .filter(({ rowsOf }) => Object.values(rowsOf?.entities ?? {}).some((entity) => names.includes(entity)))
    .map(({ name }) => name)

/** Returns a function that fetches every cached list, record and journal of the changed entities again; call it after a plan was applied. */
export function useRefresh(): (changed: Changed) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async ({ names, gone }: Changed) => {
      const isGone = (key: unknown[]): boolean => key[0] === 'one' && key[2] === gone
      const stale = [...names, ...listsOf(names), everyJournal]
      await mutate((key) => Array.isArray(key) && stale.includes(String(key[1])) && !isGone(key))
    },
    [mutate],
  )
}
