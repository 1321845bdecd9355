import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import useSWRImmutable from 'swr/immutable'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { nodeAt, schemaTree } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { labelOf } from '../../data/filters/candidate-filter.ts'
import { is } from '../../data/filters/rsql.ts'
import { type RendererHost, useHost } from '../../host.tsx'
import type { NamedReference } from '../../record-tools/copied-references.ts'

/** What a form begins with. */
export interface CopiedStart {
  /** Undefined until the records that a copy from another tenant refers to have been looked for. */
  prefill: Rec | undefined
  /** References of such a copy that this tenant has no record for. */
  missing: readonly NamedReference[]
}

const nothing: readonly NamedReference[] = []

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

const keyOf = ({ entity, name }: NamedReference): string => `${entity}/${name}`

/** Identifiers of the records that the references mean in this tenant, by `keyOf`; one that may not be read is not there. */
async function lookUp({ source, tenant }: RendererHost, named: readonly NamedReference[]): Promise<Map<string, string>> {
  const asked = [...new Map(named.map((one) => [keyOf(one), one])).values()]
  const found = await Promise.all(
    asked.map(async (one): Promise<[string, string][]> => {
      const { entity, name } = one
      const query = { tenantOid: tenant.oid, page: 1, size: 1, filter: is(labelOf(entity), name) }
      const answer = await source.list(entity, query).catch(() => undefined)
      const oid = answer?.data[0]?.oid
      return oid === undefined ? [] : [[keyOf(one), oid]]
    }),
  )
  return new Map(found.flat())
}

/** Hook: what a new record begins with, by the navigation state; a copy from another tenant (`copyElsewhere`) refers to records of this one. */
export function useCopiedStart(schema: EntitySchema): CopiedStart {
  const host = useHost()
  const { state, key } = useLocation() as { state: unknown; key: string }
  const prefill = useMemo(() => prefillOf(schema, state), [schema, state])
  const named = useMemo(() => namedOf(state), [state])
  const { data } = useSWRImmutable(named.length === 0 ? null : ['copied', host.tenant.oid, key], () => lookUp(host, named))
  return useMemo(() => {
    if (named.length === 0) return { prefill, missing: nothing }
    if (data === undefined) return { prefill: undefined, missing: nothing }
    const tree = schemaTree(schema)
    const mayBeNew = ({ pointer }: NamedReference) => nodeAt(tree, parsePointer(pointer))?.property['x-ref']?.creates !== undefined
    const valueOf = (one: NamedReference) => data.get(keyOf(one)) ?? (mayBeNew(one) ? one.name : undefined)
    return {
      prefill: named.reduce<Rec>((record, one) => withValueAt(record, parsePointer(one.pointer), valueOf(one)), prefill),
      missing: named.filter((one) => valueOf(one) === undefined),
    }
  }, [schema, named, prefill, data])
}
