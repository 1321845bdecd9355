import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import { wireTables } from '../../../schemas/generated/wire-tables.ts'
import { compileRecordRights, type RecordRights } from '../../../schemas/rights/record-rights.ts'
import { compileCondition, type RecordCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { Condition, EntityMeta, EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { ObjectWire } from '../../../schemas/wire/object-wire.ts'

/** What the console knows of an entity and has to apply by itself where the service does not. */
export interface EntityShape {
  meta: EntityMeta
  schema: EntitySchema
  wire: ObjectWire | undefined
  rights: RecordRights
  /** Commands on its records. */
  commands: readonly RecordRights[]
  /** Properties that nobody writes and that rules of the record as a whole set, each with its condition. */
  fixed: readonly { name: string; value: unknown; holds: RecordCondition['holds'] }[]
  /** The tabs of its list, `all` included. */
  tabs: ReadonlyMap<string, RecordCondition['holds']>
}

const known = new Map<string, Promise<EntityShape>>()

/** Loads the shape of an entity, once. */
export function entityShape(entity: string): Promise<EntityShape> {
  const loading = known.get(entity) ?? load(entity)
  known.set(entity, loading)
  loading.catch(() => known.delete(entity))
  return loading
}

async function load(entity: string): Promise<EntityShape> {
  const schema = await schemaOf(entity)
  const meta = schema['x-entity']
  const own = Object.values(entityMeta).filter(({ command }) => command?.of === entity)
  const commands = await Promise.all(own.map(async ({ name }) => compileRecordRights(await schemaOf(name), metaSource)))
  const conditions = Object.entries(schema['x-conditions'] ?? {}).map(
    ([name, condition]) => [name, compileCondition(condition, schema, { where: `x-conditions ${name}` }).holds] as const,
  )
  return {
    meta,
    schema,
    wire: wireTables[meta.command?.of ?? entity],
    rights: compileRecordRights(schema, metaSource),
    commands,
    fixed: fixedIn(schema),
    tabs: new Map([['all', () => true], ...conditions]),
  }
}

function fixedIn(schema: EntitySchema): EntityShape['fixed'] {
  return schema['x-rules'].flatMap((rule) => {
    const { fields, effect, value, when, id } = rule as { fields: string[]; effect: string; value?: unknown; when?: Condition; id: string }
    const isFixed = effect === 'set' && fields.every((name) => schema.properties[name]?.readOnly === true)
    if (!isFixed || value === undefined || when === undefined) return []
    const { holds } = compileCondition(when, schema, { where: `x-rules ${id}` })
    return fields.map((name) => ({ name, value, holds }))
  })
}

async function schemaOf(entity: string): Promise<EntitySchema> {
  if (!isEntityName(entity)) throw new Error(`No entity named "${entity}"`)
  return loadSchema(entity)
}

/** Generated schemas are complete; of other entities only what `x-entity` says is asked. */
const metaSource = (id: string): EntitySchema | undefined =>
  isEntityName(id) ? ({ 'x-entity': entityMeta[id] } as EntitySchema) : undefined
