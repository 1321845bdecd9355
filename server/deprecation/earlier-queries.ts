import { earlierNamesOf, hasEnded, type EarlierNames } from '../../schemas/evolution/earlier-names.ts'
import type { Filter } from '../../schemas/filter/parse-filter.ts'
import { dottedPath, segmentsOf } from '../../schemas/vocabulary/paths/field-path.ts'
import { readFilter } from '../entities/filter/read-filter.ts'
import type { ListRequest } from '../entities/http/read-query.ts'
import { tabsOf } from '../entities/list/tabs.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { fieldAt } from '../entities/model/field-at.ts'
import { deprecatedBy, endedName, todayUtc, type Deprecated } from './deprecated-answer.ts'

/** Whether an address names a tab, be it by an earlier name. */
export function isTab(model: EntityModel, name: string): boolean {
  return tabsOf(model).names.includes(name) || Object.hasOwn(model.schema['x-former']?.tabs ?? {}, name)
}

/** What was found of earlier names in a query. */
interface Search {
  model: EntityModel
  names: EarlierNames | undefined
  uses: { until?: string | undefined }[]
}

/** A list call under present names of tab, sort field, filter fields and options; throws a 400 for a name whose day has come. */
export function withPresentList(model: EntityModel, request: ListRequest): { wanted: ListRequest; deprecated: Deprecated | undefined } {
  const names = earlierNamesOf(model.schema)
  const { tabs } = model.schema['x-former'] ?? {}
  if (names === undefined && tabs === undefined) return { wanted: request, deprecated: undefined }
  const search: Search = { model, names, uses: [] }
  const { sort, filter, condition } = request
  const wanted: ListRequest = {
    ...request,
    ...(sort !== undefined && { sort: presentSort(sort, search) }),
    ...(condition !== undefined && { condition: presentTab(condition, search) }),
    ...(names !== undefined && filter !== undefined && filter !== '' && { presentFilter: presentFilter(readFilter(filter), search) }),
  }
  return { wanted, deprecated: deprecatedBy(model.name, search.uses) }
}

function use(search: Search, { name, present, until }: { name: string; present: string; until?: string | undefined }): void {
  if (hasEnded(until, todayUtc())) throw endedName({ name, present, until })
  search.uses.push({ until })
}

function presentSort(sort: string, search: Search): string {
  const [, direction = '', name = ''] = /^([-+]?)(.*)$/s.exec(sort) ?? []
  return direction + presentSelector(name, search)
}

/** Null in `x-former` says that nothing takes the place of a tab: its rows are all. */
function presentTab(name: string, search: Search): string {
  const { schema } = search.model
  const heirs = schema['x-former']?.tabs ?? {}
  if (tabsOf(search.model).names.includes(name) || !Object.hasOwn(heirs, name)) return name
  const present = heirs[name] ?? 'all'
  use(search, { name, present, until: schema['x-until'] })
  return present
}

/** `around`: present segments of the list in whose elements the selector begins. */
function presentSelector(selector: string, search: Search, around: readonly string[] = []): string {
  const { model, names } = search
  if (names === undefined || (around.length === 0 && fieldAt(model, selector) !== undefined)) return selector
  const { segments, until, isEarlier } = names.place([...around, ...segmentsOf(selector)])
  // What was moved out of a list is no part of its elements.
  if (!isEarlier || around.some((step, index) => step !== segments[index])) return selector
  const present = dottedPath(segments.slice(around.length).join('/'))
  use(search, { name: selector, present, until })
  return present
}

function presentFilter(filter: Filter, search: Search, around: readonly string[] = []): Filter {
  if (filter.kind === 'elements') {
    const selector = presentSelector(filter.selector, search, around)
    const list = [...around, ...segmentsOf(selector).filter((step) => step !== '*'), '*']
    return { ...filter, selector, filter: presentFilter(filter.filter, search, list) }
  }
  if (filter.kind !== 'comparison') return { kind: filter.kind, parts: filter.parts.map((part) => presentFilter(part, search, around)) }
  const selector = presentSelector(filter.selector, search, around)
  const values =
    filter.operator === '=ilike=' || filter.operator === '=isnull=' || filter.operator === '=within='
      ? filter.values
      : filter.values.map((value) => presentValue(value, [...around, ...segmentsOf(selector)], search))
  return { ...filter, selector, values }
}

function presentValue(value: string, segments: readonly string[], search: Search): string {
  const found = search.names?.option(segments, value)
  if (found === undefined) return value
  const present = String(found.option)
  use(search, { name: value, present, until: found.until })
  return present
}
