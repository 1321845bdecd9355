import { resolveSchema, type SchemaSource } from '../vocabulary/schema/resolve-schema.ts'
import { kindOf, type ValueKind } from '../vocabulary/schema/value-kind.ts'
import { allNodes, schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { limitKeywords } from '../vocabulary/keywords.ts'
import type { Step } from '../vocabulary/evolution.ts'
import type { Since } from '../vocabulary/declarations.ts'
import type { EntitySchema, PropertySchema, RuleEffect } from '../vocabulary/types.ts'

/** Limits that a value must keep, by JSON Schema keyword; those of a map's keys are prefixed with `keys.`. */
export type Limits = Record<string, unknown>

/** What a release promises about one field. Absent means no. */
export interface FieldContract {
  kind: ValueKind
  /** Mandatory within the object that holds it. */
  required?: true
  readOnly?: true
  writeOnly?: true
  createOnly?: true
  secret?: true
  options?: unknown[]
  limits?: Limits
  /** Entity that the field refers to. */
  ref?: string
  /** Of a list: the fields that identify a row. */
  key?: string[]
  /** Identifier of its spreadsheet column, if that is not its path. */
  csv?: string
  /** Declarations as released, so that each counts once. */
  was?: string[]
  since?: Since
  removed?: string
}

/** What a release promises about an entity: names that stored records, files, callers and saved addresses depend on. */
export interface EntityContract {
  entity: string
  plural: string
  route: string
  scope: string
  resource: string
  theme: string
  /** Names of tabs (`x-conditions`). */
  tabs: string[]
  /** Rule ids with their effects. */
  rules: Record<string, RuleEffect>
  /** By which a row of a file finds its record. */
  key: string[]
  unique: string[][]
  /** By path: `/name`, `/wans/*` + `/mtu`. Objects stand before what they hold. */
  fields: Record<string, FieldContract>
  /** StoredVersions that records had until this release (`Evolution`); absent if all ever had the present one. */
  version?: number
  base?: number
  steps?: readonly Step[]
  table?: string
}

/** The contract of an entity as its schema stands now. */
export function contractOf(source: EntitySchema, schemas: SchemaSource): EntityContract {
  const schema = resolveSchema(source, schemas)
  const { name: entity, plural, route, scope, resource, theme } = schema['x-entity']
  const nodes = [...allNodes(schemaTree(source, schemas))]
  return {
    entity,
    plural,
    route,
    scope,
    resource,
    theme,
    tabs: Object.keys(schema['x-conditions'] ?? {}).toSorted(),
    rules: Object.fromEntries(nodes.flatMap(rulesOf).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    key: schema['x-key'],
    unique: (schema['x-unique'] ?? []).map(({ fields }) => fields),
    fields: Object.fromEntries(nodes.filter(({ parent }) => parent).map((node) => [node.pattern, fieldContract(node)])),
  }
}

function rulesOf({ property }: SchemaNode): [string, RuleEffect][] {
  return (property['x-rules'] ?? []).map(({ id, effect }) => [id, effect])
}

/** The contract of the field at a node of a schema's tree. */
export function fieldContract({ key, parent, property }: SchemaNode): FieldContract {
  const { enum: options, 'x-csv': csv, 'x-was': was, 'x-since': since, 'x-removed': removed, 'x-key': rowKey } = property
  const limits = limitsOf(property)
  return {
    kind: kindOf(property),
    ...(parent?.property.required?.includes(key) && { required: true }),
    ...(property.readOnly && { readOnly: true }),
    ...(property.writeOnly && { writeOnly: true }),
    ...(property['x-frozen'] === 'createOnly' && { createOnly: true }),
    ...(property['x-secret'] && { secret: true }),
    ...(options && { options }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(property['x-ref'] && { ref: property['x-ref'].entity }),
    ...(rowKey && { key: rowKey }),
    ...(csv && (csv.id ?? csv.via) !== undefined && { csv: csv.id ?? csv.via }),
    ...(was && { was }),
    ...(since && { since }),
    ...(removed !== undefined && { removed }),
  }
}

function limitsOf(property: PropertySchema): Limits {
  const given = (of: PropertySchema, prefix: string): [string, unknown][] =>
    [...limitKeywords, ...(prefix ? (['enum', 'pattern'] as const) : [])].flatMap((keyword) => {
      const value = (of as Record<string, unknown>)[keyword]
      return value === undefined ? [] : [[prefix + keyword, value] as [string, unknown]]
    })
  return Object.fromEntries([...given(property, ''), ...given(property.propertyNames ?? {}, 'keys.')])
}
