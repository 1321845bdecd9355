import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import useSWRImmutable from 'swr/immutable'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { nodeAt, schemaTree } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { labelOf } from '../../data/filters/candidate-filter.ts'
import { RequestError } from '../../data/data-source.ts'
import { type RendererHost, useHost } from '../../host.tsx'
import type { NamedReference } from '../../record-tools/copied-references.ts'

/** What a copy has from its original that a person has to look at. */
export interface CopiedFrom {
  /** References of a copy from another tenant that this one has no record for. */
  missing: readonly NamedReference[]
  /** Fields that cannot be changed once the copy exists. */
  final: readonly string[]
}

/** What a form begins with. */
export interface CopiedStart {
  /** Undefined until the records that a copy from another tenant refers to have been looked for. */
  prefill: Rec | undefined
  copied: CopiedFrom
  error: RequestError | undefined
  retry: () => void
}

const nothing: readonly never[] = []

/** Initial values from the navigation state; unknown fields are dropped. */
function prefillOf(schema: EntitySchema, state: unknown): Rec {
  const given = typeof state === 'object' && state !== null ? (state as { prefill?: unknown }).prefill : undefined
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(schema.properties, name)))
}

function namedOf(state: unknown): readonly NamedReference[] {
  const given = typeof state === 'object' && state !== null ? (state as { named?: unknown }).named : undefined
  return Array.isArray(given) ? (given as NamedReference[]) : nothing
}

/** The names of fields that the navigation state calls final. */
function finalOf(state: unknown): readonly string[] {
  const given = typeof state === 'object' && state !== null ? (state as { final?: unknown }).final : undefined
  return Array.isArray(given) ? given.filter((name) => typeof name === 'string') : nothing
}

const keyOf = ({ entity, name }: Pick<NamedReference, 'entity' | 'name'>): string => `${entity}/${name}`

/**
 * Identifiers of the records that the references mean in this tenant, by `keyOf`: of exactly the name, else of one that differs in case only.
 * Of an entity that may not be listed there are none. Rejects with the call's `RequestError` where the service fails.
 */
export async function lookUp(
  { source, tenant }: Pick<RendererHost, 'source' | 'tenant'>,
  named: readonly NamedReference[],
): Promise<Map<string, string>> {
  const { recordsByName } = await import('../../data/queries/records-by.ts')
  const perEntity = [...new Set(named.map(({ entity }) => entity))].map(async (entity) => {
    const names = [...new Set(named.filter((one) => one.entity === entity).map(({ name }) => name))]
    const records = await recordsByName(source, { entity, names, tenantOid: tenant.oid }).catch(noneWithoutRight)
    const nameOf = (record: ServedRecord): string => String(record[labelOf(entity)])
    return names.flatMap((name): [string, string][] => {
      const found =
        records.find((record) => nameOf(record) === name) ?? records.find((record) => nameOf(record).toLowerCase() === name.toLowerCase())
      return found === undefined ? [] : [[keyOf({ entity, name }), found.oid]]
    })
  })
  return new Map((await Promise.all(perEntity)).flat())
}

function noneWithoutRight(error: unknown): ServedRecord[] {
  if (error instanceof RequestError && (error.status === 403 || error.status === 404)) return []
  throw error
}

/** Hook: what a new record begins with, by the navigation state; a copy from another tenant (`copyElsewhere`) refers to records of this one. */
export function useCopiedStart(schema: EntitySchema): CopiedStart {
  const host = useHost()
  const { state, key } = useLocation() as { state: unknown; key: string }
  const prefill = useMemo(() => prefillOf(schema, state), [schema, state])
  const named = useMemo(() => namedOf(state), [state])
  const final = useMemo(() => finalOf(state), [state])
  const { data, error, mutate } = useSWRImmutable<Map<string, string>, RequestError>(
    named.length === 0 ? null : ['copied', host.tenant.oid, key],
    () => lookUp(host, named),
    { shouldRetryOnError: false },
  )
  const start = useMemo(() => {
    if (named.length === 0) return { prefill, copied: { missing: nothing, final } }
    if (data === undefined) return { prefill: undefined, copied: { missing: nothing, final } }
    const tree = schemaTree(schema)
    const mayBeNew = ({ pointer }: NamedReference) => nodeAt(tree, parsePointer(pointer))?.property['x-ref']?.creates !== undefined
    const valueOf = (one: NamedReference) => data.get(keyOf(one)) ?? (mayBeNew(one) ? one.name : undefined)
    return {
      prefill: named.reduce<Rec>((record, one) => withValueAt(record, parsePointer(one.pointer), valueOf(one)), prefill),
      copied: { missing: named.filter((one) => valueOf(one) === undefined), final },
    }
  }, [schema, named, final, prefill, data])
  return { ...start, error, retry: () => void mutate() }
}
