import { dottedPath, fieldsOf, segmentsOf } from '../../../schemas/vocabulary/paths/field-path.ts'
import { wirePlace } from '../../../schemas/wire/pointers.ts'
import { ruleOf } from '../../../schemas/wire/wire-rule.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { fieldAt, selectorsOf } from '../model/field-at.ts'
import type { Field } from '../model/field.ts'
import type { Comparison, Filter } from '../../../schemas/filter/parse-filter.ts'
import { isSelectable } from '../records/served-record.ts'
import { elementsOf, type FilterReader, reach, type Reached } from './reach.ts'
import { refuseFilter } from './read-filter.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import type { ResolvedFilter, Selected } from './resolved-filter.ts'
import { selectedAt } from './reached-place.ts'
import { typedComparison, type Clock } from './typed-comparison.ts'

/** What holds for all of a filter. */
interface Resolving {
  clock: Clock
  /** SQL conditions made so far. */
  made: { count: number }
}

/** Comparisons and lookups that a filter may come to in SQL: one on any of three uplinks counts three times. */
const MOST_CONDITIONS = 2_000

/** Resolves selectors and values; throws a 400 with the nearest known field, or with the value that does not fit its field. */
export function resolveFilter(filter: Filter, reader: FilterReader, clock: Clock = { now: new Date(), zone: 'UTC' }): ResolvedFilter {
  return resolved(filter, { kind: 'record', read: reader, depth: 0, done: [] }, { clock, made: { count: 0 } })
}

function resolved(filter: Filter, from: Reached, resolving: Resolving): ResolvedFilter {
  if (filter.kind === 'comparison') return comparisonFrom(filter, from, resolving)
  if (filter.kind !== 'elements') return { kind: filter.kind, parts: filter.parts.map((part) => resolved(part, from, resolving)) }
  const segments = segmentsOf(filter.selector.replace(/\.\*$/, ''))
  const asked = { at: filter.at, selector: filter.selector }
  const found = reach(from, segments, {
    ...asked,
    goOn: (reached) => elementsOf(reached, { ...asked, goOn: (element) => resolved(filter.filter, element, resolving) }),
  })
  return filter.operator === '=any=' ? found : { kind: 'not', filter: found }
}

function comparisonFrom(comparison: Comparison, from: Reached, { clock, made }: Resolving): ResolvedFilter {
  const { selector, at } = comparison
  const typed = (field: Selected): ResolvedFilter => {
    made.count += 1
    if (made.count > MOST_CONDITIONS) refuseCost()
    return typedComparison(comparison, field, clock)
  }
  return reach(from, segmentsOf(selector), {
    at,
    selector,
    field: (read, rest) => {
      const field = knownField(rest, read.model, (one) => isSelectable(one, read.context))
      // Whether a list is empty is told where it is reached.
      return field === undefined || field.type === 'json' ? undefined : typed(field)
    },
    goOn: ({ place }) => typed(selectedAt(place)),
  })
}

function refuseCost(): void {
  const message = `The filter comes to more than ${MOST_CONDITIONS} conditions.`
  refuseFilter('cost', message, { limit: MOST_CONDITIONS })
}

/** Resolves the field of a sort order or a group. */
export function selectorOf(selector: string, model: EntityModel, isReadable: (field: Field) => boolean): Selected {
  return knownField(selector, model, isReadable) ?? refuseUnknown(selector, selectorsOf(model, isReadable))
}

/** A field outside of lists by its path or by a name of the specifications; undefined if there is none that may be read. */
function knownField(selector: string, model: EntityModel, isReadable: (field: Field) => boolean): Selected | undefined {
  const field = fieldAt(model, selector) ?? fieldAt(model, wireSelectors(model).get(dottedPath(selector)) ?? '')
  if (field?.sql === undefined || !isReadable(field)) return undefined
  return selectedField(field, model)
}

function selectedField({ name, type, sql = () => 'null', jsonPath, order, stored, foldCase, schema }: Field, model: EntityModel): Selected {
  const from = model.derivedFromTenant.find((one) => one.name === name)?.from
  return {
    name,
    type,
    sql,
    ...(jsonPath !== undefined && { jsonPath }),
    ...(order && { order }),
    stored,
    foldCase,
    ...(schema.format === 'month' && { isMonth: true }),
    ...(schema.format === 'date' && { isDay: true }),
    ...(schema.format === 'date-time' && type === 'text' && { isInstant: true }),
    searched: model.schema['x-search'].includes(name),
    ...(from !== undefined && { ofTenant: TENANT_COLUMNS[from] }),
  }
}
const selectorsByModel = new WeakMap<EntityModel, ReadonlyMap<string, string>>()

/** Paths of fields by the names under which the specifications print them, e.g. `site.name` for `siteName` (`x-wire`). */
function wireSelectors(model: EntityModel): ReadonlyMap<string, string> {
  const known = selectorsByModel.get(model)
  if (known !== undefined) return known
  const found = new Map<string, string>()
  const placeOf = (path: readonly string[]): readonly string[] => (model.wire === undefined ? path : wirePlace(path, model.wire))
  for (const [path, { 'x-wire': keyword }] of fieldsOf(model.schema)) {
    const { selectors = [], copies = [] } = ruleOf(keyword) ?? {}
    const segments = path.split('/')
    const around = placeOf(segments.slice(0, -1))
    const places = [placeOf(segments), ...copies.map((copy) => [...around, ...copy.split('/')])]
    for (const selector of [...selectors, ...places.map((place) => place.join('.'))]) found.set(selector, path)
  }
  selectorsByModel.set(model, found)
  return found
}

const TENANT_COLUMNS = { name: 'name', type: 'type', parentOid: 'parent_oid' } as const
