import { formatPointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { entrySchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema, Rec, Reference } from '../../../schemas/vocabulary/types.ts'
import { ruleOf } from '../../../schemas/wire/wire-rule.ts'
import { jsonSql } from './versioned-sql.ts'
import { constant } from '../../db/constant.ts'

/** A reference of a schema, also within objects, lists and maps. */
export interface OutgoingReference extends Reference {
  /** Path segments, e.g. `lan/subnets` + `*` + `zone`, with `*` for every list row and map entry. */
  property: string
  path: readonly string[]
  /** It travels as the name of the record, or beside it. */
  byName?: true
  /** The path as a PostgreSQL jsonpath. */
  jsonPath: string
}

const wholeRecord = { path: [] as readonly string[], jsonPath: '$' }

/** All references of a resolved schema. */
export function referencesIn(schema: PropertySchema, { path, jsonPath } = wholeRecord): OutgoingReference[] {
  const reference = schema['x-derived'] === undefined ? schema['x-ref'] : undefined
  const entry = entrySchema(schema)
  const wire = ruleOf(schema['x-wire'])
  const isNamed = wire?.as === 'name' || (wire?.as === undefined && wire?.labels?.['name'] !== undefined)
  const byName = isNamed && { byName: true as const }
  return [
    ...(reference ? [{ ...reference, ...byName, property: path.join('/'), path, jsonPath }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      referencesIn(property, { path: [...path, name], jsonPath: `${jsonPath}.${JSON.stringify(name)}` }),
    ),
    ...(schema.items ? referencesIn(schema.items, { path: [...path, '*'], jsonPath: `${jsonPath}[*]` }) : []),
    ...(entry ? referencesIn(entry, { path: [...path, '*'], jsonPath: `${jsonPath}.*` }) : []),
  ]
}

/** An oid in a record, and its place. */
export interface Pointing {
  pointer: string
  oid: string
}

/** The oids that a record holds in a reference. */
export function pointingsOf(record: Rec | null, { path }: Pick<OutgoingReference, 'path'>): Pointing[] {
  const found: Pointing[] = []
  visitOids(record, { path, visit: (oid, at) => found.push({ pointer: formatPointer(at), oid }) })
  return found
}

interface Tour {
  path: readonly string[]
  visit: (oid: string, at: readonly string[]) => void
}

function visitOids(value: unknown, tour: Tour, at: readonly string[] = []): void {
  const step = tour.path[at.length]
  if (step === undefined) {
    if (typeof value === 'string' && value !== '') tour.visit(value, at)
    return
  }
  if (value === null || typeof value !== 'object') return
  for (const name of step === '*' ? Object.keys(value) : [step]) visitOids((value as Rec)[name], tour, [...at, name])
}

/** Indexed expression of a nested reference: all oids that it holds in row `r`. */
export function oidsInData({ schema }: { schema: EntitySchema }, { jsonPath, path: [top = ''] }: OutgoingReference): string {
  if (schema['x-evolution'] === undefined) return `jsonb_path_query_array(r.data, ${constant(jsonPath)})`
  return `jsonb_path_query_array(${jsonSql({ schema }, top)('r')}, ${constant(`$${jsonPath.slice(`$.${JSON.stringify(top)}`.length)}`)})`
}
