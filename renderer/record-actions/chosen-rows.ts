import { useEffect, useState } from 'react'
import type { Can, ServedRecord, Plan, FieldError } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { rowEntity } from '../data/row-entities.ts'
import { textPathOf } from '../../schemas/vocabulary/schema/uniform-children.ts'
import { parsePointer } from '../../schemas/vocabulary/paths/pointer.ts'
import { placedTexts } from '../data/error-texts.ts'
import type { RendererHost } from '../host.tsx'

/** The rows that an action applies to, or a function that fetches them where not all of them are loaded. */
export type TargetRows = ServedRecord[] | ((signal: AbortSignal) => Promise<ServedRecord[]>)

/** Chosen rows by whether the service allows one action on them. */
export interface SortedRows {
  records: ServedRecord[]
  /** Rows that stay as they are, by reason. */
  kept: { reason: Exclude<Can[string], true> | undefined; count: number }[]
}

/** Splits chosen rows into those on which the person may run an action (`delete`, or one by its name) and those that stay as they are. */
export function sortByRight(chosen: readonly ServedRecord[], name: string): SortedRows {
  const kept = new Map<string, SortedRows['kept'][number]>()
  const records = chosen.filter(({ can }) => {
    const may = can[name]
    if (may === true) return true
    const key = JSON.stringify(may ?? null)
    kept.set(key, { reason: may, count: (kept.get(key)?.count ?? 0) + 1 })
    return false
  })
  return { records, kept: [...kept.values()] }
}

/** Hook: the rows, split as soon as all of them are loaded. */
export function useSortedRows(rows: TargetRows, name: string) {
  const [sorted, setSorted] = useState<SortedRows | undefined>(() => (typeof rows === 'function' ? undefined : sortByRight(rows, name)))
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    if (typeof rows !== 'function') return undefined
    const stop = new AbortController()
    rows(stop.signal).then(
      (all) => setSorted(sortByRight(all, name)),
      (failure: unknown) => {
        if (failure instanceof RequestError && !stop.signal.aborted) setError(failure)
      },
    )
    return () => stop.abort()
  }, [rows, name])
  return { sorted, error, setError }
}

/** The plan that deletes these rows, all or none. */
export function deletionPlan(schema: EntitySchema, records: readonly ServedRecord[], tenantOid: string): Plan {
  return {
    source: records.length === 1 ? 'inline' : 'bulk',
    tenantOid,
    items: records.map((row) => ({
      entity: rowEntity(schema, row) ?? schema['x-entity'].name,
      action: 'delete',
      oid: row.oid,
      revision: row.revision,
    })),
  }
}

interface Refused {
  schema: EntitySchema
  error: RequestError
  /** Names of the records of the plan, in its order. */
  names: readonly string[]
}

/** The messages of a refused plan, with the name of the record if there are several, and the field if there is one; no duplicates. */
export function refusedLines(host: Pick<RendererHost, 't' | 'hasText'>, { schema, error, names }: Refused): string[] {
  const placeOf = (one: FieldError): string[] =>
    [names.length > 1 ? nameAt(one, names) : undefined, fieldName(host, schema, one)].filter((part) => part !== undefined)
  return placedTexts(host, error, { errors: error.errors, placeOf })
}

function nameAt({ pointer }: FieldError, names: readonly string[]): string | undefined {
  const index = /^\/items\/(\d+)/.exec(pointer)?.[1]
  return index === undefined ? undefined : names[Number(index)]
}

/** A field of the record itself is what was changed: nothing needs to be said of it. */
function fieldName({ t, hasText }: Pick<RendererHost, 't' | 'hasText'>, schema: EntitySchema, { pointer }: FieldError): string | undefined {
  const path = parsePointer(/^\/items\/\d+\/changes(\/.+\/.+)$/.exec(pointer)?.[1] ?? '')
  const key = `${schema['x-entity'].name}.field.${textPathOf(schema, path)}`
  return path.length > 0 && hasText(key) ? t(key) : undefined
}
