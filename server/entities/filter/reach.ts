import { typeOf } from '../../../schemas/filter/field-type.ts'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import { entrySchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import { selectorsOf } from '../model/field-at.ts'
import { isSelectable } from '../records/served-record.ts'
import { partOf, type ReachedPlace, type ReadModel, slotsOf, visible } from './reached-place.ts'
import { refuseFilter, refuseNoList } from './read-filter.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import type { ResolvedFilter } from './resolved-filter.ts'

/** A reader of the records of one entity. */
export interface FilterReader extends ReadModel {
  /** The same person as a reader of the records that a reference leads to; undefined where they may not read these. */
  follow: (entity: string) => FilterReader | undefined
}

/** How far a selector has come: to a record, or to a place within one. */
export type Reached = ReachedRecord | ReachedWithin

interface Way {
  /** Lists and references on the way. */
  depth: number
  /** Segments of the selector so far, for suggestions. */
  done: readonly string[]
}

interface ReachedRecord extends Way {
  kind: 'record'
  read: FilterReader
}

interface ReachedWithin extends Way {
  kind: 'place'
  read: FilterReader
  place: ReachedPlace
}

interface Asked<T extends Reached> {
  /** The whole selector, and its position in the filter. */
  selector: string
  at: number
  goOn: (reached: T) => ResolvedFilter
}

interface AskedOfRecord extends Asked<ReachedWithin> {
  /** What is known of a field of the record by the rest of the selector; undefined: go on step by step. */
  field?: (read: FilterReader, rest: string) => ResolvedFilter | undefined
}

/** Most lists and references that a selector leads through. */
const DEEPEST = 6

/** Follows a selector from where it has come to; throws a 400 where there is nothing that the reader may see. */
export function reach(from: Reached, segments: readonly string[], asked: AskedOfRecord): ResolvedFilter {
  const { selector, at, goOn } = asked
  if (from.depth > DEEPEST)
    refuseFilter('far', `'${truncated(selector)}' leads through more than ${DEEPEST} lists and references.`, {
      field: truncated(selector),
      position: at,
    })
  const [next, ...rest] = segments
  if (from.kind === 'record') {
    const standsFor = rowRecord(from, next)
    if (standsFor !== undefined) return standsFor((record) => reach(record, rest, asked))
    const known = asked.field?.(from.read, segments.join('.'))
    return known ?? reach(topOf(from, next ?? '', { asked, rest }), rest, asked)
  }
  if (next === undefined) return goOn(from)
  if (next === '*') return elementsOf(from, { selector, at, goOn: (element) => reach(element, rest, asked) })
  if (isReference(from.place)) return follow(from, asked, (record) => reach(record, segments, asked))
  const part = partOf(from.place, next)
  if (part === undefined) return refuseUnknown(selector, siblings(from, rest), at)
  return reach({ ...from, place: part, done: [...from.done, next] }, rest, asked)
}

/** The record that a row stands for (`rowsOf`), by its entity: `edge-box.wans.wan2.state`. Undefined for other beginnings of selectors. */
function rowRecord(
  { read, depth, done }: ReachedRecord,
  name: string | undefined,
): ((then: (record: ReachedRecord) => ResolvedFilter) => ResolvedFilter) | undefined {
  const { rowsOf } = read.model.meta
  const entity = Object.values(rowsOf?.entities ?? {}).find((one) => one === name)
  const target = entity === undefined ? undefined : read.follow(entity)
  if (target === undefined) return undefined
  const alias = `f${depth}`
  return (then) => ({
    kind: 'exists',
    alias,
    from: () => `${target.model.table} ${alias}`,
    on: (outer, root) => `${alias}.tenant_oid = ${root}.tenant_oid and ${alias}.oid = ${outer}.oid`,
    filter: then({ kind: 'record', read: target, depth: depth + 1, done: [...done, target.model.name] }),
  })
}

/** The field of a record with which a selector begins. */
function topOf(
  { read, depth, done }: ReachedRecord,
  name: string,
  { asked, rest }: { asked: AskedOfRecord; rest: readonly string[] },
): ReachedWithin {
  const { model, context } = read
  const field = model.fields.get(name)
  const { sql, jsonPath } = field ?? {}
  const place: ReachedPlace | undefined =
    field === undefined || sql === undefined || !isSelectable(field, context)
      ? undefined
      : visible({
          model,
          context,
          path: [name],
          schema: field.schema,
          text: sql,
          ...(field.type === 'json' && { json: sql }),
          ...(jsonPath !== undefined && { jsonPath }),
        })
  if (place === undefined) {
    const known = selectorsOf(model, (one) => isSelectable(one, context)).map((one) => [...done, one].join('.'))
    return refuseUnknown(asked.selector, rest.length === 0 ? known : known.map((one) => [one, ...rest].join('.')), asked.at)
  }
  return { kind: 'place', read, place, depth, done: [...done, name] }
}

/** Names beside one that is not known, as whole selectors. */
function siblings({ place: { schema }, done }: ReachedWithin, rest: readonly string[]): string[] {
  const names = [...Object.keys(schema.properties ?? {}), ...(schema.items || slotsOf(schema).length > 0 ? ['*'] : [])]
  return names.map((name) => [...done, name, ...rest].join('.'))
}

const isReference = ({ schema }: ReachedPlace): boolean => schema['x-ref'] !== undefined

/** A condition on any of the elements of a list, the entries of a map, the parts of an object that are alike, or on the record of a reference. */
export function elementsOf(from: ReachedWithin, asked: Asked<Reached>): ResolvedFilter {
  const { place, depth, done } = from
  const { schema, json } = place
  const way = { kind: 'place' as const, read: from.read, depth: depth + 1, done: [...done, '*'] }
  const slots = slotsOf(schema)
  if (slots.length > 0) {
    const parts = slots.flatMap((name) => partOf(place, name) ?? [])
    return { kind: 'or', parts: parts.map((part) => asked.goOn({ ...way, depth, place: part })) }
  }
  const element = schema.items ?? entrySchema(schema)
  if (element !== undefined && json !== undefined) {
    const alias = `e${depth}`
    const { jsonPath, ...around } = place
    const isList = schema.items !== undefined
    const at: ReachedPlace = {
      ...around,
      path: [...place.path, '*'],
      schema: element,
      json: (row) => `${row}.value`,
      text: (row) => `(${row}.value#>>'{}')`,
      ...(isList && jsonPath !== undefined && { jsonPath: `${jsonPath}[*]` }),
    }
    if (visible(at) === undefined) return refuseUnknown(asked.selector, [], asked.at)
    const from = isList ? listRows(json) : mapEntries(json)
    return {
      kind: 'exists',
      alias,
      from: (outer) => `${from(outer)} as ${alias}${isList ? '(value)' : '(key, value)'}`,
      filter: asked.goOn({ ...way, place: at }),
    }
  }
  if (isReference(place)) return follow(from, asked, asked.goOn)
  return refuseNoList(asked)
}

type Json = (alias: string) => string

const listRows =
  (json: Json): Json =>
  (outer) =>
    `jsonb_array_elements(case when jsonb_typeof(${json(outer)}) = 'array' then ${json(outer)} end)`

const mapEntries =
  (json: Json): Json =>
  (outer) =>
    `jsonb_each(case when jsonb_typeof(${json(outer)}) = 'object' then ${json(outer)} end)`

/** The record that a reference leads to: one of the same overlay, whose entity the reader may read there. */
function follow(
  { place, read, depth, done }: ReachedWithin,
  { selector, at }: Pick<Asked<Reached>, 'selector' | 'at'>,
  then: (record: ReachedRecord) => ResolvedFilter,
): ResolvedFilter {
  const { entity = '' } = place.schema['x-ref'] ?? {}
  const target = typeOf(place.schema) === 'text' ? read.follow(entity) : undefined
  if (target === undefined) return refuseUnknown(selector, [], at)
  const alias = `f${depth}`
  const { table } = target.model
  return {
    kind: 'exists',
    alias,
    from: () => `${table} ${alias}`,
    on: (outer, root) => `${alias}.tenant_oid = ${root}.tenant_oid and ${alias}.oid = ${place.text(outer)}`,
    ...(place.jsonPath !== undefined && { reference: place.jsonPath }),
    filter: then({ kind: 'record', read: target, depth: depth + 1, done }),
  }
}
