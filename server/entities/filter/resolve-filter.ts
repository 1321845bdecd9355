import { monthNumber } from '../../../schemas/vocabulary/months.ts'
import { dottedPath, fieldsOf } from '../../../schemas/vocabulary/paths/field-path.ts'
import { didYouMean, hintFor, truncated } from '../../../schemas/vocabulary/names.ts'
import { wirePlace } from '../../../schemas/wire/pointers.ts'
import { ruleOf } from '../../../schemas/wire/wire-rule.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { fieldAt, selectorsOf } from '../model/field-at.ts'
import type { FieldType } from '../../../schemas/filter/field-type.ts'
import type { Field } from '../model/field.ts'
import type { Comparison, Filter, Operator } from '../../../schemas/filter/parse-filter.ts'

/** A filter with selectors resolved to readable fields and values converted to the fields' types. */
export type ResolvedFilter = { kind: 'and' | 'or'; parts: ResolvedFilter[] } | ResolvedComparison

export interface ResolvedComparison {
  kind: 'comparison'
  field: Selected
  operator: Operator
  values: (string | number | boolean)[]
}

/** Target of a selector: a field, or a value within an object (`lan.bgpASNumber`). */
export interface Selected {
  name: string
  type: FieldType
  sql: (alias: string) => string
  /** Sort expression, if it differs from the value. */
  order?: (alias: string) => string
  /** Sorts ignoring case. */
  foldCase: boolean
  stored: boolean
  /** Listed in `x-search`, so part of the row's search text. */
  searched: boolean
  /** Values are months, which sort as texts. */
  isMonth?: boolean
  /** Values are date-times in their stored form, which sort as texts. */
  isInstant?: boolean
  /** Column of the record's tenant that holds the value, if any. */
  ofTenant?: string
}

const ORDERED = new Set<Operator>(['=lt=', '=le=', '=gt=', '=ge='])

/** Resolves selectors and values; throws a 400 with the nearest known field, or with the value that does not fit its field. */
export function resolveFilter(filter: Filter, model: EntityModel, isReadable: (field: Field) => boolean): ResolvedFilter {
  if (filter.kind !== 'comparison') return { kind: filter.kind, parts: filter.parts.map((part) => resolveFilter(part, model, isReadable)) }
  return typedComparison(filter, selectorOf(filter.selector, model, isReadable))
}

/** Resolves the field of a selector or sort order. */
export function selectorOf(selector: string, model: EntityModel, isReadable: (field: Field) => boolean): Selected {
  const field = fieldAt(model, selector) ?? fieldAt(model, wireSelectors(model).get(dottedPath(selector)) ?? '')
  if (field?.sql === undefined || !isReadable(field)) return refuseUnknown(selector, selectorsOf(model, isReadable))
  const { name, type, sql, order, stored, foldCase, schema } = field
  const from = model.derivedFromTenant.find((one) => one.name === name)?.from
  return {
    name,
    type,
    sql,
    ...(order && { order }),
    stored,
    foldCase,
    ...(schema.format === 'month' && { isMonth: true }),
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

/** Throws the refusal of an unknown selector. */
export function refuseUnknown(selector: string, known: Iterable<string>): never {
  const hint = hintFor(selector, known)
  const { name, ...nearest } = hint
  const params = { field: name, ...nearest }
  const message = `Unknown field '${name}'${didYouMean(hint)}`
  throw new HttpProblem(400, message, { errors: [{ pointer: '', key: 'service.field.unknown', params, message }] })
}

/** Converts the values to the type of the field; throws a 400 if one does not fit. */
export function typedComparison({ operator, values }: Comparison, field: Selected): ResolvedComparison {
  const refuse = (why: string): never => {
    throw new HttpProblem(400, `The filter on '${field.name}' is not possible: ${why}.`)
  }
  if (field.type === 'json') refuse('the field holds a list or an object')
  if (operator === '=isnull=') {
    const [value] = values.map((one) => typedValue(one, 'boolean') ?? refuse(`=isnull= takes true or false, not '${truncated(one)}'`))
    return { kind: 'comparison', field, operator, values: [value ?? true] }
  }
  if (operator === '=ilike=' && field.type !== 'text') refuse(`=ilike= compares texts, the field is a ${field.type}`)
  if (ORDERED.has(operator) && field.type === 'boolean') refuse(`${operator} needs an order, the field is a boolean`)
  const astray = field.isMonth === true && ORDERED.has(operator) ? values.find((value) => monthNumber(value) === undefined) : undefined
  if (astray !== undefined) refuse(`'${truncated(astray)}' is no month, such as 2026-05`)
  const type = field.isInstant === true && operator !== '=ilike=' ? 'moment' : field.type
  const typed = values.map((value) => typedValue(value, type) ?? refuse(`'${truncated(value)}' is no ${type}`))
  return { kind: 'comparison', field, operator, values: typed }
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/

function typedValue(value: string, type: FieldType): string | number | boolean | undefined {
  if (type === 'number') return NUMBER.test(value) && Number.isFinite(Number(value)) ? Number(value) : undefined
  if (type === 'boolean') return { true: true, false: false }[value]
  if (type === 'moment') return momentOf(value)
  return value
}

/** Accepts years 1 to 9999 (in UTC, too): PostgreSQL reads others differently, or not at all. */
function momentOf(value: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined
  const time = Date.parse(value)
  const moment = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return /^(?!0000)\d{4}-/.test(moment) ? moment : undefined
}
