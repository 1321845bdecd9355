import { formatPointer } from '../../schemas/vocabulary/pointer.ts'
import { entrySchema } from '../../schemas/vocabulary/row-schema.ts'
import type { PropertySchema, Rec, Reference } from '../../schemas/vocabulary/types.ts'
import { constant } from './field.ts'

/** A place of a schema that points at records of another entity, within objects, lists and maps too. */
export interface OutgoingReference extends Reference {
  /** The steps to it, as in `boats/3/crane` with `*` for every row of a list and every entry of a map. */
  property: string
  way: readonly string[]
  /** The same way as PostgreSQL's jsonpath. */
  jsonPath: string
}

const wholeRecord = { way: [] as readonly string[], jsonPath: '$' }

/** Every place of a schema, whose own references are resolved, that holds the oid of another record. */
export function referencesIn(schema: PropertySchema, { way, jsonPath } = wholeRecord): OutgoingReference[] {
  const reference = schema['x-derived'] === undefined ? schema['x-ref'] : undefined
  const entry = entrySchema(schema)
  return [
    ...(reference ? [{ ...reference, property: way.join('/'), way, jsonPath }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      referencesIn(property, { way: [...way, name], jsonPath: `${jsonPath}.${JSON.stringify(name)}` }),
    ),
    ...(schema.items ? referencesIn(schema.items, { way: [...way, '*'], jsonPath: `${jsonPath}[*]` }) : []),
    ...(entry ? referencesIn(entry, { way: [...way, '*'], jsonPath: `${jsonPath}.*` }) : []),
  ]
}

/** An oid that a record holds, and where. */
export interface Pointing {
  pointer: string
  oid: string
}

/** What the record points at by a reference; nothing where it holds none. */
export function pointingsOf(record: Rec | null, { way }: Pick<OutgoingReference, 'way'>): Pointing[] {
  const found: Pointing[] = []
  visitOids(record, { way, visit: (oid, at) => found.push({ pointer: formatPointer(at), oid }) })
  return found
}

interface Tour {
  way: readonly string[]
  visit: (oid: string, at: readonly string[]) => void
}

function visitOids(value: unknown, tour: Tour, at: readonly string[] = []): void {
  const step = tour.way[at.length]
  if (step === undefined) {
    if (typeof value === 'string' && value !== '') tour.visit(value, at)
    return
  }
  if (value === null || typeof value !== 'object') return
  for (const name of step === '*' ? Object.keys(value) : [step]) visitOids((value as Rec)[name], tour, [...at, name])
}

/** What stands in the index of a reference within objects, lists or maps: every oid that it holds in the `data` of row `r`. */
export const oidsInData = ({ jsonPath }: OutgoingReference): string => `jsonb_path_query_array(r.data, ${constant(jsonPath)})`
