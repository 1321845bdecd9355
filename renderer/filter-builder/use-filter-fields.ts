import { useEffect, useMemo, useState } from 'react'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../host.tsx'
import { fieldsOfRows, followedEntities, recordFields, walkOf, type FilterField } from './filter-fields.ts'

/** Gives the schema of another entity, once its texts are known, too. */
export type SchemaOf = (entity: string) => Promise<EntitySchema>

interface FieldsOptions {
  schemaOf: SchemaOf
  host: RendererHost
  /** Whether fields of records that references lead to are wanted. */
  isDeep: boolean
}

/** Hook: all that conditions can be about: fields of the rows, of the records that they stand for, and of those that references lead to. */
export function useFilterFields(schema: EntitySchema, { host, schemaOf, isDeep }: FieldsOptions): FilterField[] {
  const rows = useMemo(
    () => Object.values(schema['x-entity'].rowsOf?.entities ?? {}).filter((entity) => host.ruleContext(entity).can['read'] === true),
    [schema, host],
  )
  const rowSchemas = useSchemas(rows, schemaOf)
  const followed = useMemo(
    () => (isDeep ? [...new Set([schema, ...rowSchemas.values()].flatMap((one) => followedEntities(one, host)))] : []),
    [isDeep, schema, rowSchemas, host],
  )
  const others = useSchemas(followed, schemaOf)
  return useMemo(() => {
    const walk = (one: EntitySchema) => walkOf(one, host, (entity) => others.get(entity))
    return [...recordFields(walk(schema)), ...[...rowSchemas.values()].flatMap((one) => fieldsOfRows(walk(one)))]
  }, [schema, rowSchemas, others, host])
}

const NO_SCHEMAS: ReadonlyMap<string, EntitySchema> = new Map()

/** Hook: schemas of other entities; none until all of them are there. */
function useSchemas(entities: readonly string[], schemaOf: SchemaOf): ReadonlyMap<string, EntitySchema> {
  const [schemas, setSchemas] = useState(NO_SCHEMAS)
  useEffect(() => {
    let isGone = false
    if (entities.length === 0) return undefined
    Promise.all(entities.map(async (entity) => [entity, await schemaOf(entity)] as const)).then(
      (found) => !isGone && setSchemas(new Map(found)),
      // What is known without them is offered all the same.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [entities, schemaOf])
  return schemas
}
