import { allOf, searchedFields, searchFilter } from '../data/filters/rsql.ts'
import { filterPrefix } from '../../schemas/filter/filter-prefix.ts'
import { fieldAt } from '../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { selectorOf } from '../../schemas/wire/selectors.ts'
import { readerZone } from '../parts/text/time-zone.ts'
import type { Screen } from '../descriptor/screen.ts'
import type { ListQuery } from '../data/data-source.ts'
import type { FilterValue } from '../widgets/contract.ts'
import { earlierNames } from './earlier-names.ts'
import { filterFromText, filterToRsql, filterToText } from './filters/field-filter.ts'

export const pageSizes = [20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** All that decides which rows a list shows. It is part of the address and remembered per list. */
export interface ListState {
  page: number
  size: PageSize
  sort: { by: string; order: 'asc' | 'desc' }
  /** Condition name, or `all`. */
  tab: string
  search: string
  /** Field to its narrowing, in the order in which they were added. */
  filters: Record<string, FilterValue>
  /** Further conditions as RSQL; empty for none. */
  where: string
  /** Name of one of the screen's views, or `list` for its rows. */
  view: string
  /** Identifier of the named view that it was made from; empty for none. */
  saved: string
  /** Field whose values make groups of the rows; empty for none. */
  group: string
}

/** The parts of schema and screen that decide what a list state may be. */
export interface ListShape {
  schema: EntitySchema
  screen: Screen
}

/** Tab names in order, `all` first. */
export function listTabs({ schema, screen }: ListShape): string[] {
  const named = screen.list?.tabs ?? Object.keys(schema['x-conditions'] ?? {})
  return ['all', ...named.filter((name) => name !== 'all')]
}

/** Names of the list's views, rows first. */
export function listViews({ screen }: Pick<ListShape, 'screen'>): string[] {
  return ['list', ...Object.keys(screen.list?.views ?? {})]
}

/** The default state of a list. */
export function defaultListState({ schema, screen }: ListShape): ListState {
  const sort = screen.list?.sort ?? { by: schema['x-sort'][0] ?? schema['x-entity'].label, order: 'asc' as const }
  return {
    page: 1,
    size: screen.list?.pageSize ?? 50,
    sort,
    tab: 'all',
    search: '',
    filters: {},
    where: '',
    view: 'list',
    saved: '',
    group: '',
  }
}

/** A change by a person. Anything but the page itself and the view goes back to page 1 (S0 section 4). */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, ...change, page: change.page ?? (change.view === undefined ? 1 : state.page) }
}

/** Whether search or filters leave out rows; the tab does not count. */
export function isNarrowed(state: ListState): boolean {
  return state.search !== '' || state.where !== '' || Object.keys(state.filters).length > 0
}

/** The address form; what is at its default stays out, so an untouched list has a bare address. */
export function listStateToParams(state: ListState, shape: ListShape): URLSearchParams {
  const rest = defaultListState(shape)
  const params = new URLSearchParams()
  for (const name of ['saved', 'view', 'group'] as const) if (state[name] !== rest[name]) params.set(name, state[name])
  if (state.tab !== rest.tab) params.set('tab', state.tab)
  if (state.search !== '') params.set('q', state.search)
  for (const [field, value] of Object.entries(state.filters)) params.set(filterPrefix + field, filterToText(value))
  if (state.where !== '') params.set('where', state.where)
  if (state.sort.by !== rest.sort.by || state.sort.order !== rest.sort.order)
    params.set('sort', (state.sort.order === 'desc' ? '-' : '') + state.sort.by)
  if (state.size !== rest.size) params.set('size', String(state.size))
  if (state.page !== 1) params.set('page', String(state.page))
  return params
}

/** Reads the address, also one of before fields and tabs were renamed; whatever is missing or means nothing to this list is at its default. */
export function listStateFromParams(given: URLSearchParams, shape: ListShape): ListState {
  const params = earlierNames(shape.schema)?.params(given) ?? given
  const rest = defaultListState(shape)
  const tab = params.get('tab') ?? rest.tab
  return {
    page: pageOf(params.get('page')),
    size: sizeOf(params.get('size')) ?? rest.size,
    sort: sortOf(params.get('sort'), shape) ?? rest.sort,
    tab: listTabs(shape).includes(tab) ? tab : rest.tab,
    search: params.get('q')?.trim() ?? '',
    filters: filtersOf(params, shape.schema),
    where: params.get('where')?.trim() ?? '',
    saved: params.get('saved') ?? '',
    group: fieldAt(shape.schema, params.get('group') ?? '') ? (params.get('group') ?? '') : '',
    view: listViews(shape).find((name) => name === params.get('view')) ?? rest.view,
  }
}

function pageOf(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

function sizeOf(text: string | null): PageSize | undefined {
  return pageSizes.find((size) => String(size) === text)
}

function sortOf(text: string | null, shape: ListShape): ListState['sort'] | undefined {
  if (text === null) return undefined
  const by = text.replace(/^-/, '')
  return isSortable(shape.schema, by) ? { by, order: text.startsWith('-') ? 'desc' : 'asc' } : undefined
}

/** Whether the service offers an order by this field (`x-sort`). */
export function isSortable(schema: EntitySchema, field: string): boolean {
  return schema['x-sort'].includes(field)
}

function filtersOf(params: URLSearchParams, schema: EntitySchema): Record<string, FilterValue> {
  const filters: Record<string, FilterValue> = {}
  for (const [name, text] of params) {
    if (!name.startsWith(filterPrefix)) continue
    const field = name.slice(filterPrefix.length)
    const property = fieldAt(schema, field)
    const value = property && filterFromText(property, text)
    if (value) filters[field] = value
  }
  return filters
}

/** What to ask of the service for this state. */
export function listQuery(state: ListState, { schema }: ListShape, tenantOid: string): ListQuery {
  const filter = listFilter(state, schema)
  return {
    tenantOid,
    page: state.page,
    size: state.size,
    sort: state.sort,
    ...(filter === undefined ? {} : { filter }),
    ...(state.where.includes('=within=') && { zone: readerZone() }),
    ...(state.tab === 'all' ? {} : { condition: state.tab }),
  }
}

/** Search and filters as one RSQL expression, with fields named as the specifications print them; `undefined` when nothing narrows. */
function listFilter(state: ListState, schema: EntitySchema): string | undefined {
  const named = (field: string): string => selectorOf(schema, field)
  return allOf([
    searchFilter(searchedFields(schema).map(named), state.search),
    ...Object.entries(state.filters).map(([field, value]) => filterToRsql(named(field), value)),
    state.where === '' ? undefined : `(${state.where})`,
  ])
}

/** What the pager shows: page numbers, and gaps where numbers are left out. */
export type PagerItem = number | 'gap'

/** Number of pages of a list; an empty list has one page. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** First and last page, the current one with a neighbour on each side, gaps between; always of the same length for a given count, so nothing jumps. */
export function pagerItems(page: number, count: number): PagerItem[] {
  const slots = 7
  if (count <= slots) return Array.from({ length: count }, (_, index) => index + 1)
  if (page <= 4) return [1, 2, 3, 4, 5, 'gap', count]
  if (page >= count - 3) return [1, 'gap', count - 4, count - 3, count - 2, count - 1, count]
  return [1, 'gap', page - 1, page, page + 1, 'gap', count]
}

/** First and last row number on a page, counted from 1; both 0 when there are no rows. */
export function rowSpan(page: number, size: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 }
  return { from: (page - 1) * size + 1, to: Math.min(page * size, total) }
}
