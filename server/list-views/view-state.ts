import { earlierListNames } from '../../schemas/evolution/earlier-lists.ts'
import { filterPrefix } from '../../schemas/filter/filter-prefix.ts'
import { isGroupable } from '../../schemas/filter/groupable.ts'
import { listViewLimits, type ColumnChoice, type ListViewState } from '../../schemas/list-views.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import { hintFor, didYouMean, truncated } from '../../schemas/vocabulary/names.ts'
import { fieldAt as propertyAt, fieldsOf } from '../../schemas/vocabulary/paths/field-path.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { fieldAt } from '../entities/model/field-at.ts'
import { isReadable } from '../entities/records/served-record.ts'
import { tabsOf } from '../entities/list/tabs.ts'
import { HttpProblem } from '../plugins/problem.ts'

const SIDES = new Set<unknown>(['left', 'right', 'none'])
const COLUMN_PARTS = ['order', 'shown', 'widths', 'pinned'] as const
/** Pixels that no column needs more of. */
const MAX_WIDTH = 5_000
/** Other ways to show a list, which only the console knows by name. */
const PLAIN_NAME = /^[\w-]{1,80}$/

function refuse(place: string, message: string): never {
  throw new HttpProblem(400, message, { errors: [{ pointer: `/data/0/state${place}`, key: 'service.view.state', message }] })
}

/** The state of a view as a caller sent it, under present names; throws a 400 that names what the list does not know. */
export function readState(model: EntityModel, given: unknown, checkWhere: CheckWhere): ListViewState {
  if (!isObject(given)) refuse('', 'The state of a view must be an object with a query.')
  const { query = '', columns = {}, ...others } = given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) refuse('', `The state of a view has no '${truncated(unknown)}'.`)
  if (typeof query !== 'string' || query.length > listViewLimits.queryLetters || hasUnstorable(query))
    refuse('/query', `The query must be a text of at most ${listViewLimits.queryLetters} characters.`)
  const names = earlierListNames(model.schema)
  const params = names.params(new URLSearchParams(query))
  for (const [name, value] of params) {
    if (name === 'where') checkConditions(value, checkWhere)
    else checkParam(model, name, value)
  }
  return { query: params.toString(), columns: names.choice(readColumns(model, columns)) }
}

/** Throws a 400 for conditions that the caller's list would refuse. */
type CheckWhere = (where: string) => void

function checkConditions(where: string, check: CheckWhere): void {
  try {
    check(where)
  } catch (error) {
    if (error instanceof HttpProblem) refuse('/query', error.detail)
    throw error
  }
}

function isAccepted(where: string, check: CheckWhere): boolean {
  try {
    check(where)
    return true
  } catch (error) {
    if (error instanceof HttpProblem) return false
    throw error
  }
}

function checkParam(model: EntityModel, name: string, value: string): void {
  if (name.startsWith(filterPrefix)) return checkField(model, '/query', name.slice(filterPrefix.length))
  const isKnown: Record<string, () => boolean> = {
    q: () => true,
    view: () => PLAIN_NAME.test(value),
    size: () => /^\d{1,4}$/.test(value),
    tab: () => tabsOf(model).names.includes(value),
    sort: () => model.schema['x-sort'].includes(value.replace(/^-/, '')),
    group: () => isGrouping(model, value),
  }
  if (!Object.hasOwn(isKnown, name)) refuse('/query', `The query of a view has no '${truncated(name)}'.`)
  if (isKnown[name]?.() !== true) refuse('/query', `'${truncated(value)}' is nothing that this list has for '${name}'.`)
}

function isGrouping(model: EntityModel, field: string): boolean {
  const property = propertyAt(model.schema, field)
  return property !== undefined && isGroupable(property)
}

function checkField(model: EntityModel, place: string, field: string): void {
  if (propertyAt(model.schema, field) !== undefined) return
  const hint = hintFor(
    field,
    fieldsOf(model.schema).map(([path]) => path),
  )
  refuse(place, `Unknown field '${hint.name}'${didYouMean(hint)}`)
}

function readColumns(model: EntityModel, given: unknown): ColumnChoice {
  if (!isObject(given)) refuse('/columns', 'The columns of a view must be an object.')
  const [unknown] = Object.keys(given).filter((name) => !COLUMN_PARTS.some((part) => part === name))
  if (unknown !== undefined) refuse('/columns', `The columns of a view have no '${truncated(unknown)}'.`)
  const order: unknown = given['order'] ?? []
  if (!Array.isArray(order) || !order.every((one): one is string => typeof one === 'string'))
    refuse('/columns/order', 'The order of columns must be a list of fields.')
  const choice = {
    order: [...new Set(order)],
    shown: valuesOf(given, 'shown', (one): one is boolean => typeof one === 'boolean'),
    widths: valuesOf(given, 'widths', (one): one is number => typeof one === 'number' && one > 0 && one <= MAX_WIDTH),
    pinned: valuesOf(given, 'pinned', (one): one is ColumnChoice['pinned'][string] => SIDES.has(one)),
  }
  const present = earlierListNames(model.schema).choice(choice)
  for (const field of fieldsIn(present)) checkField(model, '/columns', field)
  return choice
}

function valuesOf<T>(given: Rec, part: (typeof COLUMN_PARTS)[number], isOne: (one: unknown) => one is T): Record<string, T> {
  const values: unknown = given[part] ?? {}
  if (!isObject(values)) refuse(`/columns/${part}`, `'${part}' must be an object of fields.`)
  const wrong = Object.entries(values).find(([, value]) => !isOne(value))
  if (wrong !== undefined) refuse(`/columns/${part}`, `'${truncated(wrong[0])}' has a value that a column cannot have.`)
  return values as Record<string, T>
}

function fieldsIn({ order, shown, widths, pinned }: ColumnChoice): string[] {
  return [...order, ...[shown, widths, pinned].flatMap((part) => Object.keys(part))]
}

/** A stored state under present names, without what is gone and what the caller may not read. */
export function servedState(
  model: EntityModel,
  stored: ListViewState,
  { context, checkWhere }: { context: RuleContext; checkWhere: CheckWhere },
): { state: ListViewState; isPartial: boolean } {
  const names = earlierListNames(model.schema)
  const isOffered = (path: string): boolean => {
    const field = fieldAt(model, path)
    return propertyAt(model.schema, path) !== undefined && (field === undefined || isReadable(field, {}, context))
  }
  const given = [...names.params(new URLSearchParams(stored.query))]
  const kept = given.filter(([name, value]) => {
    if (name.startsWith(filterPrefix)) return isOffered(name.slice(filterPrefix.length))
    if (name === 'where') return isAccepted(value, checkWhere)
    if (name === 'sort' || name === 'group') return isOffered(value.replace(/^-/, ''))
    return name !== 'tab' || tabsOf(model).names.includes(value)
  })
  const { order, shown, widths, pinned } = names.choice(stored.columns)
  const only = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => isOffered(field)))
  const columns = { order: order.filter(isOffered), shown: only(shown), widths: only(widths), pinned: only(pinned) }
  return { state: { query: new URLSearchParams(kept).toString(), columns }, isPartial: kept.length < given.length }
}

function isObject(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
