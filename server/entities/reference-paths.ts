import { formatPointer } from '../../schemas/vocabulary/pointer.ts'
import { entrySchema } from '../../schemas/vocabulary/property-schema.ts'
import type { PropertySchema, Rec, Reference } from '../../schemas/vocabulary/types.ts'
import { constant } from './field.ts'

/** A place of a schema that points at records of another entity, within objects, lists and maps too. */
export interface OutgoingReference extends Reference {
  /** The steps to it, as in `boats/3/crane` with `*` for every row of a list and every entry of a map. */
  property: string
  path: readonly string[]
  /** The same path as PostgreSQL's jsonpath. */
  jsonPath: string
}

const wholeRecord = { path: [] as readonly string[], jsonPath: '$' }

/** Every place of a schema, whose own references are resolved, that holds the oid of another record. */
export function referencesIn(schema: PropertySchema, { path, jsonPath } = wholeRecord): OutgoingReference[] {
  const reference = schema['x-derived'] === undefined ? schema['x-ref'] : undefined
  const entry = entrySchema(schema)
  return [
    ...(reference ? [{ ...reference, property: path.join('/'), path, jsonPath }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      referencesIn(property, { path: [...path, name], jsonPath: `${jsonPath}.${JSON.stringify(name)}` }),
    ),
    ...(schema.items ? referencesIn(schema.items, { path: [...path, '*'], jsonPath: `${jsonPath}[*]` }) : []),
    ...(entry ? referencesIn(entry, { path: [...path, '*'], jsonPath: `${jsonPath}.*` }) : []),
  ]
}

/** An oid that a record holds, and where. */
export interface Pointing {
  pointer: string
  oid: string
}

/** What the record points at by a reference; nothing where it holds none. */
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

/** What stands in the index of a reference within objects, lists or maps: every oid that it holds in the `data` of row `r`. */
export const oidsInData = ({ jsonPath }: OutgoingReference): string => `jsonb_path_query_array(r.data, ${constant(jsonPath)})`
